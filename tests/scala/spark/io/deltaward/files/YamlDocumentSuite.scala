package io.deltaward.files

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Files

import org.apache.hadoop.conf.Configuration
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.DeltaSession

class YamlDocumentSuite extends AnyFunSuite with DeltaSession {

  private def read(bytes: Array[Byte]): Either[String, YamlDocument] = {
    val file = Files.write(temporaryDirectory().resolve("a file.yaml"), bytes)
    YamlDocument.read(new Configuration(), file.toString)
  }

  private def root(text: String): String = read(text.getBytes(UTF_8)).map(_.root.toString)
    .fold(problem => fail(problem), identity)

  private def problem(text: String): String =
    read(text.getBytes(UTF_8)).fold(identity, _ => fail(s"$text is taken"))

  test("JSON and YAML are read alike, with a mark of the byte order or without") {
    assert(root("a: [1, x]\n") == root("{\"a\": [1, \"x\"]}"))
    assert(root("\uFEFFa: é\n") == """{"a":"é"}""")
    assert(root("") == "")
  }

  test("words that YAML takes for truth values are texts, but true and false") {
    assert(root("[off, no, y, ON, true, 7]") == """["off","no","y","ON",true,7]""")
  }

  test("what a reader could take for something else is a problem, with its place") {
    assert(problem("a: 1\nb: 2\na: 3\n").startsWith("line 3, column "))
    assert(problem("a: 1\n---\nb: 2\n").endsWith("the file contains a second document"))
    assert(problem("{} {}").contains("second document") || problem("{} {}").startsWith("line 1"))
    assert(problem("a: &x 1\nb: *x\n").startsWith("line 2, column 4: there is a reference"))
    assert(problem("a: *\n").endsWith("a text that begins with * must be in quotes"))
    assert(problem("a: [\n").startsWith("line "))
  }

  test("what the parser did is told with what it found") {
    val tab = problem("a:\n\tb: 1\n")
    assert(tab.startsWith("line 2, column 1: while scanning") && tab.contains("\\t(TAB)"))
    assert(tab.linesIterator.size == 1)
  }

  test("bytes that are not UTF-8 are told by their place") {
    val latin = "a: b\nc: ä".getBytes("ISO-8859-1")
    assert(read(latin) == Left("line 2, column 4: the file is not in UTF-8"))
  }

  private val mebibyte = 1 << 20

  /** Repeats a text up to a length. */
  private def repeated(text: String, length: Int): String =
    text * (length / text.length) + text.take(length % text.length)

  test("a file of up to 1 MB is read, with up to 50,000 characters in a line") {
    val line = "#" * 49999 + "\n"
    assert(root(repeated(line, mebibyte)) == "")
    assert(problem(repeated(line, mebibyte + 1)) == "it is larger than 1 MB")
    assert(root("a: 1\r\n" + "#" * 50000 + "\r\n") == """{"a":1}""")
    assert(problem("a: 1\n" + "#" * 50001) ==
      "line 2, column 50001: the line is longer than 50000 characters; break it up")
  }

  test("a value of up to 4,000 characters is read") {
    val most = "x" * 4000
    assert(root(s"a: $most") == s"""{"a":"$most"}""")
    val refused = "the text is longer than 4000 characters"
    assert(problem(s"a: x$most") == s"line 1, column 4: $refused")
    assert(problem("a: |\n" + "  some words\n" * 400) == s"line 1, column 4: $refused")
  }

  test("a name of up to 200 characters is read") {
    val most = "x" * 200
    assert(root(s"$most: a") == s"""{"$most":"a"}""")
    val refused = "the name is longer than 200 characters"
    assert(problem(s"a: 1\nx$most: a") == s"line 2, column 1: $refused")
    assert(problem(s"? ${most * 20}\n: a") == s"line 1, column 3: $refused")
  }

  test("values are read up to 32 levels deep") {
    assert(root("[" * 32 + "]" * 32) == "[" * 32 + "]" * 32)
    val refused = "values are nested deeper than 32 levels"
    assert(problem("[" * 33 + "]" * 33) == s"line 1, column 33: $refused")
    assert(problem("{a:\n" * 40000 + "1" + "}\n" * 40000).endsWith(refused))
    assert(problem("- " * 33 + "1").endsWith(refused))
  }

  test("a file of many values below long names is read, and each value has its place") {
    val name = "x" * 200
    val text = s"{? $name :\n" * 25 + "[" + "1,\n" * 250000 + "7]" + "}" * 25
    val places = read(text.getBytes(UTF_8)).toOption.get.places
    assert(places.textAt(s"$$${s".$name" * 25}[249999]") == "line 250025, column 1: ")
  }

  test("the place of a missing value is that of the value around it") {
    val places = read("a.b:\n  c[0]: [1, {d: 2}]\na:\n  b: 3\n".getBytes(UTF_8)).toOption.get.places
    assert(places.textAt("$") == "line 1, column 1: " &&
      places.textAt("$.z") == "line 1, column 1: ")
    assert(places.textAt("$.a.b.c[0]") == "line 2, column 9: ")
    assert(places.textAt("$.a.b.c[0][1].d") == "line 2, column 17: ")
    assert(places.textAt("$.a.b.c[0][1].e.f[3]") == "line 2, column 13: ")
    assert(read(Array.empty[Byte]).toOption.get.places.textAt("$.a") == "")
  }

  test("a path that is not a file is a problem") {
    val directory = temporaryDirectory().toString
    val conf = new Configuration()
    assert(YamlDocument.read(conf, directory) == Left("it is a directory"))
    assert(YamlDocument.read(conf, s"$directory/none") == Left("the file does not exist"))
    assert(YamlDocument.read(conf, "").isLeft && YamlDocument.read(conf, "nowhere://x").isLeft)
  }
}
