package org.apache.spark.sql.delta.deltaward

import org.apache.spark.sql.delta.commands.ReorgTableHelper

/** Reads the footers of files in tasks. Those of Delta 3.3 need no session. */
private[deltaward] trait FootersInTasks extends ReorgTableHelper
