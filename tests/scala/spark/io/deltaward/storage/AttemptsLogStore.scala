package io.deltaward.storage

import java.lang
import java.util.{Iterator => JIterator}

import io.delta.storage.LocalLogStore
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.util.FileNames

/** Delta's log store for local files, with an action of the test's choice before an attempt to commit. */
final class AttemptsLogStore(hadoopConf: Configuration) extends LocalLogStore(hadoopConf) {

  override def write(
      path: Path,
      actions: JIterator[String],
      overwrite: lang.Boolean,
      hadoopConf: Configuration
  ): Unit = {
    if (!overwrite && FileNames.isDeltaFile(path)) AttemptsLogStore.reached()
    super.write(path, actions, overwrite, hadoopConf)
  }
}

object AttemptsLogStore {

  /** The actions that run before each of a thread's next attempts. */
  private val next = new ThreadLocal[List[() => Unit]] {
    override protected def initialValue(): List[() => Unit] = Nil
  }

  /** Runs `between` once, before this thread's second attempt to commit and after the conflict check of the first. */
  def beforeSecondAttempt(between: () => Unit): Unit = next.set(List(() => (), between))

  private def reached(): Unit = next.get match {
    case now :: later =>
      next.set(later)
      now()
    case Nil =>
  }
}
