package org.apache.spark.sql.delta.deltaward

import java.net.{URL, URLClassLoader}
import java.nio.file.Paths

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.ConditionSyntax
import io.deltaward.errors.UnsupportedDeltaException

class DeltaFitSuite extends AnyFunSuite with ConditionSyntax {

  /** Loads Delta from `jar` instead of from the class path. */
  final private class WithDelta(jar: URL)
      extends URLClassLoader(Array(jar), getClass.getClassLoader) {

    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name.startsWith("org.apache.spark.sql.delta.") || name.startsWith("io.delta."))
        Option(findLoadedClass(name)).getOrElse(findClass(name))
      else super.loadClass(name, resolve)

    override def getResource(name: String): URL =
      if (name.startsWith("org/apache/spark/sql/delta/") || name.startsWith("io/delta/"))
        findResource(name)
      else super.getResource(name)
  }

  private val older = Paths.get(System.getProperty("deltaward.test.olderDelta"))

  private def refusal(loader: ClassLoader): UnsupportedDeltaException =
    intercept[UnsupportedDeltaException](DeltaFit.requireIn(loader))

  test("what a commit hangs on is looked for, with the types of its parameters") {
    def of(className: String, name: String): Seq[String] = DeltaFit.needed
      .filter(m => m.className.endsWith(s".$className") && m.name == name).map(_.descriptor)
    assert(of("OptimisticTransaction", "doCommit").exists(_.contains("CurrentTransactionInfo")))
    assert(of("actions.AddFile", "copy").nonEmpty)
    assert(of("ConflictChecker", "checkForDeletedFilesAgainstCurrentTxnReadFiles").nonEmpty)
    assert(of("catalyst.parser.ParserInterface", "parsePlan").nonEmpty)
  }

  test("the Delta that is built against fits") {
    assert(DeltaFit.missing(getClass.getClassLoader).isEmpty)
    assert(DeltaFit.version(getClass.getClassLoader) == BuildVersions.deltaVersion)
  }

  test("the jar fits each Delta release of its line") {
    val others = System.getProperty("deltaward.test.otherReleases").split(',').filter(_.nonEmpty)
    others.foreach { jar =>
      val loader = new WithDelta(Paths.get(jar).toUri.toURL)
      assert(jar.endsWith(s"-${DeltaFit.version(loader)}.jar"))
      assert(DeltaFit.missing(loader).isEmpty, jar)
    }
  }

  test("an older Delta is refused, naming its version, the supported one and what it lacks") {
    val loader = new WithDelta(older.toUri.toURL)
    val error = refusal(loader)
    assert(error.getCondition == "DELTAWARD_UNSUPPORTED_DELTA")
    val found = error.getMessageParameters.get("found")
    assert(older.getFileName.toString.contains(found.takeWhile(_ != ' ')))
    assert(found.endsWith(s" on Spark ${BuildVersions.sparkVersion}"))
    assert(error.getMessageParameters.get("supported") ==
      s"${BuildVersions.deltaReleases.mkString(" or ")} on Spark ${BuildVersions.sparkVersion}")
    assert(DeltaFit.missing(loader).exists(_.toString.startsWith("OptimisticTransaction")))
    assert(error.getMessage.length < 1000)
    assert(error.getMessage.contains("Start Spark with: --packages " +
      s"io.delta:${BuildVersions.deltaArtifact}:${BuildVersions.deltaVersion}. Or, to run "))
  }

  test("the error names the jar of the line that has these versions") {
    assert(BuildVersions.lines.size > 5)
    BuildVersions.lines.foreach { case (versions, line) =>
      val (spark, delta) = versions.splitAt(versions.indexOf(" "))
      val advice = DeltaFit.advice(s"$spark.9", s"${delta.trim}.9")
      if (line == BuildVersions.line) assert(advice.startsWith("Start Spark with: --packages "))
      else
        assert(advice == s"Use this jar instead: deltaward-$line-${BuildVersions.version}.jar")
    }
  }

  test("the refusal needs no class of a Spark that may not fit either") {
    val above = Iterator.iterate[Class[_]](classOf[UnsupportedDeltaException])(_.getSuperclass)
      .takeWhile(_ != null).toSeq
    assert(above.tail.forall(_.getName.startsWith("java.lang.")))
  }

  test("no Delta at all is refused in the same way") {
    val error = refusal(ClassLoader.getPlatformClassLoader)
    assert(error.getCondition == "DELTAWARD_UNSUPPORTED_DELTA")
    assert(DeltaFit.missing(ClassLoader.getPlatformClassLoader) == DeltaFit.needed)
  }

  test("a class file is enough: a member is found where a class above declares it") {
    val members = new Members(getClass.getClassLoader)
    assert(members.has("org.apache.spark.sql.delta.DeltaLog", "hashCode", "()I"))
    assert(!members.has("org.apache.spark.sql.delta.DeltaLog", "hashCode", "(I)I"))
    assert(!members.has("org.apache.spark.sql.delta.NoSuchClass", "", ""))
  }
}
