package io.deltaward.conflicts

/**
 * Whether two statements can conflict on a table, as it is: a row of `SHOW CONFLICT MATRIX`.
 *
 * @param inForce          whether the table has that isolation level now
 * @param operation        the kind of the statement that commits second
 * @param winningOperation the kind of the one that commits first, after the other has started
 * @param canConflict      false where no two statements of these kinds do
 * @param because          why, in words
 * @param change           what keeps the two apart; `None` where nothing does, or has to
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
