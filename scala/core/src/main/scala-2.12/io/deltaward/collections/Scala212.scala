package io.deltaward.collections

import scala.collection.{mutable, GenTraversableOnce}
import scala.collection.immutable.TreeMap
import scala.util.Try

/**
 * Has what the collections of Scala 2.13 have, and neither those of 2.12 nor the `scala-collection-compat` 2.7.0 that
 * Spark 3.5 ships. The build imports it into every source.
 */
object Scala212 {

  /** Returns what `toSeq` returns in 2.13: a sequence that has all values and never changes. */
  implicit class Strict[A](self: GenTraversableOnce[A]) {
    def toStrictSeq: Seq[A] = self.toVector
  }

  implicit class StrictArray[A](self: Array[A]) {
    def toStrictSeq: Seq[A] = self.toVector
  }

  implicit class StrictText(self: String) {
    def toStrictSeq: Seq[Char] = self.toVector
  }

  implicit class StrictOption[A](self: Option[A]) {
    def toStrictSeq: Seq[A] = self.toList
  }

  implicit class StrictEither[A](self: Either[_, A]) {
    def toStrictSeq: Seq[A] = self.toSeq
  }

  implicit class StrictLeft[A](self: Either.LeftProjection[A, _]) {
    def toStrictSeq: Seq[A] = self.toSeq
  }

  implicit class Options(self: Option.type) {
    def when[A](condition: Boolean)(value: => A): Option[A] = if (condition) Some(value) else None
    def unless[A](condition: Boolean)(value: => A): Option[A] = when(!condition)(value)
  }

  implicit class Texts(self: String) {
    def toIntOption: Option[Int] = Try(self.toInt).toOption
    def toLongOption: Option[Long] = Try(self.toLong).toOption
  }

  implicit class Iterators[A](self: Iterator[A]) {
    def nextOption(): Option[A] = Option.when(self.hasNext)(self.next())
    def distinct: Iterator[A] = {
      val seen = mutable.Set.empty[A]
      self.filter(seen.add)
    }
  }

  implicit class Sequences[A](self: Seq[A]) {
    def distinctBy[B](key: A => B): Seq[A] = {
      val seen = mutable.Set.empty[B]
      self.filter(value => seen.add(key(value)))
    }
  }

  implicit class Products(self: Product) {

    /** Returns the names of the parameters of a case class. Its class file lists their fields first, in order. */
    def productElementNames: Iterator[String] =
      self.getClass.getDeclaredFields.iterator.map(_.getName).take(self.productArity)
  }

  implicit class Trees[K, V](self: TreeMap[K, V]) {
    def maxBefore(key: K): Option[(K, V)] = self.until(key).lastOption
  }
}
