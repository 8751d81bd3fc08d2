package io.deltaward.docs

import io.deltaward.conf.DeltawardConf

/** Every key of `spark.deltaward.`, from the registered entries. */
object SettingsTable {

  def lines: Seq[String] = GeneratedPage.table(
    "key",
    "default",
    "set",
    "under the lock",
    "meaning",
    "since"
  )(
    DeltawardConf.entries.map { entry =>
      Seq(
        s"`${entry.key}`",
        if (entry.default == "<undefined>") "none" else s"`${entry.default}`",
        if (entry.isStatic) "when the cluster starts" else "any time",
        entry.underLock.fold("undecided")(_.meaning),
        entry.meaning,
        entry.since
      )
    }
  )
}
