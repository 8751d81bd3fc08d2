package io.deltaward.docs

/** `make docs`: brings the generated tables up to date. */
object WritePages extends App {
  GeneratedPage.all.foreach(_.write())
}
