package io.deltaward.log

/**
 * The descriptor of a deletion vector (PROTOCOL.md, Deletion Vector Descriptor Schema).
 *
 * @param offset      start of the vector in its file, in bytes
 * @param sizeInBytes size of the vector itself
 * @param cardinality number of rows that the vector marks
 */
final case class DeletionVector(
    storageType: String,
    pathOrInlineDv: String,
    offset: Option[Long],
    sizeInBytes: Long,
    cardinality: Long
) {

  /**
   * Returns the id that tells vectors apart. Files with one path and different vectors are different files
   * (PROTOCOL.md, Derived Fields).
   */
  def uniqueId: String = storageType + pathOrInlineDv + offset.fold("")(at => s"@$at")

  /**
   * Returns the first defect that keeps every reader from finding the vector, in words.
   *
   * @param path path of the descriptor, for the message
   */
  def defect(path: String): Option[String] =
    if (sizeInBytes <= 0) Some(s"$path.sizeInBytes is $sizeInBytes")
    else if (cardinality < 0) Some(s"$path.cardinality is $cardinality")
    else
      storageType match {
        case "i" => Option.unless(isEncoded(pathOrInlineDv) && holds(sizeInBytes))(
            s"$path.pathOrInlineDv is not $sizeInBytes bytes in Base85"
          )
        case "u" | "p" if offset.isEmpty => Some(s"$path.offset is missing")
        case "u" | "p" if offset.exists(_ < 0) => Some(s"$path.offset is negative")
        case "u" => Option.unless(isEncoded(pathOrInlineDv.takeRight(Uuid)))(
            s"$path.pathOrInlineDv does not end with a UUID in Base85"
          )
        case "p" => Option.when(pathOrInlineDv.isEmpty)(s"$path.pathOrInlineDv is empty")
        // A path relative to the table, which the RFC of adaptiveMetadata proposes.
        case "r" => Some(s"$path.storageType is r, which no released Delta Lake reads")
        case other => Some(s"$path.storageType is $other, which the specification does not have")
      }

  /** Checks the length of the text: five characters hold four bytes, and the last group is padded. */
  private def holds(bytes: Long): Boolean = pathOrInlineDv.length == (bytes + 3) / 4 * 5

  private val Uuid = 20

  private def isEncoded(text: String): Boolean =
    text.nonEmpty && text.length % 5 == 0 && text.forall(DeletionVector.alphabet)
}

object DeletionVector {

  /** The alphabet of ZeroMQ's variant of Base85, which PROTOCOL.md uses. */
  private val alphabet: Set[Char] =
    (('0' to '9') ++ ('a' to 'z') ++ ('A' to 'Z') ++ ".-:+=^!/*?&<>()[]{}@%$#").toSet
}
