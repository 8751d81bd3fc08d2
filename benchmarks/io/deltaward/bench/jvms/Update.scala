package io.deltaward.bench.jvms

/**
 * The outcome of one update of one writer.
 *
 * @param statements   number of statements until one committed or the time was over
 * @param attempts     number of attempts of these statements to write a commit
 * @param milliseconds total time of these statements
 * @param failures     errors of the statements that failed
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
