package io.deltaward.commands

import java.nio.file.Files

import scala.jdk.CollectionConverters._

import io.deltaward.RunningDelta
import io.deltaward.docs.GeneratedPage
import io.deltaward.drops.DroppableSince
import org.apache.spark.sql.delta.deltaward.DeltaFeatures

/** Compares docs/compatibility.md with the features that the running Delta can drop. */
class DroppableFeaturesSuite extends CommandTest {

  private val Row = """\| `(\w+)` \| (\d\.\d) and later \|""".r

  /** The first Delta Lake that can drop a feature, by the feature's name. */
  private lazy val documented: Map[String, String] =
    Files.readAllLines(GeneratedPage.root.resolve("docs/compatibility.md")).asScala.collect {
      case Row(feature, since) => feature -> since
    }.toMap

  /** Previews and redirects have other names in later versions of Delta. */
  private def isReleased(feature: String): Boolean =
    !feature.contains("-") && !feature.startsWith("redirect")

  test("the page lists the features that each Delta Lake can drop") {
    val expected =
      documented.collect { case (feature, since) if RunningDelta.isAtLeast(since) => feature }
    assert(expected.toSet == DeltaFeatures.running.droppable.filter(isReleased))
  }

  test("EXPLAIN DROP FEATURE names the same Delta Lake") {
    documented.filterNot { case (_, since) => since == "3.2" }.foreach { case (feature, since) =>
      val hint = DroppableSince.hint(Seq(feature))
      assert(hint.contains(s"Delta Lake $since and later can drop $feature."))
    }
  }
}
