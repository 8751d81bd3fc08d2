package io.deltaward.concurrency

import io.deltaward.Exhaustive
import io.deltaward.concurrency.MatrixCells._

/** Tests every cell of the two conflict matrices of the documents, in both orders (rules RL1 and I1 to I3). */
class ConflictMatrixSuite extends ConflictTest {

  for {
    shape <- shapes
    cell <- cells
    (race, i) <- cell.races.zipWithIndex
    // Delta refuses ZORDER on a clustered table.
    if !(shape.columns.startsWith("CLUSTER") && (race.winner + race.loser).contains("ZORDER"))
  } {
    val name = s"${cell.name}: ${race.winner}; ${race.loser}, ${shape.name}"
    // `make test` runs the first race of each cell, by row and by file.
    val tags = Exhaustive.unless(i == 0 && (shape == shapes.head || shape.kind == ByFile))
    val (weaker, stricter) = (race.writeSerializable(shape.kind), race.serializable(shape.kind))
    if (weaker == stricter) scenario(name, shape.setup, tags)(race.winner)(race.loser)(weaker)
    else scenarioByLevel(name, shape.setup, tags)(race.winner)(race.loser)(weaker, stricter)
  }

  test("every conflict here is a conflict in the documents, too") {
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
