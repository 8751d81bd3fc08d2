package io.deltaward.serializability.schedule

/** One step of a schedule. A schedule takes its steps one after the other; nothing in it depends on time. */
sealed trait Step

object Step {

  /** Runs the statement of this index to right before its first transaction begins. By then its names are resolved. */
  final case class Analyse(index: Int) extends Step

  /** Runs the statement of this index from where it stands to right before its first commit attempt. */
  final case class Start(index: Int) extends Step

  /** Lets the statement of this index attempt to commit. If it loses, it runs to right before its second attempt. */
  final case class Attempt(index: Int) extends Step

  /** Lets the statement of this index commit, and waits for its end. */
  final case class Release(index: Int) extends Step

  /** Does something to the table that changes no row, while statements wait. */
  final case class Keep(task: Upkeep) extends Step

  /** Returns steps in which all statements read the same version, and commit in this order. */
  def concurrent(order: Seq[Int]): Seq[Step] =
    order.sorted.map(Start(_)) ++ order.map(Release(_))

  /** Returns steps that run the statements one after the other. */
  def sequential(order: Seq[Int]): Seq[Step] = order.flatMap(i => Seq(Start(i), Release(i)))
}
