package io.deltaward.concurrency

import io.deltaward.Exhaustive
import io.deltaward.concurrency.MatrixCells._

/** Every cell of the two conflict matrices of the documents, in both orders (rules RL1 and I1 to I3). */
class ConflictMatrixSuite extends ConflictTest {

  for {
    shape <- shapes
    cell <- cells
    (race, i) <- cell.races.zipWithIndex
    // Delta refuses it.
    if !(shape.columns.startsWith("CLUSTER") && (race.winner + race.loser).contains("ZORDER"))
  } {
    val first = i < 2 && (shape == shapes.head || shape.kind == ByFile)
    scenarioByLevel(
      s"${cell.name}: ${race.winner}; ${race.loser}, ${shape.name}",
      shape.setup,
      Exhaustive.unless(first)
    )(race.winner)(race.loser)(race.writeSerializable(shape.kind), race.serializable(shape.kind))
  }

  test("what conflicts here does in the documents, too") {
    for {
      cell <- cells
      kind <- kinds
    } {
      val (here, there) = (cell.here(kind), cell.documents(kind))
      assert(!here.atWriteSerializable || there.atWriteSerializable, cell)
      assert(!here.atSerializable || there.atSerializable, cell)
    }
  }
}
