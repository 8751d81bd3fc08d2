package io.deltaward.storage

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.Snapshot
import org.scalacheck.{Gen, Shrink}
import org.scalatest.funsuite.AnyFunSuite
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

import io.deltaward.DeltaSession
import io.deltaward.Exhaustive
import io.deltaward.log.{AsOf, TableState}

class DeltaLogReaderSuite extends AnyFunSuite with DeltaSession with ScalaCheckPropertyChecks {

  private lazy val reader = new DeltaLogReader(spark.sessionState.newHadoopConf())

  /** Turns shrinking off. Making tables again in search of a shorter history would take too long. */
  implicit private def noShrink[A]: Shrink[A] = Shrink.shrinkAny

  private type Step = Path => Unit

  private def property(assignment: String): Step =
    table => sql(s"ALTER TABLE ${named(table)} SET TBLPROPERTIES ($assignment)"): Unit

  private val insert: Step = table => sql(s"INSERT INTO ${named(table)} VALUES (1, 'a')"): Unit

  private val checkpoint: Step = table => makeCheckpoint(table)

  private def withoutChecksum(step: Step): Step =
    table => withConf("spark.databricks.delta.writeChecksumFile.enabled" -> "false")(step(table))

  private val commits: Gen[Step] = Gen.oneOf(
    insert,
    property("'team' = 'a'"),
    property("'team' = 'b', 'delta.appendOnly' = 'false'"),
    property("'delta.enableChangeDataFeed' = 'true'"),
    property("'delta.enableDeletionVectors' = 'true'"),
    property("'delta.columnMapping.mode' = 'name'"),
    property("'delta.checkpointPolicy' = 'v2'"),
    property("'delta.checkpointPolicy' = 'classic'"),
    property("'delta.enableInCommitTimestamps' = 'true'")
  )

  private val steps: Gen[Seq[Step]] = Gen.listOfN(
    8,
    Gen.frequency(5 -> commits, 3 -> commits.map(withoutChecksum), 3 -> Gen.const(checkpoint))
  )

  private def assertAgree(ours: TableState, deltas: Snapshot): Unit = {
    assert(ours.version == deltas.version)
    assert(ours.protocol == protocolOf(deltas))
    assert(ours.metadata.id == deltas.metadata.id)
    assert(ours.metadata.name == Option(deltas.metadata.name))
    assert(ours.metadata.schemaString.contains(deltas.metadata.schemaString))
    assert(ours.metadata.partitionColumns == deltas.metadata.partitionColumns)
    assert(ours.metadata.configuration == deltas.metadata.configuration)
    assert(ours.timestamp == deltas.timestamp)
    ours.statistics.foreach { statistics =>
      assert(statistics.numFiles == deltas.numOfFiles)
      assert(statistics.tableSizeBytes == deltas.sizeInBytes)
    }
  }

  test("every version of any history is what Delta says it is") {
    forAll(steps, minSuccessful(if (Exhaustive.on) 20 else 1)) { steps =>
      val table = temporaryTable()
      sql(s"CREATE TABLE ${named(table)} (id BIGINT, p STRING) USING delta PARTITIONED BY (p)")
      steps.foreach(_(table))
      val latest = snapshot(table)
      assertAgree(read(table, AsOf.Latest), latest)
      (0L to latest.version).foreach { version =>
        val deltas = latest.deltaLog.getSnapshotAt(version)
        assertAgree(read(table, AsOf.Version(version)), deltas)
      }
      LogSurgery.deleteChecksums(table)
      assertAgree(read(table, AsOf.Latest), latest)
    }
  }

  test("statistics are those of the version's checksum") {
    val table = temporaryTable()
    sql(s"""CREATE TABLE ${named(table)} (id BIGINT) USING delta
           |TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')""".stripMargin)
    spark.range(0, 100, 1, 1).write.format("delta").mode("append").save(table.toString)
    sql(s"DELETE FROM ${named(table)} WHERE id < 7")
    val statistics = read(table, AsOf.Latest).statistics.get
    assert(statistics.numFiles == 1)
    assert(statistics.tableSizeBytes == snapshot(table).sizeInBytes)
    assert(statistics.numDeletionVectors.contains(1L))
    assert(statistics.numDeletedRecords.contains(7L))
  }

  private def read(table: Path, asOf: AsOf): TableState =
    reader.read(table, asOf).fold(problem => fail(problem.toString), identity)
}
