package io.deltaward.concurrency

import java.nio.file.{Files, Path => JPath}

import com.fasterxml.jackson.databind.ObjectMapper
import com.fasterxml.jackson.databind.node.ObjectNode
import org.apache.hadoop.fs.Path

/** Tests rows that another engine restores by a smaller deletion vector, as RESTORE does. They count as added rows. */
class GivenBackSuite extends ConflictTest {

  private val json = new ObjectMapper()

  private val DeletedBefore = TenRows ++ Seq(
    "DELETE FROM t WHERE id = 3",
    "INSERT INTO t VALUES (11, 3, 'b')"
  )

  /** Commits the first file as it was before its row was deleted. */
  private def giveBack(table: Path): Unit = {
    val log = JPath.of(table.toUri).resolve("_delta_log")
    def actions(version: Int): Seq[ObjectNode] = Files
      .readString(log.resolve(f"$version%020d.json"))
      .split('\n')
      .toSeq
      .map(json.readTree(_).asInstanceOf[ObjectNode])
    val before = actions(1).find(_.has("add")).get
    val marked = actions(2).find(_.has("add")).get.get("add")
    val removal = json.createObjectNode()
    removal
      .putObject("remove")
      .put("path", marked.get("path").textValue)
      .put("deletionTimestamp", System.currentTimeMillis)
      .put("dataChange", true)
      .set[ObjectNode]("deletionVector", marked.get("deletionVector"))
    Files.writeString(log.resolve(f"${4}%020d.json"), s"$removal\n$before\n"): Unit
  }

  Seq("DELETE FROM t WHERE x = 3", "OPTIMIZE t").foreach { loser =>
    atBothLevels(s"they are not overlooked by $loser") { level =>
      val path = copyOf(made(DeletedBefore, level))
      val outcome = race(path, loser)(giveBack(path))
      assert(outcome.isFailure || loser.startsWith("OPTIMIZE"))
      assert(content(path).length == 11)
    }
  }
}
