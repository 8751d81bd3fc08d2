package io.deltaward.sql

import org.antlr.v4.runtime.{CharStream, CharStreams}
import org.antlr.v4.runtime.misc.Interval

/**
 * Shows a statement to the lexer in upper case, and its text as it is. The grammar writes keywords in upper case. ANTLR 4.9,
 * which Spark 3.5 ships, has no option for that.
 */
final private[sql] class UpperCaseStream(text: String) extends CharStream {

  private val chars = CharStreams.fromString(text)

  override def LA(i: Int): Int = chars.LA(i) match {
    case letter if letter >= 'a' && letter <= 'z' => letter.toChar.toUpper.toInt
    case other => other
  }

  override def getText(interval: Interval): String = chars.getText(interval)
  override def consume(): Unit = chars.consume()
  override def mark(): Int = chars.mark()
  override def release(marker: Int): Unit = chars.release(marker)
  override def index(): Int = chars.index()
  override def seek(index: Int): Unit = chars.seek(index)
  override def size(): Int = chars.size()
  override def getSourceName: String = chars.getSourceName
}
