package io.deltaward.fleet

import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.errors.Errors
import io.deltaward.log.{LogProblem, TableState}
import io.deltaward.log.LogProblem.{NotATable, NotReadable, PathNotFound, TimedOut}
import io.deltaward.storage.{DeltaLogReader, FileSystemFailure, LogSize, SurveyedLog}
import io.deltaward.tables.{TableAtVersion, TableLocation}

/**
 * What there is at a place.
 *
 * @param table the table, or why it cannot be told what it is
 */
final case class Found(place: Place, table: Either[Unreadable, SurveyedTable])

/** @param log what else was asked of its log */
final case class SurveyedTable(at: TableAtVersion, log: LogFacts)

/**
 * What is not needed to judge a table, and is read where it is asked for.
 *
 * @param engine that wrote the newest version
 */
final case class LogFacts(engine: Option[String] = None, size: Option[LogSize] = None)

/** @param condition of the error; `None` where it has none */
final case class Unreadable(condition: Option[String], message: String)

/**
 * Reads the tables of a fleet, in tasks. It never throws for what it finds: a table that cannot be read is a problem of that
 * table alone.
 *
 * @param limit milliseconds that one table, or the listing of one directory, may take
 * @param facts asks a log for more
 */
final class FleetReader(conf: Configuration, limit: Long, facts: SurveyedLog => LogFacts) {

  private val reader = new DeltaLogReader(conf)
  private val directories = new Directories(conf)

  def read(place: Place): Iterator[Found] = place.kind match {
    case Place.Nowhere(condition, message) =>
      Iterator(Found(place, Left(Unreadable(condition, message))))
    case Place.Table => Iterator(found(place, log(place)))
    case Place.Directory => log(place) match {
        case Left(_: NotATable | _: PathNotFound) => below(place)
        case result => Iterator(found(place, result))
      }
  }

  private def below(place: Place): Iterator[Found] =
    limited(place)(Right(directories.in(new Path(place.path)))) match {
      case Right(paths) => paths.iterator.flatMap(path => read(FleetDiscovery.directory(path)))
      case Left(problem) => Iterator(found(place, Left(problem)))
    }

  private def log(place: Place): Either[LogProblem, (TableState, LogFacts)] =
    limited(place)(reader.survey(new Path(place.path)).map(log => log.state -> facts(log)))

  private def limited[A](place: Place)(
      read: => Either[LogProblem, A]
  ): Either[LogProblem, A] =
    try TimeLimit.within(limit)(read).getOrElse(Left(TimedOut(place.path, limit)))
    catch { case NonFatal(e) => Left(NotReadable(place.path, FileSystemFailure.text(e))) }

  private def found(place: Place, read: Either[LogProblem, (TableState, LogFacts)]): Found = {
    val location = TableLocation(place.name, place.quoted, new Path(place.path))
    Found(
      place,
      read
        .map { case (state, facts) => SurveyedTable(TableAtVersion.of(location, state), facts) }
        .left.map { problem =>
          val error = Errors.notReadable(problem, place.quoted)
          Unreadable(Some(error.getCondition), error.getMessage)
        }
    )
  }
}
