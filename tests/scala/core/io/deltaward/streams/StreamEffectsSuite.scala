package io.deltaward.streams

import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.TableDescriptor
import io.deltaward.protocol.Protocol
import io.deltaward.streams.StreamOutcome.{GoesOn, Never, NewCheckpoint, Restart}

class StreamEffectsSuite extends AnyFunSuite {

  private def field(
      name: String,
      kind: String = "\"integer\"",
      nullable: Boolean = true,
      metadata: String = ""
  ): String =
    s"""{"name":"$name","type":$kind,"nullable":$nullable,"metadata":{$metadata}}"""

  private def struct(fields: String*): String =
    fields.mkString("""{"type":"struct","fields":[""", ",", "]}")

  private def array(element: String, nullable: Boolean = true): String =
    s"""{"type":"array","elementType":$element,"containsNull":$nullable}"""

  private def table(fields: String*): TableDescriptor =
    TableDescriptor(Protocol(1, 2), Map.empty, struct(fields: _*))

  private def mapped(fields: String*): TableDescriptor =
    table(fields: _*).copy(properties = Map("delta.columnMapping.mode" -> "name"))

  private def physical(name: String): String = s""""delta.columnMapping.physicalName":"$name""""

  private def effects(before: TableDescriptor, after: TableDescriptor) =
    StreamEffects.compare(before, after)

  private val id = field("id")
  private val plain = table(id, field("x"))

  test("properties, comments and the order of columns stop no stream") {
    val commented = table(field("x", metadata = "\"comment\":\"text\""), id)
    assert(effects(plain, commented.copy(properties = Map("a" -> "b"))) === StreamEffects.none)
    assert(effects(plain, mapped(field("x", metadata = physical("x")), id)) === StreamEffects.none)
  }

  test("a reader starts again for what it may not have met before, at any depth") {
    val restart = StreamEffects(Restart, GoesOn)
    assert(effects(plain, table(id, field("x"), field("late"))) === restart)
    assert(effects(plain, table(id, field("x", "\"long\""))) === restart)
    assert(effects(table(field("x", nullable = false)), table(field("x"))) === restart)
    val before = table(field("a", array(struct(field("b")))))
    assert(effects(before, table(field("a", array(struct(field("b"), field("c")))))) === restart)
    assert(effects(
      table(field("a", array("\"integer\"", nullable = false))),
      table(field("a", array("\"integer\"")))
    ) === restart)
  }

  test("a reader of mapped columns needs a new checkpoint if their names in the files change") {
    val before = mapped(field("x", metadata = physical("col-1")))
    val remade = mapped(field("x", metadata = physical("col-2")))
    assert(effects(before, remade) === StreamEffects(NewCheckpoint, GoesOn))
    assert(effects(before, table(field("x"))) === StreamEffects(NewCheckpoint, GoesOn))
    val renamed = mapped(field("y", metadata = physical("col-1")))
    assert(effects(before, renamed) === StreamEffects(NewCheckpoint, Never))
  }

  test("a writer is refused by a column that takes no value from it, or asks for one") {
    def writes(before: String, after: String*) =
      effects(table(before), table(after: _*)).writes
    assert(writes(id, field("id", "\"date\"")) === Never)
    assert(writes(id, field("id", array("\"integer\""))) === Never)
    assert(writes(field("s", "\"string\""), field("s")) === Never)
    assert(writes(id, field("id", "\"string\"")) === GoesOn)
    assert(writes(id, id, field("y", nullable = false)) === Never)
    val default = "\"CURRENT_DEFAULT\":\"7\""
    assert(writes(id, id, field("y", nullable = false, metadata = default)) === GoesOn)
    assert(writes(id, field("id", metadata = "\"delta.generationExpression\":\"1\"")) === Never)
    def identity(explicit: Boolean) =
      field("id", metadata = s""""delta.identity.allowExplicitInsert":$explicit""")
    assert(writes(id, identity(explicit = false)) === Never)
    assert(writes(id, identity(explicit = true)) === GoesOn)
  }

  test("a schema that cannot be parsed has no columns") {
    assert(effects(plain.copy(schemaJson = ""), plain.copy(schemaJson = "no")) ===
      StreamEffects.none)
  }
}
