package io.deltaward.conflicts

/**
 * A row of `SHOW CONFLICT MATRIX`: whether two kinds of statement can conflict on a table in its current state.
 *
 * @param inForce          whether the table has this isolation level now
 * @param operation        the kind of the statement that commits second
 * @param winningOperation the kind of the statement that commits first, after the other has started
 * @param canConflict      false if no two statements of these kinds conflict
 * @param because          the reason, in words
 * @param change           the change that prevents the conflict; `None` if there is none, or if none is needed
 */
final case class ConflictClaim(
    isolationLevel: String,
    inForce: Boolean,
    operation: String,
    winningOperation: String,
    canConflict: Boolean,
    because: String,
    change: Option[String]
)
