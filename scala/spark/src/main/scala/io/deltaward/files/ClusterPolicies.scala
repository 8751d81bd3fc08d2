package io.deltaward.files

import java.io.FileNotFoundException
import java.util.concurrent.ConcurrentHashMap

import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}
import org.apache.spark.sql.{classic, SparkSession}
import org.apache.spark.sql.internal.SQLConf

import io.deltaward.conf.{ClusterConf, DeltawardConf, InForce, Lock, SessionConf}
import io.deltaward.errors.Errors
import io.deltaward.policy.{LineAndColumn, PoliciesFile, PoliciesFileProblem}
import io.deltaward.rules.PoliciesFileFormat

/**
 * The policies file of the cluster. It is read again when its time or length has changed: to look costs one request. It is
 * where the cluster finds it, wherever a session looks for files.
 */
object ClusterPolicies {

  type Read = Either[PoliciesFileProblem, PoliciesFile]

  /** `None` where the cluster has none. */
  def of(session: SparkSession): Option[Read] =
    path(SessionConf.of(session)).map { file =>
      val context = session.asInstanceOf[classic.SparkSession].sparkContext
      read(context.hadoopConfiguration, file)
    }

  /** @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_POLICIES_FILE` */
  def required(session: SparkSession): Option[PoliciesFile] = of(session).map { read =>
    def registry = ClientCatalog.of(session.asInstanceOf[classic.SparkSession])
    val usable = read.left.map(_.withClients(registry)).flatMap { file =>
      file.problems(registry).toLeft(file)
    }
    usable.fold(problem => throw Errors.invalidPoliciesFile(problem), identity)
  }

  /** Of a session that was built alone, its own static one counts, except where the cluster is locked. */
  private def path(session: SQLConf): Option[String] = {
    val key = DeltawardConf.POLICIES_PATH.key
    ClusterConf.get(key).orElse {
      if (Lock.isOn(session, ClusterConf.get)) None else InForce.textIn(session)(key)
    }
  }

  /** @param readAt milliseconds since the epoch */
  final private case class Cached(time: Long, length: Long, readAt: Long, found: PoliciesFile) {

    /** A file that was written at the moment of reading may have been written again, in the same tick of its clock. */
    def isOf(status: FileStatus): Boolean =
      time == status.getModificationTime && length == status.getLen && readAt - time > tick
  }

  /** Of the coarsest clock of a storage, in milliseconds. */
  private val tick = 2000L

  private val files = new ConcurrentHashMap[String, Cached]

  private def read(conf: Configuration, file: String): Read =
    try {
      val path = new Path(file)
      val status = path.getFileSystem(conf).getFileStatus(path)
      val now = System.currentTimeMillis()
      Option(files.get(file)).filter(_.isOf(status)).fold {
        val read = parsed(conf, file)
        // What stood in the way may be the storage, which another try could find in order.
        read.foreach { found =>
          files.put(file, Cached(status.getModificationTime, status.getLen, now, found))
        }
        read
      }(cached => Right(cached.found))
    } catch {
      case _: FileNotFoundException => unread(file, "there is no such file")
      case NonFatal(e) => unread(file, String.valueOf(e.getMessage))
    }

  private def unread(file: String, problem: String): Read =
    Left(PoliciesFileProblem(file, Seq(problem)))

  private def parsed(conf: Configuration, file: String): Read =
    YamlDocument.read(conf, file).fold(
      unread(file, _),
      document =>
        new PoliciesFileFormat(
          FileSystem.getDefaultUri(conf).toString,
          LocalLinks.target,
          path =>
            document.places.at(path).fold(LineAndColumn(1, 1)) { place =>
              LineAndColumn(place.getLineNr, place.getColumnNr)
            }
        ).read(document.root, file)
    )
}
