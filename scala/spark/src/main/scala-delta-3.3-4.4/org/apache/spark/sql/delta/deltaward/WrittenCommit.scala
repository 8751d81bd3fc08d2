package org.apache.spark.sql.delta.deltaward

import io.delta.storage.commit.Commit

/** Names the type of a commit that a store has written, in Delta 3.3 and later. */
object WrittenCommit {
  type Type = Commit
}
