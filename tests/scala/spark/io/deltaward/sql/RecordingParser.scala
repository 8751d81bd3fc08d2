package io.deltaward.sql

import java.lang.reflect.{InvocationHandler, Method, Proxy}

import scala.collection.mutable.ListBuffer

import org.apache.spark.sql.catalyst.parser.ParserInterface

/** Stands for the parser behind, whatever methods it has in this Spark. Records every call, and answers null. */
object RecordingParser {

  /** Returns the methods that take a text, without those from `Object`. */
  def methods: Seq[Method] = classOf[ParserInterface].getMethods.toSeq
    .filter(m => m.getParameterTypes.headOption.contains(classOf[String]) && m.getName != "equals")
    .sortBy(_.getName)

  /** @param calls receives each call, as `method text` */
  def apply(calls: ListBuffer[String]): ParserInterface = {
    val noting: InvocationHandler = (_, method, arguments) => {
      calls += s"${method.getName} ${arguments.head}"
      null
    }
    Proxy.newProxyInstance(getClass.getClassLoader, Array(classOf[ParserInterface]), noting)
      .asInstanceOf[ParserInterface]
  }
}
