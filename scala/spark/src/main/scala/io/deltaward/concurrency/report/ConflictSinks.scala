package io.deltaward.concurrency.report

import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID
import java.util.concurrent.{ConcurrentHashMap, LinkedBlockingQueue}

import scala.collection.immutable.ListMap
import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.control.NonFatal

import com.fasterxml.jackson.databind.json.JsonMapper
import com.fasterxml.jackson.module.scala.DefaultScalaModule
import io.delta.tables.DeltaTable
import org.apache.hadoop.fs.Path
import org.apache.spark.SparkContext
import org.apache.spark.internal.Logging
import org.apache.spark.scheduler.{SparkListener, SparkListenerApplicationEnd}
import org.apache.spark.sql.{DataFrame, DataFrameWriter, Encoders}
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.delta.files.TahoeFileIndex
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.execution.datasources.{HadoopFsRelation, LogicalRelation}
import org.apache.spark.sql.types.StructType

import io.deltaward.conf.ConflictSink
import io.deltaward.conf.ConflictSink.{JsonLines, Memory, Table, TableAt}

/**
 * Writes conflict events where users can read them later. One thread writes them in order, many at once. No commit waits for
 * a sink or fails because of one. The log reports a problem with a sink once, until a write to it succeeds.
 */
object ConflictSinks extends Logging {

  private val mostWaiting = 10000

  /** The catalog and schema of a table name that has none. */
  final private case class CatalogNamespace(catalog: String, namespace: Seq[String])

  final private case class Waiting(
      event: ConflictEvent,
      sink: ConflictSink,
      session: SparkSession,
      place: CatalogNamespace
  )

  private val waiting = new LinkedBlockingQueue[Waiting](mostWaiting)
  private val failing = ConcurrentHashMap.newKeySet[ConflictSink]()
  private val heard = mutable.WeakHashMap.empty[AnyRef, Unit]

  final private class Writer extends Thread("deltaward-conflicts") {
    setDaemon(true)
    override def run(): Unit = while (true) {
      val next = waiting.take()
      leaveJob(next.session.sparkContext)
      write(Seq(next))
    }
  }

  /**
   * Clears the tags, group, pool and statement of a job. A thread inherits them from the thread that happened to start it.
   */
  private def leaveJob(context: SparkContext): Unit = {
    context.clearJobTags()
    context.clearJobGroup()
    Seq("spark.scheduler.pool", SQLExecution.EXECUTION_ID_KEY, SQLExecution.EXECUTION_ROOT_ID_KEY)
      .foreach(context.setLocalProperty(_, null))
  }

  private lazy val writer: Writer = {
    val made = new Writer
    made.start()
    made
  }

  /** Checks whether this thread commits conflict events. Its own conflicts become no events. */
  def isWriting: Boolean = Thread.currentThread.isInstanceOf[Writer]

  /**
   * Queues an event for a sink.
   *
   * @param session the session whose credentials and catalogs the sink uses
   */
  def send(event: ConflictEvent, sink: ConflictSink, session: SparkSession): Unit =
    if (sink != Memory) {
      listenForTheEnd(session)
      require(writer.isAlive)
      if (!waiting.offer(Waiting(event, sink, session, placeOf(session))))
        tell(sink, s"more than $mostWaiting events wait")
    }

  private def placeOf(session: SparkSession): CatalogNamespace = {
    val catalogs = session.sessionState.catalogManager
    CatalogNamespace(catalogs.currentCatalog.name, catalogs.currentNamespace.toSeq)
  }

  /** Writes the waiting events when the application ends, which may be the last chance. */
  private def listenForTheEnd(session: SparkSession): Unit = heard.synchronized {
    val context = session.sparkContext
    if (!heard.contains(context)) {
      heard.update(context, ())
      context.addSparkListener(new SparkListener {
        override def onApplicationEnd(end: SparkListenerApplicationEnd): Unit = write(Nil)
      })
    }
  }

  private def write(first: Seq[Waiting]): Unit = synchronized {
    val rest = new java.util.ArrayList[Waiting]
    waiting.drainTo(rest)
    (first ++ rest.asScala).groupBy(next => (next.sink, next.place)).foreach {
      case ((sink, place), events) =>
        try {
          write(sink, place, events.map(_.event), events.last.session)
          failing.remove(sink)
        } catch { case NonFatal(error) => tell(sink, error.toString) }
    }
  }

