package io.deltaward.bench

/** Measures subjects in turns, so that a slow phase of the machine slows all of them down. */
object Rounds {

  private val WarmUp = 20

  /**
   * Measures each of `subjects` once in each of `n` rounds, after some rounds that do not count. Every order of the
   * subjects comes equally often.
   *
   * @param sample the milliseconds of one subject in one round
   * @return the samples of each subject, by round
   */
  def run[A](subjects: Seq[A], n: Int)(sample: (A, Int) => Double): Map[A, Samples] = {
    val orders = subjects.permutations.toIndexedSeq
    val rounds = (0 until WarmUp + n).map { round =>
      orders(round % orders.size).map(subject => subject -> sample(subject, round)).toMap
    }
    subjects.map(s => s -> Samples(rounds.drop(WarmUp).map(_(s)))).toMap
  }
}
