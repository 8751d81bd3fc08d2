package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.hooks.PostCommitHook

/** Names a hook that takes the committed transaction. Every hook of Delta 4.1 to 4.4 does. */
abstract class CommittedHook extends PostCommitHook
