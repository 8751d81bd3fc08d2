package io.deltaward.bench.jvms

/**
 * The work of one JVM: one thread for each key.
 *
 * @param seconds time after which no statement starts
 */
final case class Task(guarded: Boolean, table: String, keys: Seq[Int], rounds: Int, seconds: Int)

/** @param samples how often a thread was found in each part of the work */
final case class Written(updates: Seq[Update], samples: Map[String, Int])
