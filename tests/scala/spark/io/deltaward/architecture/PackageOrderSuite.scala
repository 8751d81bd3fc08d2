package io.deltaward.architecture

import scala.jdk.CollectionConverters._

import com.tngtech.archunit.core.domain.JavaClasses
import com.tngtech.archunit.core.importer.{ClassFileImporter, ImportOption, Location}
import com.tngtech.archunit.library.Architectures.layeredArchitecture
import org.scalatest.funsuite.AnyFunSuite

/** Checks that a package uses only packages before it in the order, so that it can be read without those after it. */
class PackageOrderSuite extends AnyFunSuite {

  /** Pure packages: none knows Spark, Delta or Hadoop. */
  private val core: Seq[String] = Seq(
    "io.deltaward.collections",
    "io.deltaward.text",
    "io.deltaward.protocol",
    "io.deltaward.log",
    "io.deltaward.features",
    "io.deltaward.streams",
    "io.deltaward.clients",
    "io.deltaward.checkpoints",
    "io.deltaward.policy",
    "io.deltaward.rules",
    "io.deltaward.conflicts",
    "io.deltaward.drops"
  )

  private val bridge: String = "org.apache.spark.sql.delta.deltaward"

  private val spark: Seq[String] = Seq(
    "io.deltaward.spark",
    "io.deltaward.errors",
    "io.deltaward.conf",
    "io.deltaward.files",
    "io.deltaward.storage",
    "io.deltaward.concurrency.reads",
    "io.deltaward.concurrency.changes",
    "io.deltaward.concurrency.moved",
    "io.deltaward.concurrency.resolve",
    "io.deltaward.concurrency.report",
    "io.deltaward.concurrency.blocks",
    "io.deltaward.guard",
    bridge,
    "io.deltaward.tables",
    "io.deltaward.drops.plans",
    "io.deltaward.fleet",
    "io.deltaward.commands",
    "io.deltaward.sql",
    "io.deltaward"
  )

  private val all: Seq[String] = core ++ spark

  private object OfTheProduct extends ImportOption {
    override def includes(location: Location): Boolean = !location.contains("/test-classes/")
  }

  private val classes: JavaClasses = new ClassFileImporter()
    .withImportOption(OfTheProduct)
    .importPackages("io.deltaward", bridge)

  test("the packages are in order") {
    val layers = all.foldLeft(layeredArchitecture().consideringOnlyDependenciesInLayers()) {
      (layered, name) => layered.layer(name).definedBy(name)
    }
    val first = layers.whereLayer(all.head).mayNotAccessAnyLayer()
    val ordered = all.indices.tail.foldLeft(first) { (layered, i) =>
      layered.whereLayer(all(i)).mayOnlyAccessLayers(all.take(i): _*)
    }
    assert(ordered.evaluate(classes).getFailureReport.getDetails.asScala.isEmpty)
  }

  /** The packages that import Delta, each with its reason. A port to another Delta has to look only at these. */
  private val importDelta: Map[String, String] = Map(
    bridge -> "members that only Delta's own package can reach",
    "io.deltaward.concurrency.reads" -> "commands and file indexes in the plan of a statement",
    "io.deltaward.concurrency.changes" -> "the actions of a commit",
    "io.deltaward.concurrency.moved" -> "the actions of a commit",
    "io.deltaward.concurrency.resolve" -> "the actions of a commit",
    "io.deltaward.concurrency.report" -> "the log that events are read from",
    "io.deltaward.guard" -> "the commands that name a new table",
    "io.deltaward.tables" -> "a table by its path",
    "io.deltaward.errors" -> "Delta's own exceptions, which say more",
    "io.deltaward.drops.plans" -> "Delta's own exceptions",
    "io.deltaward.commands" -> "the commands that are looked at without running them",
    "io.deltaward.sql" -> "the rows of a table function"
  )

  test("only the packages that are listed use Delta") {
    val found = classes.asScala.filter(_.getDirectDependenciesFromSelf.asScala.exists { use =>
      val name = use.getTargetClass.getPackageName
      !name.startsWith(bridge) &&
      (name.startsWith("org.apache.spark.sql.delta") || name.startsWith("io.delta."))
    }).map(_.getPackageName).toSet
    assert(found == importDelta.keySet)
  }

  test("every package has its place in the order") {
    val generated = "io.deltaward.sql.grammar"
    val packages = classes.asScala.map(_.getPackageName).toSet
    assert(packages - generated == all.toSet)
  }
}
