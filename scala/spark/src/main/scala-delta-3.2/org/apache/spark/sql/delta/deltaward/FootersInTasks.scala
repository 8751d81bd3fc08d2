package org.apache.spark.sql.delta.deltaward

/** Reads the footers of files in tasks. Delta 3.2 selects files without their footers. */
private[deltaward] trait FootersInTasks
