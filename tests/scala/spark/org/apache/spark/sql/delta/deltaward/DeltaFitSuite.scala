package org.apache.spark.sql.delta.deltaward

import java.net.{URL, URLClassLoader}
import java.nio.file.Paths

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.errors.DeltawardAnalysisException

class DeltaFitSuite extends AnyFunSuite {

  /** Sees the Delta of `jar` in place of the one on the class path. */
  final private class WithDelta(jar: URL)
      extends URLClassLoader(Array(jar), getClass.getClassLoader) {

    override def loadClass(name: String, resolve: Boolean): Class[_] =
      if (name.startsWith("org.apache.spark.sql.delta.") || name.startsWith("io.delta."))
        Option(findLoadedClass(name)).getOrElse(findClass(name))
      else super.loadClass(name, resolve)
  }

  private def refusal(loader: ClassLoader): DeltawardAnalysisException =
    intercept[DeltawardAnalysisException](DeltaFit.requireIn(loader))

  test("the Delta that is built against fits") {
    assert(DeltaFit.missing(getClass.getClassLoader).isEmpty)
    assert(DeltaFit.version(getClass.getClassLoader) == BuildVersions.deltaVersion)
  }

  test("an older Delta is refused, naming its version, the supported one and what it lacks") {
    val jar = Paths.get(System.getProperty("deltaward.test.olderDelta"))
    val error = refusal(new WithDelta(jar.toUri.toURL))
    assert(error.getCondition == "DELTAWARD_UNSUPPORTED_DELTA")
    assert(jar.getFileName.toString.contains(error.getMessageParameters.get("found")))
    assert(error.getMessageParameters.get("supported") == BuildVersions.deltaVersion)
    assert(error.getMessageParameters.get("missing").contains("OptimisticTransactionImpl.doCommit"))
  }

  test("no Delta at all is refused in the same way") {
    val error = refusal(ClassLoader.getPlatformClassLoader)
    assert(error.getCondition == "DELTAWARD_UNSUPPORTED_DELTA")
    val missing = error.getMessageParameters.get("missing")
    assert(DeltaFit.needed.forall(m => missing.contains(m.toString)))
  }
}
