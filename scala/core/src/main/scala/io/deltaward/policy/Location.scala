package io.deltaward.policy

import java.util.Locale

/** Writes the location of a table in one normal form: `s3a://lake/finance/orders/`. */
object Location {

  private val Uri = "(?s)([A-Za-z][A-Za-z0-9+.-]*):(?://([^/]*))?(/.*)?".r

  /** Aliases of storage schemes. A path with either scheme leads to the same table. */
  private val schemes = Map("s3" -> "s3a", "s3n" -> "s3a", "abfs" -> "abfss", "wasb" -> "wasbs")

  private val ports = Map("hdfs" -> ":8020", "viewfs" -> "")

  /**
   * Normalizes schemes, hosts, slashes and dots of a location. Leaves percent signs alone.
   *
   * @param home file system of a path that names none: `hdfs://lake`
   * @return `None` if the location is not absolute
   */
  def parse(text: String, home: String): Option[String] = text.trim match {
    case path if path.startsWith("/") => parse(home.reverse.dropWhile(_ == '/').reverse + path)
    case uri => parse(uri, Some(home))
  }

  /** Normalizes a location that names its file system. */
  def parse(uri: String): Option[String] = parse(uri, None)

  private def parse(uri: String, home: Option[String]): Option[String] = uri match {
    case Uri(scheme, authority, path) =>
      val known = schemeOf(scheme)
      val at = Option(authority).filter(_.nonEmpty).orElse(hostOf(home, known)).getOrElse("")
      val host = at.toLowerCase(Locale.ROOT).stripSuffix(ports.getOrElse(known, ""))
      val bare = if (known == "file" && host == "localhost") "" else host
      Some(s"$known://$bare/${parts(Option(path).getOrElse("")).map(_ + "/").mkString}")
    case _ => None
  }

  /** Checks whether a location is in an object store but names no bucket. */
  def isNowhere(location: String): Boolean = location match {
    case Uri(scheme, "", _) => objectStores.contains(scheme)
    case _ => false
  }

  private val objectStores = Set("s3a", "gs", "abfss", "wasbs")

  private def schemeOf(scheme: String): String = {
    val lower = scheme.toLowerCase(Locale.ROOT)
    schemes.getOrElse(lower, lower)
  }

  private def hostOf(home: Option[String], scheme: String): Option[String] = home.collect {
    case Uri(own, host, _) if schemeOf(own) == scheme => host
  }.filter(_ != null)

  private def parts(path: String): Seq[String] =
    path.split('/').foldLeft(Vector.empty[String]) {
      case (above, "" | ".") => above
      case (above, "..") => above.dropRight(1)
      case (above, part) => above :+ part
    }
}
