package io.deltaward.protocol

import org.scalatest.funsuite.AnyFunSuite
import org.scalatest.prop.TableDrivenPropertyChecks

import io.deltaward.protocol.ProtocolProblem._

class ProtocolProblemSuite extends AnyFunSuite with TableDrivenPropertyChecks {

  private def names(features: String*): Option[Set[String]] = Some(features.toSet)

  private val examples = Table(
    ("protocol", "problems"),
    (Protocol(0, 2), Seq(NegativeVersion("minReaderVersion", 0))),
    (Protocol(1, -7), Seq(NegativeVersion("minWriterVersion", -7))),
    (Protocol(1, 101), Seq(UndefinedVersion("minWriterVersion", 101, 7))),
    (
      Protocol(4, 7, None, names()),
      Seq(UndefinedVersion("minReaderVersion", 4, 3))
    ),
    (Protocol(1, 5, None, names()), Seq(ListWithoutVersion("writerFeatures", 5, 7))),
    (
      Protocol(2, 7, names(), names()),
      Seq(ListWithoutVersion("readerFeatures", 2, 3))
    ),
    (Protocol(1, 7), Seq(MissingList("writerFeatures", 7))),
    (Protocol(3, 7, None, names()), Seq(MissingList("readerFeatures", 3))),
    (Protocol(3, 6, names()), Seq(ReaderListsWithoutWriterLists(6))),
    (
      Protocol(3, 7, names("deletionVectors"), names()),
      Seq(NotAWriterFeature("deletionVectors"))
    ),
    (
      Protocol(3, 7, names(), names("deletionVectors")),
      Seq(NotAReaderFeature("deletionVectors"))
    ),
    (
      Protocol(1, 7, None, names("columnMapping")),
      Seq(NotAReaderFeature("columnMapping"))
    ),
    (
      Protocol(3, 7, names("appendOnly"), names("appendOnly")),
      Seq(WriterFeatureForReaders("appendOnly"))
    )
  )

  test("P1, P2: each way in which a protocol is invalid") {
    forAll(examples)((protocol, problems) => assert(ProtocolProblem.findIn(protocol) === problems))
  }

  test("every kind of problem has an example") {
    val shown = examples.flatMap(_._2).map(_.getClass).toSet
    val kind = classOf[ProtocolProblem]
    val all = kind.getClasses.filter(_.getSuperclass == kind)
    assert(all.nonEmpty)
    // TableProblemsSuite shows the problems of a table.
    assert(shown === all.toSet - classOf[EnabledFeatureMissing] - classOf[RequiredFeatureMissing])
  }

  test("P2: reader version 2 covers column mapping in a writer list") {
    assert(ProtocolProblem.findIn(Protocol(2, 7, None, names("columnMapping"))) === Nil)
  }

  test("several problems are reported together, versions first") {
    val protocol = Protocol(0, 9, names("appendOnly"))
    assert(
      ProtocolProblem.findIn(protocol).map(_.condition) ===
        Seq(
          "NEGATIVE_VERSION",
          "UNDEFINED_VERSION",
          "LIST_WITHOUT_VERSION",
          "WRITER_FEATURE_IN_READER_FEATURES"
        )
    )
  }
}
