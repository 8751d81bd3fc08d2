package io.deltaward.sql

import org.antlr.v4.runtime._
import org.apache.spark.sql.catalyst.parser.ParserInterface
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

import io.deltaward.errors.Errors
import io.deltaward.sql.grammar.{DeltawardSqlLexer, DeltawardSqlParser}
import io.deltaward.text.Spelling

/** Parses the statements of deltaward. */
object StatementParser {

  private val statements = StatementForms.all.map(_.text)

  /**
   * @param delegate Spark's parser, for names and expressions inside the statement
   * @throws io.deltaward.errors.DeltawardAnalysisException `DELTAWARD_SYNTAX_ERROR`, with the syntax of the statement that
   *                                                        was probably meant
   */
  def parse(sql: String, delegate: ParserInterface): LogicalPlan = {
    val lexer = new DeltawardSqlLexer(new UpperCaseStream(sql))
    lexer.removeErrorListeners()
    val parser = new DeltawardSqlParser(new CommonTokenStream(lexer))
    parser.removeErrorListeners()
    parser.addErrorListener(new RefuseAtFirstError(sql))
    new StatementBuilder(delegate).visitSingleStatement(parser.singleStatement())
  }

  final private class RefuseAtFirstError(sql: String) extends BaseErrorListener {
    override def syntaxError(
        recognizer: Recognizer[_, _],
        offendingSymbol: Any,
        line: Int,
        position: Int,
        message: String,
        e: RecognitionException
    ): Unit = {
      val near = offendingSymbol match {
        case token: Token if token.getType != Token.EOF =>
          s"'${token.getText}' (line $line, position $position)"
        case _ => "the end of the statement"
      }
      throw Errors.syntax(near, unquoted(recognizer) + hint(sql, offendingSymbol))
    }
  }

  /** Returns a hint if the parser expects the name of a client: it must be in quotes. */
  private def unquoted(recognizer: Recognizer[_, _]): String = recognizer match {
    case parser: DeltawardSqlParser =>
      Option(parser.getTokenStream.LT(-1)).filter(_.getType == DeltawardSqlLexer.CLIENT)
        .fold("")(_ => "Put the client in quotes, as in CLIENT 'trino'. ")
    case _ => ""
  }

  private def hint(sql: String, offendingSymbol: Any): String = {
    val form = statements.find(sharedWords(sql, _) == statements.map(sharedWords(sql, _)).max)
    val slip = offendingSymbol match {
      case token: Token =>
        val typed = token.getText.toUpperCase(java.util.Locale.ROOT)
        if (words.contains(typed)) ""
        else Spelling.nearest(typed, words).fold("")(w => s"Did you mean $w? ")
      case _ => ""
    }
    slip + form.fold("")(f => s"The statement is $f.")
  }

  private lazy val words: Seq[String] =
    statements.flatMap(_.split("[^A-Z]+")).filter(_.length > 3).distinct

  private def sharedWords(sql: String, statement: String): Int = {
    val typed = sql.trim.toUpperCase(java.util.Locale.ROOT).split("\\s+")
    statement.split(" ").takeWhile(!_.startsWith("[")).count(typed.contains)
  }
}
