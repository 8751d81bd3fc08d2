package io.deltaward.docs

import java.nio.file.{Files, Path}

import io.deltaward.concurrency.MatrixCells
import io.deltaward.streams.StreamCells

/**
 * A page of the documentation in which some tables are generated from the code's own declarations. Each stands between
 * two comments, `generated: name` and `end of name`; everything around them is written by hand.
 *
 * @param tables the lines of each table, by its name
 */
final case class GeneratedPage(file: String, tables: Map[String, Seq[String]]) {

  private def path: Path = GeneratedPage.root.resolve(file)

  def stored: String = Files.readString(path)

  /** Returns the page with its tables generated anew. */
  def current: String = tables.foldLeft(stored) { case (text, (name, lines)) =>
    val (start, end) = (s"<!-- generated: $name -->", s"<!-- end of $name -->")
    val (from, to) = (text.indexOf(start), text.indexOf(end))
    require(from >= 0 && to > from, s"$file lacks $start or $end")
    text.take(from) + (start +: "" +: lines :+ "").mkString("", "\n", "\n") + text.drop(to)
  }

  def write(): Unit = Files.writeString(path, current): Unit
}

object GeneratedPage {

  def all: Seq[GeneratedPage] = Seq(
    GeneratedPage(
      "docs/configuration.md",
      Map("settings" -> SettingsTable.lines, "table properties" -> PropertiesTable.lines)
    ),
    GeneratedPage("docs/errors.md", Map("conditions" -> ConditionsTable.lines)),
    GeneratedPage("docs/concurrency.md", Map("matrices" -> MatrixCells.lines)),
    GeneratedPage(
      "docs/streams.md",
      Map("changes" -> StreamCells.lines, "options" -> StreamCells.optionalLines)
    )
  )

  /** Returns a Markdown table. */
  def table(header: String*)(rows: Seq[Seq[String]]): Seq[String] =
    (header +: header.map(_ => "---") +: rows.map(_.map(_.replace("|", "\\|"))))
      .map(_.mkString("| ", " | ", " |"))

  /** The root of the source tree. The build may run the tests in any directory below it. */
  lazy val root: Path = Iterator
    .iterate(Path.of("").toAbsolutePath)(_.getParent)
    .find(folder => Files.exists(folder.resolve("build.sbt")))
    .get
}
