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
 * Reads the policies file of the cluster. Each call checks the file's time and length with one request, and reads the file
 * again if they changed. The cluster's Hadoop configuration resolves the path, not the session's.
 */
object ClusterPolicies {

  type Read = Either[PoliciesFileProblem, PoliciesFile]

  /** Returns the policies file, or `None` if the cluster has none. */
  def forSession(session: SparkSession): Option[Read] =
    path(SessionConf.get(session)).map { file =>
      val context = session.asInstanceOf[classic.SparkSession].sparkContext
      read(context.hadoopConfiguration, file)
    }

  /**
   * Returns the policies file, if it is valid with the session's clients.
   *
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_INVALID_POLICIES_FILE`
   */
  def required(session: SparkSession): Option[PoliciesFile] = forSession(session).map { read =>
    def registry = ClientCatalog.forSession(session.asInstanceOf[classic.SparkSession])
    val usable = read.left.map(_.withClients(registry)).flatMap { file =>
      file.problems(registry).toLeft(file)
    }
    usable.fold(problem => throw Errors.invalidPoliciesFile(problem), identity)
  }

  /**
   * Returns the path of the file. Without a cluster setting, the session's own static setting counts, unless the cluster is
   * locked.
   */
  private def path(session: SQLConf): Option[String] = {
    val key = DeltawardConf.POLICIES_PATH.key
    ClusterConf.get(key).orElse {
      if (Lock.isOn(session, ClusterConf.get)) None else InForce.textIn(session)(key)
    }
  }

  /** @param readAt milliseconds since the epoch, as `time` is */
  final private case class Cached(time: Long, length: Long, readAt: Long, found: PoliciesFile) {

    /**
     * Checks whether the file is surely unchanged. A file written just before it was read may change again within the same
     * clock tick.
     */
    def isOf(status: FileStatus): Boolean =
      time == status.getModificationTime && length == status.getLen && readAt - time > tick
  }

  /** Tick of the coarsest clock of any storage, in milliseconds. */
  private val tick = 2000L

  private val files = new ConcurrentHashMap[String, Cached]

  private def read(conf: Configuration, file: String): Read =
    try {
      val path = new Path(file)
      val status = path.getFileSystem(conf).getFileStatus(path)
      val now = System.currentTimeMillis()
      Option(files.get(file)).filter(_.isOf(status)).fold {
        val read = parsed(conf, file)
        // Failures are not cached: a storage may be available again at the next try.
        read.foreach { found =>
          files.put(file, Cached(status.getModificationTime, status.getLen, now, found))
        }
        read
      }(cached => Right(cached.found))
    } catch {
      case _: FileNotFoundException => unread(file, "the file does not exist")
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
            document.places.locationAt(path).fold(LineAndColumn(1, 1)) { place =>
              LineAndColumn(place.getLineNr, place.getColumnNr)
            }
        ).read(document.root, file)
    )
}
