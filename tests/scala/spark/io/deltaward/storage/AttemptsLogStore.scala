package io.deltaward.storage

import java.lang
import java.util.{Iterator => JIterator}

import io.delta.storage.LocalLogStore
import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.delta.util.FileNames

/** Delta's store for local files, with something of a test's choice before an attempt to commit. */
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

  /** What comes before each of the next attempts of a thread. */
  private val next = new ThreadLocal[List[() => Unit]] {
    override protected def initialValue(): List[() => Unit] = Nil
  }

  /** Once, after what this thread's next attempt to commit has lost to is looked at, and before the attempt after that. */
  def beforeSecondAttempt(between: () => Unit): Unit = next.set(List(() => (), between))

  private def reached(): Unit = next.get match {
    case now :: later =>
      next.set(later)
      now()
    case Nil =>
  }
}
