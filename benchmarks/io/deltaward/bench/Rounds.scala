package io.deltaward.bench

/** Measurements that take turns, so that whatever slows the machine down for a while slows all of them down. */
object Rounds {

  private val WarmUp = 20

  /**
   * `n` rounds with one sample of each of `subjects`, after some that do not count. Every order of the subjects comes
   * equally often.
   *
   * @param sample the milliseconds of one subject in one round
   * @return the samples of each subject, by round
   */
  def of[A](subjects: Seq[A], n: Int)(sample: (A, Int) => Double): Map[A, Samples] = {
    val orders = subjects.permutations.toIndexedSeq
    val rounds = (0 until WarmUp + n).map { round =>
      orders(round % orders.size).map(subject => subject -> sample(subject, round)).toMap
    }
    subjects.map(s => s -> Samples(rounds.drop(WarmUp).map(_(s)))).toMap
  }
}
