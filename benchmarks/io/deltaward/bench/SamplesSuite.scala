package io.deltaward.bench

import org.scalatest.funsuite.AnyFunSuite

class SamplesSuite extends AnyFunSuite {

  test("a round that is slow for both sides leaves their ratio as it is") {
    val base = Samples(IndexedSeq(10, 10, 10, 10, 10))
    val disturbed = Samples(IndexedSeq(10, 400, 10, 900, 700))
    def slower(s: Samples) = Samples(s.times.map(_ * 1.5))
    assert(Samples.ratio(slower(base), base) == Ratio(1.5, 1.5, 1.5))
    assert(Samples.ratio(slower(disturbed), disturbed) == Ratio(1.5, 1.5, 1.5))
  }

  test("the confidence interval holds the median, and is wider where rounds disagree") {
    val base = Samples(IndexedSeq.fill(100)(10.0))
    def spread(by: Double) =
      Samples.ratio(Samples(IndexedSeq.tabulate(100)(i => 10 + by * (i % 10))), base)
    val (narrow, wide) = (spread(0.1), spread(1))
    Seq(narrow, wide).foreach(r => assert(r.low <= r.median && r.median <= r.high))
    assert(wide.high - wide.low > narrow.high - narrow.low)
  }

  test("quantiles lie between samples in proportion") {
    assert(Samples.quantile(IndexedSeq(3, 1, 2, 4), 0.5) == 2.5)
    assert(Samples.quantile(IndexedSeq(0, 10), 0.95) == 9.5)
  }

  test("every order of the subjects comes equally often, and the first rounds do not count") {
    var orders = Seq.empty[String]
    val samples = Rounds.run(Seq("a", "b", "c"), 10) { (subject, round) =>
      orders :+= subject
      round.toDouble
    }
    val counted = orders.grouped(3).map(_.mkString).take(24).toSeq
    assert(counted.groupBy(identity).map(_._2.size).toSet == Set(4))
    assert(samples("a").times == (20 until 30).map(_.toDouble))
  }
}
