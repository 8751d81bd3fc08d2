package io.deltaward.session

import java.lang.reflect.{InvocationHandler, InvocationTargetException, Method, Proxy}

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.catalyst.parser.ParserInterface

/** Another project's extension. It knows one statement, `PING`, and passes on all others. */
class ThirdExtension extends (SparkSessionExtensions => Unit) {

  override def apply(extensions: SparkSessionExtensions): Unit =
    extensions.injectParser((_, behind) => pinging(behind))

  private def pinging(behind: ParserInterface): ParserInterface = {
    val handler = new InvocationHandler {
      override def invoke(proxy: AnyRef, method: Method, args: Array[AnyRef]): AnyRef =
        try
          if (method.getName.startsWith("parsePlan") && args.head == "PING")
            behind.parsePlan("SELECT 'pong'")
          else method.invoke(behind, args: _*)
        catch { case e: InvocationTargetException => throw e.getCause }
    }
    Proxy
      .newProxyInstance(getClass.getClassLoader, Array(classOf[ParserInterface]), handler)
      .asInstanceOf[ParserInterface]
  }
}
