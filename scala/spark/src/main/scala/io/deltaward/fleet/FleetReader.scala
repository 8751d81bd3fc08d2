package io.deltaward.fleet

import scala.util.control.NonFatal

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

import io.deltaward.errors.{ErrorCondition, Errors}
import io.deltaward.log.LogProblem
import io.deltaward.log.LogProblem.{NotATable, NotReadable, PathNotFound, TimedOut}
import io.deltaward.storage.{DeltaLogReader, FileSystemFailure, LogSize, SurveyedLog}
import io.deltaward.tables.{TableAtVersion, TableLocation}

/**
 * The result of reading a place.
 *
 * @param table the table, or why it cannot be read
 */
final case class SurveyedPlace(place: FleetPlace, table: Either[Unreadable, SurveyedTable])

/** A table with the facts of its log that the query needs. */
final case class SurveyedTable(at: TableAtVersion, log: LogFacts)

/**
 * Facts of a log that no verdict needs. They are read only if a query asks for them.
 *
 * @param engine engine that wrote the newest version
 */
final case class LogFacts(engine: Option[String] = None, size: Option[LogSize] = None)

/** Reads more of a table's log, as far as a query needs it. */
trait FurtherReading {

  /** Returns the table, with traces that its verdicts need. */
  def tracing(at: TableAtVersion, log: SurveyedLog): TableAtVersion

  def facts(log: SurveyedLog): LogFacts
}

/**
 * The reason why a table could not be read.
 *
 * @param condition condition of the error; `None` if it has none
 */
final case class Unreadable(condition: Option[String], message: String)

/**
 * Reads the tables of a fleet, in tasks. It never throws for what it finds: a table that cannot be read does not affect the
 * others.
 *
 * @param limit maximum time for one table, or for listing one directory, in milliseconds
 */
final class FleetReader(conf: Configuration, limit: Long, further: FurtherReading) {

  private val reader = new DeltaLogReader(conf)
  private val directories = new Directories(conf)

  def read(place: FleetPlace): Iterator[SurveyedPlace] = place.kind match {
    case FleetPlace.Nowhere(condition, message) =>
      Iterator(SurveyedPlace(place, Left(Unreadable(condition, message))))
    case FleetPlace.Table => Iterator(found(place, log(place)))
    case FleetPlace.Directory => log(place) match {
        case Left(_: NotATable | _: PathNotFound) => below(place)
        case result => Iterator(found(place, result))
      }
  }

  private def below(place: FleetPlace): Iterator[SurveyedPlace] =
    limited(place)(Right(directories.listIn(new Path(place.path)))) match {
      case Right(paths) => paths.iterator.flatMap(path => read(FleetDiscovery.directory(path)))
      case Left(problem) => Iterator(found(place, Left(problem)))
    }

  private def log(place: FleetPlace): Either[LogProblem, SurveyedTable] =
    limited(place)(reader.survey(new Path(place.path)).map { log =>
      val location = TableLocation(place.name, place.quoted, new Path(place.path))
      val at = TableAtVersion.fromState(location, log.state)
      SurveyedTable(further.tracing(at, log), further.facts(log))
    })

  private def limited[A](place: FleetPlace)(
      read: => Either[LogProblem, A]
  ): Either[LogProblem, A] =
    try TimeLimit.run(limit)(read).getOrElse(Left(TimedOut(place.path, limit)))
    catch { case NonFatal(e) => Left(NotReadable(place.path, FileSystemFailure.text(e))) }

  private def found(place: FleetPlace, read: Either[LogProblem, SurveyedTable]): SurveyedPlace =
    SurveyedPlace(
      place,
      read.left.map { problem =>
        val error = Errors.notReadable(problem, place.quoted)
        Unreadable(Some(ErrorCondition.of(error)), error.getMessage)
      }
    )
}
