package io.deltaward.bench

import scala.util.Random

/** Times of one side of a comparison in milliseconds, in the order in which they were taken. */
final case class Samples(times: IndexedSeq[Double]) {
  def median: Double = Samples.quantile(times, 0.5)
  def p95: Double = Samples.quantile(times, 0.95)
}

/** The ratio of two sides whose n-th samples were taken one right after the other. */
final case class Ratio(median: Double, low: Double, high: Double)

object Samples {

  private val Resamples = 10000

  /**
   * Returns the median of `side / base` over the pairs, with the 95 % confidence interval of the percentile
   * bootstrap. A slow phase of the machine hardly affects it.
   */
  def ratio(side: Samples, base: Samples): Ratio = {
    val pairs = side.times.zip(base.times).map { case (s, b) => s / b }
    val random = new Random(1)
    val medians = IndexedSeq.fill(Resamples)(
      quantile(IndexedSeq.fill(pairs.size)(pairs(random.nextInt(pairs.size))), 0.5)
    )
    Ratio(quantile(pairs, 0.5), quantile(medians, 0.025), quantile(medians, 0.975))
  }

  /** Interpolates linearly between two samples. */
  def quantile(values: IndexedSeq[Double], q: Double): Double = {
    val sorted = values.sorted
    val at = q * (sorted.size - 1)
    val below = math.floor(at).toInt
    val above = math.ceil(at).toInt
    sorted(below) + (sorted(above) - sorted(below)) * (at - below)
  }
}
