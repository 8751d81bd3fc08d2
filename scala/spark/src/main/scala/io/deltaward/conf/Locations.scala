package io.deltaward.conf

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.policy.Location

/** Where a table is, as a policies file can know it. */
object Locations {

  /**
   * As [[io.deltaward.policy.Location]] writes it, and where links of the local file system lead to.
   *
   * @param conf for a path that names no file system; also in a task
   */
  def of(path: Path, conf: => Configuration): Seq[String] = {
    val qualified =
      if (path.toUri.getScheme != null) path
      else path.getFileSystem(conf).makeQualified(path)
    Location.of(qualified.toString).toSeq.flatMap(named => named +: LocalLinks.target(named).toSeq)
  }
}
