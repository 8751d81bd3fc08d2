package io.deltaward.checkpoints

/** The way in which a version of Delta decides which log files a cleanup removes together. */
sealed trait Grouping

object Grouping {

  /** The files from one complete checkpoint to the next. Delta does so since 3.3. */
  case object ByCheckpoint extends Grouping

  /** Each file alone, or with those before it if its modification time is out of order. Delta 3.2 does so. */
  case object ByAge extends Grouping
}
