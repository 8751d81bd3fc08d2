package io.deltaward.conflicts

import org.scalacheck.Gen
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

class ConflictMatrixClaimsSuite extends AnyFunSuite with ScalaCheckPropertyChecks {
  import ConflictMatrix.{Serializable, WriteSerializable}

  private val flag = Gen.oneOf(true, false)

  private val tables: Gen[WrittenTable] = for {
    level <- Gen.oneOf(Serializable, WriteSerializable)
    deletionVectors <- flag
    partitions <- Gen.oneOf(Nil, Seq("day"))
    clustered <- flag
    identity <- flag
    appendOnly <- flag
    rowLevel <- flag
    unrecorded <- flag
  } yield WrittenTable(
    "t",
    level,
    deletionVectors,
    partitions,
    clustered,
    identity,
    appendOnly,
    rowLevel,
    unrecorded
  )

  private def claims(table: WrittenTable): Map[(String, String, String), ConflictClaim] =
    new ConflictMatrix(table).claims
      .map(c => (c.isolationLevel, c.operation, c.winningOperation) -> c).toMap

  private def against(table: WrittenTable, loser: WriteKind, winner: WriteKind): ConflictClaim =
    claims(table)((table.isolationLevel, loser.name, winner.name))

  test("there is a claim for each level and pair, and those of one level are in force") {
    forAll(tables) { table =>
      val all = new ConflictMatrix(table).claims
      assert(all.length == 2 * WriteKind.all.length * WriteKind.all.length)
      assert(all.map(c => (c.isolationLevel, c.operation, c.winningOperation)).distinct ==
        all.map(c => (c.isolationLevel, c.operation, c.winningOperation)))
      assert(all.filter(_.inForce) == all.filter(_.isolationLevel == table.isolationLevel))
    }
  }

  test("each says why in a sentence, and what cannot conflict needs no change") {
    forAll(tables) { table =>
      new ConflictMatrix(table).claims.foreach { claim =>
        assert(claim.because.endsWith(".") && claim.because.head.isUpper, claim)
        assert(claim.canConflict || claim.change.isEmpty, claim)
        assert(claim.change.forall(change => !change.endsWith(".")), claim)
        if (claim.canConflict && claim.change.isEmpty)
          assert(claim.because.matches(".*(only running|nothing separates).*"), claim)
      }
    }
  }

  test("WriteSerializable has no conflict that Serializable does not have") {
    forAll(tables) { table =>
      val all = claims(table)
      all.collect {
        case ((WriteSerializable, loser, winner), claim) if claim.canConflict =>
          assert(all((Serializable, loser, winner)).canConflict, claim)
      }
    }
  }

  test("what may conflict by row may conflict by file") {
    forAll(tables) { table =>
      val byFile = claims(table.copy(rowLevelConcurrency = false))
      claims(table).foreach { case (pair, claim) =>
        if (claim.canConflict) assert(byFile(pair).canConflict, claim)
      }
    }
  }

  test("a blind append conflicts with changes of the metadata alone") {
    forAll(tables) { table =>
      WriteKind.all.foreach { winner =>
        val claim = against(table.copy(identityColumn = false), WriteKind.Insert, winner)
        assert(claim.canConflict == (winner == WriteKind.Alter), claim)
      }
    }
  }

  test("a rewrite starts again after a change of the metadata, but of a partition column") {
    forAll(tables) { table =>
      Seq(WriteKind.Optimize, WriteKind.Purge).foreach { loser =>
        val claim = against(table, loser, WriteKind.Alter)
        assert(claim.canConflict == table.partitionColumns.nonEmpty, claim)
      }
    }
  }

  test("the change of a table makes its claim another one") {
    forAll(tables) { table =>
      claims(table).foreach { case ((level, loser, winner), claim) =>
        val change = claim.change.getOrElse("")
        val changed = table.copy(
          deletionVectors =
            table.deletionVectors || change.contains("'delta.enableDeletionVectors' = 'true'"),
          rowLevelConcurrency = table.rowLevelConcurrency || change.contains("enabled to true"),
          identityColumn = table.identityColumn && !change.contains("identity column")
        )
        val reached =
          if (change.contains("'delta.isolationLevel' = 'WriteSerializable'")) WriteSerializable
          else level
        val after = claims(changed)((reached, loser, winner))
        if (changed != table || reached != level)
          assert(
            (after.because, after.change) != ((claim.because, claim.change)),
            (claim, after)
          )
      }
    }
  }

  private val plain = WrittenTable(
    "t",
    Serializable,
    deletionVectors = true,
    Nil,
    clustered = false,
    identityColumn = false,
    appendOnly = false,
    rowLevelConcurrency = true,
    unrecordedReads = true
  )

  Seq(
    plain.copy(identityColumn = true) -> "number the rows without an identity column",
    plain.copy(deletionVectors = false) -> "'delta.enableDeletionVectors' = 'true'",
    plain.copy(rowLevelConcurrency = false) -> "rowLevelConcurrency.enabled to true"
  ).foreach { case (table, change) =>
    test(s"where rows are not compared, a pair on different rows is kept apart by: $change") {
      val claim = against(table, WriteKind.Delete, WriteKind.Delete)
      assert(claim.change.exists(_.contains(change)), claim)
      assert(against(plain, WriteKind.Delete, WriteKind.Delete).change.isEmpty)
    }
  }

  test("a pair that needs two changes names both") {
    val table = plain.copy(
      deletionVectors = false,
      partitionColumns = Seq("day", "hour"),
      rowLevelConcurrency = false
    )
    assert(against(table, WriteKind.Delete, WriteKind.Update).change.contains(
      "ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true'); and " +
        "set spark.deltaward.rowLevelConcurrency.enabled to true; or let the two write different partitions of day"
    ))
  }

  test("what the table refuses cannot conflict, and says so") {
    forAll(tables) { table =>
      val refusing = table.copy(appendOnly = true, clustered = true)
      Seq(WriteKind.Update, WriteKind.Delete, WriteKind.Overwrite, WriteKind.ZOrder).foreach {
        kind =>
          val claim = against(refusing, kind, kind)
          assert(!claim.canConflict && claim.because.contains("Delta refuses"), claim)
      }
    }
  }

  test("a read that is not recorded is not told apart where nobody looks for it") {
    forAll(tables) { table =>
      val claim = against(
        table.copy(
          isolationLevel = WriteSerializable,
          unrecordedReads = false,
          appendOnly = false
        ),
        WriteKind.UpdateBySubquery,
        WriteKind.Insert
      )
      assert(!claim.canConflict, claim)
    }
  }
}
