package io.deltaward.sql

import java.lang.reflect.{InvocationHandler, Method, Proxy}

import scala.collection.mutable.ListBuffer

import org.apache.spark.sql.catalyst.parser.ParserInterface

/** A parser behind that notes every call, whatever methods this Spark's parsers have. Its answers are null. */
object RecordingParser {

  /** Those that take a text, which `ParserInterface` does not have from `Object`. */
  def methods: Seq[Method] = classOf[ParserInterface].getMethods.toSeq
    .filter(m => m.getParameterTypes.headOption.contains(classOf[String]) && m.getName != "equals")
    .sortBy(_.getName)

  /** @param calls where they are noted, as `method text` */
  def apply(calls: ListBuffer[String]): ParserInterface = {
    val noting: InvocationHandler = (_, method, arguments) => {
      calls += s"${method.getName} ${arguments.head}"
      null
    }
    Proxy.newProxyInstance(getClass.getClassLoader, Array(classOf[ParserInterface]), noting)
      .asInstanceOf[ParserInterface]
  }
}
