/** What Spark needs opened on Java 17 when the JVM is not started by spark-submit. */
object JavaModules {
  val options: Seq[String] = Seq(
    "java.lang",
    "java.lang.invoke",
    "java.lang.reflect",
    "java.io",
    "java.net",
    "java.nio",
    "java.util",
    "java.util.concurrent",
    "java.util.concurrent.atomic",
    "sun.nio.ch",
    "sun.nio.cs",
    "sun.security.action",
    "sun.util.calendar"
  ).map(p => s"--add-opens=java.base/$p=ALL-UNNAMED") ++
    Seq("-Djdk.reflect.useDirectMethodHandle=false")
}
