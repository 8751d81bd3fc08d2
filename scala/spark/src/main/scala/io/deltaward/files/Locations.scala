package io.deltaward.files

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.policy.Location

/** Lists the locations by which a policies file can name a table. */
object Locations {

  /**
   * Returns the location of a path, and the locations behind mounts and links of the local file system. All are written as
   * [[io.deltaward.policy.Location]] writes them.
   *
   * @param conf Hadoop configuration that reaches the path; tasks pass one too
   */
  def spellings(path: Path, conf: => Configuration): Seq[String] = {
    val qualified =
      if (path.toUri.getScheme != null) path
      else path.getFileSystem(conf).makeQualified(path)
    (qualified +: Mounts.target(qualified, conf).toSeq)
      .flatMap(path => Location.parse(path.toString))
      .flatMap(named => named +: LocalLinks.target(named).toSeq)
      .distinct
  }
}
