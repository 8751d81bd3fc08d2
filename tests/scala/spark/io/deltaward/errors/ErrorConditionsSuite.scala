package io.deltaward.errors

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}

import io.deltaward.text.Screen

class ErrorConditionsSuite
    extends LogConditions
    with ProtocolConditions
    with StatementConditions
    with PlanConditions
    with RefusalConditions {

  private def resource(name: String): JsonNode =
    new ObjectMapper().readTree(getClass.getClassLoader.getResourceAsStream(name))

  private val ours = resource(Conditions.Resource)

  private def names(node: JsonNode): Seq[String] = node.fieldNames.asScala.toSeq

  private val all: Set[String] = names(ours).flatMap { family =>
    val sub = names(ours.path(family).path("subClass"))
    if (sub.isEmpty) Seq(family) else sub.map(s => s"$family.$s")
  }.toSet

  private val ways =
    logConditions ++ protocolConditions ++ statementConditions ++ planConditions ++
      refusalConditions ++ notJudgedConditions ++ notRepeatableConditions ++ rewriteConditions

  ways.foreach { case (condition, way) =>
    test(s"$condition is raised, with a SQLSTATE and every parameter filled in") {
      val error = failure(way())
      assert(error.getCondition == condition)
      assert(error.getSqlState == ours.path(condition.takeWhile(_ != '.')).path("sqlState").asText)
      val message = error.asInstanceOf[Throwable].getMessage
      assert(
        message.startsWith(s"[$condition]") && !message.matches("(?s).*<[a-zA-Z]+>.*"),
        message
      )
      assert(Screen.holds(message), message)
    }
  }

  test("no message is longer than a screen, whatever its parameters hold") {
    val name = "<([a-zA-Z]+)>".r
    val longs = Seq("a name that goes on, " * 300, "line\n" * 300)
    for (condition <- all; long <- longs) {
      val family = ours.path(condition.takeWhile(_ != '.'))
      val sub = condition.dropWhile(_ != '.').drop(1)
      val nodes = Seq(family, family.path("subClass").path(sub))
      val names =
        nodes.flatMap(n => name.findAllMatchIn(n.path("message").toString).map(_.group(1)))
      val message = Conditions.message(condition, names.map(_ -> long).toMap)
      assert(Screen.holds(message), s"$condition: ${Screen.lines(message)} lines")
    }
  }

  test("every condition of the resource is raised above") {
    assert(ways.map(_._1).toSet == all)
  }

  test("conditions are sorted, and none has a name of Spark's or Delta's") {
    assert(names(ours) == names(ours).sorted)
    names(ours).foreach { family =>
      val sub = names(ours.path(family).path("subClass"))
      assert(sub == sub.sorted, family)
    }
    val taken =
      names(resource("error/error-conditions.json")) ++
        names(resource("error/delta-error-classes.json"))
    assert(taken.toSet.intersect(names(ours).toSet).isEmpty)
  }

  test("every SQLSTATE is one that Spark knows") {
    val known = names(resource("error/error-states.json")).toSet
    names(ours).foreach(f => assert(known.contains(ours.path(f).path("sqlState").asText), f))
  }
}
