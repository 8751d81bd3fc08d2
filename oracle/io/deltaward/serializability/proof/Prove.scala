package io.deltaward.serializability.proof

import java.util.concurrent.Executors

import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration.Duration

import io.deltaward.serializability.search.Level

/** `make proof`: explores all histories of up to four transactions, and fails if any is wrong. */
object Prove extends App {

  private val transactions = args.headOption.fold(4)(_.toInt)
  private val threads = Executors.newFixedThreadPool(2)
  implicit private val context: ExecutionContext = ExecutionContext.fromExecutor(threads)

  private def explored(level: Level, layout: Layout): Explored = {
    val began = System.nanoTime()
    val seen =
      new Exploration(level, layout.table, Menu.all, transactions, Model.right).run()
    val seconds = (System.nanoTime() - began) / 1000000000L
    println(s"${level.property}, ${layout.name}: ${seen.summary} ($seconds s)")
    seen
  }

  private val starts = for {
    layout <- Layout.all
    level <- Seq(Level.Serializable, Level.WriteSerializable)
  } yield Future(explored(level, layout))

  private val all =
    Await.result(Future.sequence(starts), Duration.Inf).foldLeft(Explored.none)(_ + _)

  threads.shutdown()
  all.violations.foreach(violation => println(violation.text + "\n"))
  println(s"${Menu.all.size} operations, up to $transactions transactions: ${all.summary}")
  if (all.violations.nonEmpty) sys.exit(1)
}
