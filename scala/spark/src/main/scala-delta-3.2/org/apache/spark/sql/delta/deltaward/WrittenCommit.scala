package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.managedcommit.Commit

/** Names the type of a commit that a store has written, in Delta 3.2. */
object WrittenCommit {
  type Type = Commit
}
