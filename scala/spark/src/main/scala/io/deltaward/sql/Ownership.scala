package io.deltaward.sql

import org.antlr.v4.runtime.Token

import io.deltaward.sql.grammar.DeltawardSqlLexer
import io.deltaward.text.Spelling

/**
 * Decides from the first tokens whether a statement is deltaward's. The lexer handles comments, case and white space, so a
 * literal or a comment that looks like such a statement does not count.
 */
object Ownership {

  /** Stands for the name of a table. */
  private val Name = "table"

  private val heads: Seq[Seq[String]] = StatementForms.heads

  /** A number of tokens above that of any head, even with a table name of many parts. */
  private val enough = 32

  def isOurs(sql: String): Boolean = {
    val words = firstWords(sql)
    heads.exists(words.startsWith(_)) && !describesTableNamedProtocol(words)
  }

  /**
   * Checks for statements of Spark that describe a table: `DESCRIBE protocol`, `DESCRIBE protocol.orders`, also with
   * `PARTITION (...)` or `AS JSON`.
   */
  private def describesTableNamedProtocol(words: Seq[String]): Boolean =
    words.head.startsWith("DESC") &&
      (words.drop(2) match {
        case Seq() => true
        case Seq("AS", "JSON", _*) => true
        case next => Set(".", ";", "PARTITION").contains(next.head)
      })

  /**
   * Returns the statement that the user probably meant, if each of the first words equals or resembles a word of
   * deltaward's. Call it only after every parser has rejected the text.
   */
  def nearMiss(sql: String): Option[String] = {
    val words = firstWords(sql)
    heads
      .filter(head => words.length >= head.length)
      .find(head => head.zip(words).forall { case (ours, typed) => Spelling.close(ours, typed) })
      .map(_.mkString(" "))
  }

  private def firstWords(sql: String): Seq[String] = {
    val words = firstTokens(sql)
    if (words.startsWith(Seq("ALTER", "TABLE")))
      Seq("ALTER", "TABLE", Name) ++ words.drop(2 + nameLength(words.drop(2)))
    else words
  }

  private def nameLength(words: Seq[String]): Int = {
    val literals = words.takeWhile(w => w.startsWith("'") || w.startsWith("\"")).length
    val parts = words.drop(1).grouped(2).takeWhile(_.head == ".").length
    if (literals > 0) literals else 1 + 2 * parts
  }

  /** Returns the first tokens lazily. Usually the first one shows that a statement is not deltaward's. */
  private def firstTokens(sql: String): Seq[String] = {
    val lexer = new DeltawardSqlLexer(new UpperCaseStream(sql))
    lexer.removeErrorListeners()
    Iterator
      .continually(lexer.nextToken())
      .takeWhile(_.getType != Token.EOF)
      .filter(_.getChannel == Token.DEFAULT_CHANNEL)
      .take(enough)
      .map(_.getText.toUpperCase(java.util.Locale.ROOT))
      .to(LazyList)
  }
}
