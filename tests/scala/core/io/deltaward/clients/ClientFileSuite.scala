package io.deltaward.clients

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.ArrayNode
import org.scalatest.funsuite.AnyFunSuite

import io.deltaward.features.FeatureStates
import io.deltaward.protocol.Features

class ClientFileSuite extends AnyFunSuite {

  private val mapper = new ObjectMapper()

  private val schema: JsonNode =
    mapper.readTree(
      getClass.getResourceAsStream("/io/deltaward/clients/registry.schema.json")
    )

  private def values(pointer: String): Set[String] =
    schema.at(pointer).elements.asScala.map(_.asText).toSet

  private def texts(all: Seq[Any]): Set[String] = all.map(_.toString).toSet

  test("the closed lists of the schema are those of the code") {
    assert(values("/$defs/release/properties/evidence/enum") === texts(Evidence.stated))
    assert(values("/$defs/support/oneOf/1/properties/otherFeatures/enum") ===
      texts(OtherFeatures.all))
    assert(values("/$defs/condition/properties/failsWhen/enum") === texts(FailsWhen.all))
    assert(
      values("/$defs/condition/properties/way/enum") ===
        Features.all.flatMap(feature => FeatureStates.waysOf(feature.name)).toSet
    )
    assert(
      values("/$defs/verdict/enum") ===
        texts(Verdict.ofWriting)
    )
  }

  test("a client can have up to 1,000 releases") {
    def problems(releases: Int) = {
      val client = mapper.readTree("""{"id": "own", "name": "own", "releases": []}""")
      val list = client.get("releases").asInstanceOf[ArrayNode]
      (1 to releases).foreach(i => list.addObject().put("version", i.toString))
      ClientFile.read(client, "own.json").fold(_.filter(_.path == "$.releases"), _ => Nil)
    }
    assert(problems(1000).isEmpty)
    assert(problems(1001).map(_.message) == Seq("has 1001 releases (limit 1000)"))
  }

  test("every client file is in the index, and every client of the index has a file") {
    val directory = new java.io.File(getClass.getResource("/io/deltaward/clients/index.json").toURI)
    val files = directory.getParentFile.listFiles.map(_.getName).filter(_.endsWith(".json")).toSet
    assert(
      files -- Set("index.json", "registry.schema.json") ===
        ClientRegistry.builtIn.clients.map(c => s"${c.id}.json").toSet
    )
  }
}
