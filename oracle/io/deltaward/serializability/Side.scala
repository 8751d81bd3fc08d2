package io.deltaward.serializability

import scala.collection.mutable

import org.apache.spark.sql.SparkSession

import io.deltaward.DeltaSession

/** Delta with or without the extension, on one Spark context. Each set of settings has a session of its own. */
sealed abstract class Side(val name: String) {

  protected def first: SparkSession

  private val known = mutable.Map.empty[Map[String, String], SparkSession]

  def session(settings: Map[String, String] = Map.empty): SparkSession = known.synchronized {
    known.getOrElseUpdate(
      settings, {
        val session = first.newSession()
        (Side.settings ++ settings).foreach { case (key, value) => session.conf.set(key, value) }
        session
      }
    )
  }
}

object Side {

  case object Plain extends Side("plain") {
    override protected def first: SparkSession = DeltaSession.plain
  }

  case object Extended extends Side("extended") {
    override protected def first: SparkSession = DeltaSession.shared
  }

  def named(name: String): Side = Seq(Plain, Extended).find(_.name == name)
    .getOrElse(throw new IllegalArgumentException(name))

  /** Timestamps without a time zone are in UTC. A statement that waits between two attempts holds no commit lock. */
  private val settings = Map(
    "spark.databricks.delta.commitLock.enabled" -> "false",
    "spark.databricks.delta.retentionDurationCheck.enabled" -> "false",
    "spark.sql.session.timeZone" -> "UTC"
  )
}
