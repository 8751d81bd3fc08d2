package io.deltaward.serializability.proof

import java.util.Arrays

import scala.util.hashing.MurmurHash3

import org.apache.spark.sql.delta.actions.{AddFile, RemoveFile}

/** Counts the histories seen, by a fingerprint of 64 bits each. */
final class Fingerprints {

  private var seen = new Array[Long](1 << 16)
  private var size = 0

  def add(fingerprint: Long): Unit = {
    if (size == seen.length) seen = Arrays.copyOf(seen, size * 2)
    seen(size) = fingerprint
    size += 1
  }

  def distinct: Long = {
    Arrays.sort(seen, 0, size)
    (0 until size).count(i => i == 0 || seen(i) != seen(i - 1)).toLong
  }
}

object Fingerprints {

  /** Returns the fingerprint of a history with one more commit, by its operation, read version and actions. */
  def extend(history: Long, commit: ModelCommit): Long = {
    val actions = MurmurHash3.unorderedHash(commit.actions.map {
      case add: AddFile => (add.path, Positions.pack(add.deletionVector), true)
      case remove: RemoveFile => (remove.path, Positions.pack(remove.deletionVector), false)
      case other => other
    })
    mixed(mixed(mixed(history, commit.statement.name.hashCode), commit.read), actions)
  }

  /** A step of SplitMix64. */
  private def mixed(state: Long, value: Int): Long = {
    val sum = state + 0x9e3779b97f4a7c15L * (value.toLong + 0x100000000L)
    val once = (sum ^ (sum >>> 30)) * 0xbf58476d1ce4e5b9L
    val twice = (once ^ (once >>> 27)) * 0x94d049bb133111ebL
    twice ^ (twice >>> 31)
  }
}
