package io.deltaward.collections

import scala.util.control.ControlThrowable

/** Ends a call that succeeds by that. `NonFatal` does not match it. */
abstract class Interruption(message: String) extends Throwable(message) with ControlThrowable
