package io.deltaward.bench.jvms

import java.{lang, util}

import io.delta.storage.LocalLogStore
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.util.FileNames

/** Delta's own, which counts how often each thread has tried to write a commit. */
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

  /** Those of this thread. */
  def count: Int = attempts.get
}
