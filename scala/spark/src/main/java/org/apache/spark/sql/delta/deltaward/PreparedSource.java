package org.apache.spark.sql.delta.deltaward;

import org.apache.spark.sql.delta.commands.MergeIntoCommand;
import org.apache.spark.sql.delta.commands.merge.MergeIntoMaterializeSource.MergeSource;

/** Reads the source of a MERGE. It is in Java, since the member is protected for Scala. */
final class PreparedSource {

  private PreparedSource() {}

  /**
   * Returns the source of a running MERGE, as Delta prepared it.
   *
   * @throws IllegalStateException if the MERGE is not running
   */
  static MergeSource of(MergeIntoCommand merge) {
    return merge.getMergeSource();
  }
}
