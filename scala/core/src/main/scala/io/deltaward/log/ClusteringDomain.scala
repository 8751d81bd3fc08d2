package io.deltaward.log

import scala.jdk.CollectionConverters._
import scala.util.Try

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.json.JsonMapper

/** Reads the clustering columns from the domain `delta.clustering` (PROTOCOL.md, Clustered Table). */
private[deltaward] object ClusteringDomain {

  private val Name = "delta.clustering"
  private val mapper = JsonMapper.builder.build()

  /**
   * Returns the columns that a `domainMetadata` action leaves: empty if it removes the domain, `None` if it is about
   * another domain.
   *
   * @return paths of physical names, from the outermost column
   */
  def columns(domain: String, configuration: String, removed: Boolean): Option[Seq[Seq[String]]] =
    Option.when(domain == Name)(if (removed) Nil else read(configuration))

  /**
   * Returns the columns that a `domainMetadata` action in JSON leaves: empty if it removes the domain, `None` for
   * another domain.
   */
  def columns(action: JsonNode): Option[Seq[Seq[String]]] = columns(
    action.path("domain").asText,
    action.path("configuration").asText,
    action.path("removed").asBoolean
  )

  /** Parses the column paths, which Delta keeps as JSON text. */
  private def read(configuration: String): Seq[Seq[String]] =
    Try(mapper.readTree(configuration)).toOption.toSeq
      .flatMap(_.path("clusteringColumns").elements.asScala)
      .map(_.elements.asScala.map(_.asText).toSeq)
}
