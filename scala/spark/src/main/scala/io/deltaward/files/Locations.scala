package io.deltaward.files

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.policy.Location

/** Where a table is, as a policies file can know it. */
object Locations {

  /**
   * As [[io.deltaward.policy.Location]] writes it, and where mounts, and links of the local file system, lead to.
   *
   * @param conf with which the path is reached; also in a task
   */
  def of(path: Path, conf: => Configuration): Seq[String] = {
    val qualified =
      if (path.toUri.getScheme != null) path
      else path.getFileSystem(conf).makeQualified(path)
    (qualified +: Mounts.target(qualified, conf).toSeq)
      .flatMap(path => Location.of(path.toString))
      .flatMap(named => named +: LocalLinks.target(named).toSeq)
      .distinct
  }
}
