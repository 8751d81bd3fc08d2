package io.deltaward.conf

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
    assert(problem("a: 1\n---\nb: 2\n").endsWith("there is a second document in the file"))
    assert(problem("{} {}").contains("second document") || problem("{} {}").startsWith("line 1"))
    assert(problem("a: &x 1\nb: *x\n").startsWith("line 2, column 4: there is a reference"))
    assert(problem("a: *\n").endsWith("a text that begins with * has to be in quotes"))
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

  test("a file that is too large to be meant is not read") {
    val most = "#" * (16 << 20)
    assert(root(most) == "")
    assert(problem(most + "#") == "it is larger than 16 MB")
  }

  test("what is no file is told as such") {
    val directory = temporaryDirectory().toString
    val conf = new Configuration()
    assert(YamlDocument.read(conf, directory) == Left("it is a directory"))
    assert(YamlDocument.read(conf, s"$directory/none") == Left("there is no such file"))
    assert(YamlDocument.read(conf, "").isLeft && YamlDocument.read(conf, "nowhere://x").isLeft)
  }
}