  private def write(
      sink: ConflictSink,
      place: CatalogNamespace,
      events: Seq[ConflictEvent],
      session: SparkSession
  ): Unit = sink match {
    case Memory => ()
    case JsonLines(directory) => writeLines(new Path(directory), events, session)
    case TableAt(directory) =>
      val own = session.newSession()
      val table = Option.when(DeltaTable.isDeltaTable(own, directory))(
        own.read.format("delta").load(directory)
      )
      append(own, table, events)(_.save(directory))
    case Table(name) =>
      val own = sessionIn(session, place)
      append(own, Option.when(own.catalog.tableExists(name))(own.table(name)), events)(
        _.saveAsTable(name)
      )
  }

  /** Returns a new session, so that the settings and temporary views of the other one do not change what is written. */
  private def sessionIn(session: SparkSession, place: CatalogNamespace): SparkSession = {
    val own = session.newSession()
    own.sessionState.catalogManager.setCurrentCatalog(place.catalog)
    own.sessionState.catalogManager.setCurrentNamespace(place.namespace.toArray)
    own
  }

  /**
   * Appends the events, except those of the sink table itself. Otherwise a statement that changes that table would conflict
   * with the event of its own conflict.
   *
   * @param table the sink table, if it exists
   */
  private def append(session: SparkSession, table: Option[DataFrame], events: Seq[ConflictEvent])(
      to: DataFrameWriter[_] => Unit
  ): Unit = {
    table.foreach(found => requireOurs(found.schema))
    val path = table.flatMap(pathOf)
    val others = events.filterNot(event => path.contains(event.tablePath))
    if (others.nonEmpty)
      to(
        session.createDataFrame(others).write
          .format("delta").mode("append").option("mergeSchema", "true")
      )
  }

  private def pathOf(table: DataFrame): Option[String] =
    table.queryExecution.analyzed.collect { case relation: LogicalRelation => relation.relation }
      .collect { case files: HadoopFsRelation => files.location }
      .collectFirst { case index: TahoeFileIndex => index.deltaLog.dataPath.toString }

  /** Requires a table of events. Any other table would get all columns of an event. */
  private def requireOurs(schema: StructType): Unit = {
    val others = schema.fieldNames.filterNot(columns.contains)
    require(others.isEmpty, s"the table has other columns: ${others.mkString(", ")}")
    val missing = always.filterNot(schema.fieldNames.contains)
    require(missing.isEmpty, s"the table lacks columns: ${missing.mkString(", ")}")
  }

  private val columns: Set[String] =
    Encoders.product[ConflictEvent].schema.fieldNames.toSet

  /** The columns that every release has written. */
  private val always =
    Seq("number", "checkedAt", "tablePath", "operation", "winningVersion", "outcome")

  /**
   * Writes the events to a hidden file and renames it. Spark skips names that begin with a dot, so readers only see whole
   * files.
   */
  private def writeLines(
      directory: Path,
      events: Seq[ConflictEvent],
      session: SparkSession
  ): Unit = {
    val fs = directory.getFileSystem(session.sessionState.newHadoopConf())
    val name = s"conflicts-${events.head.checkedAt.getTime}-${UUID.randomUUID}.json"
    val hidden = new Path(directory, s".$name")
    Using.resource(fs.create(hidden, false)) { out =>
      events.foreach(event => out.write(s"${line(event)}\n".getBytes(UTF_8)))
    }
    require(fs.rename(hidden, new Path(directory, name)), s"$hidden cannot be renamed")
  }

  private def line(event: ConflictEvent): String = {
    val values = event.productElementNames.zip(event.productIterator).map {
      case (name, time: java.sql.Timestamp) => name -> time.toInstant.toString
      case (name, Some(value)) => name -> value
      case (name, None) => name -> null
      case (name, value) => name -> value
    }
    json.writeValueAsString(ListMap.from(values))
  }

  /** Writes a null for each missing value, so that each file has every column. */
  private val json = JsonMapper.builder.addModule(DefaultScalaModule).build()

  private def tell(sink: ConflictSink, problem: String): Unit =
    if (failing.add(sink))
      logWarning(Secret.replaceAllIn(
        s"Conflict events cannot be written to $sink: $problem",
        "://***@"
      ))

  /** Matches the credentials in `s3a://key:secret@bucket`. */
  private val Secret = raw"://[^@\s]*:[^@\s]*@".r
}
