package io.deltaward.bench.jvms

/**
 * What became of one update of one writer.
 *
 * @param statements   until one committed, or the time was over
 * @param attempts     to write a commit, of all of these
 * @param milliseconds of all of these
 * @param failures     of statements
 */
final case class Update(
    key: Int,
    round: Int,
    isDone: Boolean,
    statements: Int,
    attempts: Int,
    milliseconds: Double,
    failures: Seq[String]
)
