package org.apache.spark.sql.delta.deltaward;

import org.apache.spark.sql.delta.commands.MergeIntoCommand;
import org.apache.spark.sql.delta.commands.merge.MergeIntoMaterializeSource.MergeSource;

/** In Java, since for Scala the member is protected. */
final class PreparedSource {

  private PreparedSource() {}

  /**
   * The source of a MERGE that runs, as Delta has prepared it.
   *
   * @throws IllegalStateException for a MERGE that does not run
   */
  static MergeSource of(MergeIntoCommand merge) {
    return merge.getMergeSource();
  }
}
