package io.deltaward.bench.jvms

/**
 * What the threads of one JVM are to do, one for each key.
 *
 * @param seconds after which no statement is started
 */
final case class Task(guarded: Boolean, table: String, keys: Seq[Int], rounds: Int, seconds: Int)

/** @param samples how often a thread was found in each part of the work */
final case class Written(updates: Seq[Update], samples: Map[String, Int])
