package io.deltaward.bench.jvms

import java.{lang, util}

import io.delta.storage.LocalLogStore
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.util.FileNames

/** Delta's log store for local files, which counts each thread's attempts to write a commit. */
class CountingLogStore(conf: Configuration) extends LocalLogStore(conf) {

  override def write(
      path: Path,
      actions: util.Iterator[String],
      overwrite: lang.Boolean,
      conf: Configuration
  ): Unit = {
    if (FileNames.isDeltaFile(path))
      CountingLogStore.attempts.set(CountingLogStore.attempts.get + 1)
    super.write(path, actions, overwrite, conf)
  }
}

object CountingLogStore {

  private val attempts = ThreadLocal.withInitial[Int](() => 0)

  /** Returns the number of attempts of this thread. */
  def count: Int = attempts.get
}
