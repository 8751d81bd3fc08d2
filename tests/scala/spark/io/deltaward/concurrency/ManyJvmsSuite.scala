package io.deltaward.concurrency

import org.scalatest.Tag
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.{DeltaSession, Exhaustive}
import io.deltaward.bench.jvms.{CounterTable, WriterJvms}

/** Tests writers in several JVMs, which share no lock. Each counts in a key of its own, in files that hold all keys. */
class ManyJvmsSuite extends AnyFunSuite with DeltaSession {

  private val Minutes = 20

  private def exact(jvms: Int, threads: Int, rounds: Int, tags: Tag*): Unit =
    test(s"$jvms JVMs of $threads writers: no update fails, and each counts once", tags: _*) {
      val folder = temporaryDirectory()
      val table = new CounterTable(spark, folder.resolve("table"), jvms * threads, rounds)
      val writers = new WriterJvms(jvms, folder)
      try {
        val fared = writers.write(guarded = true, table.path, jvms, threads, rounds, Minutes * 60)
        assert(fared.failures.isEmpty)
        assert(fared.done.size == jvms * threads * rounds)
        assert(table.wrong(fared.updates).isEmpty)
      } finally writers.stop()
    }

  exact(jvms = 2, threads = 2, rounds = 3)
  exact(jvms = 8, threads = 8, rounds = 4, Exhaustive)
}
