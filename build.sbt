Global / onChangedBuildSource := ReloadOnSourceChanges

Global / concurrentRestrictions := Seq(Tags.limit(Tags.ForkedTestGroup, 2))

ThisBuild / organization := "io.deltaward"
ThisBuild / version := "0.1.0"
ThisBuild / versionScheme := Some("early-semver")
ThisBuild / licenses := Seq(License.Apache2)
ThisBuild / description := "Protocol and concurrency governance for Delta Lake on Apache Spark"
ThisBuild / publishTo := localStaging.value

// Versions and options are not in project/*.scala, since sbt would first compile a compiler bridge for it.

/** Returns a version without its patch number. */
def minorOf(version: String): String = version.split('.').take(2).mkString(".")

/** Returns a number that orders minor versions. As text, 4.10 would come before 4.2. */
def numberOf(version: String): Int = {
  val parts = version.split('.').take(2).map(_.toInt)
  parts(0) * 1000 + parts(1)
}

/**
 * The lines, the newest last: Spark's version, the releases of Delta Lake that the jar fits, and Spark's Scala version. The
 * jar is compiled with the first release.
 */
val lines =
  IO.readLines(file("python/deltaward/lines.csv")).tail.map(_.split(',')).map {
    case Array(spark, releases, scala) =>
      val deltas = releases.split(' ').toSeq
      s"spark-${minorOf(spark)}-delta-${minorOf(deltas.head)}_${minorOf(scala)}" ->
        (spark, deltas, scala)
  }

/** The line to build. To choose an older one: `-Ddeltaward.line=spark-4.0-delta-4.4_2.13`. */
val line = sys.props.getOrElse("deltaward.line", lines.last._1)

val versions = lines.toMap.getOrElse(
  line,
  sys.error(s"deltaward.line is one of ${lines.map(_._1).mkString(", ")}, not $line")
)
val sparkVersion = versions._1
val sparkMinor = minorOf(sparkVersion)
val deltaVersion = versions._2.head

ThisBuild / scalaVersion := versions._3

// The versions of libraries that this Spark ships.
val jacksonVersion =
  Map("3.5" -> "2.15.2", "4.0" -> "2.18.2", "4.1" -> "2.20.0", "4.2" -> "2.21.2")(sparkMinor)
val commonsTextVersion =
  Map("3.5" -> "1.10.0", "4.0" -> "1.13.0", "4.1" -> "1.14.0", "4.2" -> "1.15.0")(sparkMinor)

/** The version of ANTLR's runtime in this Spark. The generated parser must use the same. */
val antlrVersion = if (sparkMinor == "3.5") "4.9.3" else "4.13.1"

/** The oldest Java on which this Spark is used. */
val javaRelease = if (sparkMinor == "3.5") "11" else "17"

/** The source folders of this line: `scala-spark-4.0-4.1` is for a range of versions, `scala-delta-4.4` for one. */
def foldersOf(parent: File): Seq[File] = {
  val ours = Map("spark" -> numberOf(sparkVersion), "delta" -> numberOf(deltaVersion))
  val Range = "scala-(spark|delta)-([0-9.]+)(?:-([0-9.]+))?".r
  (parent * "scala-*").get().filter(_.getName match {
    case Range(of, first, last) =>
      numberOf(first) <= ours(of) && ours(of) <= numberOf(Option(last).getOrElse(first))
    case _ => false
  })
}

/** Since 4.1, Delta Lake has an artifact for each minor version of Spark. */
val deltaArtifact =
  (Seq("delta-spark") ++ (if (numberOf(deltaVersion) < 4001) None else Some(sparkMinor)) :+
    minorOf(versions._3)).mkString("_")

/** An older Delta that deltaward does not support. A test checks the error. */
val olderDeltaVersion = "3.1.0"

val scalatestVersion = "3.2.20"
val scalacheckPlusVersion = "3.2.19.0"

/** ArchUnit checks the order of the packages. */
val archUnitVersion = "1.4.1"

/** The version of Scala in Spark 3.5. In every line, core is tested with it, too. */
val scala212Version = "2.12.18"

/** The library of collections that Spark 3.5 ships for Scala 2.12. */
val compat = "org.scala-lang.modules" % "scala-collection-compat_2.12" % "2.7.0"

/** The packages that Spark needs open on Java 17 if spark-submit does not start the JVM. */
val javaModules = Seq(
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
).map(p => s"--add-opens=java.base/$p=ALL-UNNAMED") :+ "-Djdk.reflect.useDirectMethodHandle=false"

/**
 * Makes the optimising compiler wait four times as long as by default. In a JVM that runs for some minutes, it would
 * otherwise spend all that time on code that soon no longer runs.
 */
val patientCompiler = Seq(
  "Tier4InvocationThreshold=20000",
  "Tier4MinInvocationThreshold=2400",
  "Tier4CompileThreshold=60000",
  "Tier4BackEdgeThreshold=160000"
).map("-XX:" + _)

val warnings = Seq(
  "-deprecation",
  "-feature",
  "-unchecked",
  "-Xlint:_,-missing-interpolator",
  "-Wdead-code",
  "-Wunused",
  "-Wvalue-discard",
  "-Wnumeric-widen",
  "-Xfatal-warnings"
)

val is212 = Def.setting(scalaBinaryVersion.value == "2.12")

/** The line's Scala has reports of its own, apart from those of core on 2.12. */
val reports = Def.setting(
  target.value / (if (scalaVersion.value == versions._3) "test-reports" else "test-reports-2.12")
)

/**
 * Makes copies of the sources for Scala 2.12. They import collections that 2.12 lacks, of which 2.13 would warn as unused.
 * They have `toStrictSeq` in place of `toSeq`, which in 2.12 reads an iterator only later, perhaps after its file is
 * closed, and returns a buffer as it is.
 */
def with212Collections(sources: Seq[File], root: File, copies: File): Seq[File] =
  sources.map { source =>
    val path = IO.relativize(root, source).get
    if (source.ext != "scala" || path.contains("/scala-2.12/")) source
    else {
      val copy = copies / path
      val lacking = "import scala.collection.compat._; " +
        "import scala.collection.compat.immutable.LazyList; import io.deltaward.collections.Scala212._"
      val text = IO.read(source)
        .replaceFirst("(?m)^(package .*)$", s"$$1; $lacking")
        .replaceAll("\\.toSeq\\b", ".toStrictSeq")
      if (!copy.exists || IO.read(copy) != text) IO.write(copy, text)
      copy
    }
  }

// ScalaTest writes the reports. sbt's plugin is disabled, since it would write to the same files.
val common = Seq(
  target := (if (line == lines.last._1) target.value else target.value / s"line-$line"),
  javacOptions ++= Seq("--release", javaRelease),
  scalacOptions ++= Seq("-encoding", "UTF-8", "-release", javaRelease) ++
    // The older compilers of Spark 3.5 warn of other things.
    (if (sparkMinor == "3.5" || is212.value) Seq("-Xsource:3") else "-Xsource:3-cross" +: warnings),
  Test / fork := true,
  Test / parallelExecution := false,
  // SuiteProgress prints a line for each suite that ends. ScalaTest itself prints only failures.
  Test / outputStrategy := Some(StdoutOutput),
  Test / testOptions += Tests.Argument(
    TestFrameworks.ScalaTest,
    "-C",
    "io.deltaward.SuiteProgress",
    "-oWNCXEHLOPQRM",
    "-u",
    reports.value.getPath
  ),
  libraryDependencies ++= Seq(
    "org.scalatest" %% "scalatest" % scalatestVersion % Test,
    "org.scalatestplus" %% "scalacheck-1-18" % scalacheckPlusVersion % Test
  ),
  libraryDependencies ++= (if (is212.value) Seq(compat % Provided) else Nil)
) ++ Seq(Compile, Test).flatMap(inConfig(_)(sources := {
  val (own, root) = (sources.value, (ThisBuild / baseDirectory).value)
  if (is212.value) with212Collections(own, root, crossTarget.value / "copies") else own
}))

/** True to run all cases, as `make test-all` does. */
val exhaustive = sys.props.get("deltaward.test.exhaustive").contains("true")

/** Pure code, without Spark, Delta or Hadoop on its class path. It uses libraries that Spark ships. */
lazy val core = (project in file("scala/core"))
  .disablePlugins(JUnitXmlReportPlugin)
  .settings(
    common,
    name := "deltaward-core",
    publish / skip := true,
    libraryDependencies ++= Seq(
      "com.fasterxml.jackson.core" % "jackson-databind" % jacksonVersion % Provided,
      "org.apache.commons" % "commons-text" % commonsTextVersion % Provided
    ),
    crossScalaVersions := Seq(scalaVersion.value, scala212Version),
    Test / unmanagedSourceDirectories :=
      Seq("tests/scala/core", "tests/scala/progress").map((ThisBuild / baseDirectory).value / _)
  )

/** The line's other releases of Delta, which are on no class path. A test checks that the jar fits them. */
val otherReleases = versions._2.tail.map { release =>
  Configuration.of("Delta" + release.filter(_.isDigit), s"delta-$release").hide -> release
}

/** An older Delta outside of all class paths. A test loads it separately, to check that it is refused. */
lazy val OlderDelta = config("olderDelta").hide

lazy val members =
  taskKey[Seq[File]]("Write which members of Spark and Delta the product's class files name")

lazy val spark = (project in file("scala/spark"))
  .dependsOn(core)
  .enablePlugins(Antlr4Plugin, BuildInfoPlugin)
  .disablePlugins(JUnitXmlReportPlugin)
  .settings(
    common,
    name := s"deltaward-$line",
    // By default, sbt would replace the dots. sbt appends the version of Scala.
    moduleName := name.value.stripSuffix("_" + scalaBinaryVersion.value),
    Compile / unmanagedSourceDirectories ++= foldersOf((Compile / sourceDirectory).value),
    Antlr4 / antlr4Version := antlrVersion,
    Antlr4 / antlr4PackageName := Some("io.deltaward.sql.grammar"),
    Antlr4 / antlr4GenListener := false,
    Antlr4 / antlr4GenVisitor := true,
    libraryDependencies ~= (_.map(m => if (m.name == "antlr4-runtime") m % Provided else m)),
    buildInfoPackage := "org.apache.spark.sql.delta.deltaward",
    buildInfoObject := "BuildVersions",
    buildInfoKeys := Seq(
      version,
      BuildInfoKey("deltaArtifact" -> deltaArtifact),
      BuildInfoKey("sparkVersion" -> sparkVersion),
      BuildInfoKey("deltaVersion" -> deltaVersion),
      BuildInfoKey("deltaReleases" -> versions._2),
      BuildInfoKey("line" -> line),
      // The line for each pair of minor versions of Spark and Delta Lake: "4.1 4.2". With this line's Scala, if possible.
      BuildInfoKey("lines" ->
        (for {
          (name, (spark, deltas, _)) <-
            lines.toSeq.sortBy { case (_, (_, _, scala)) => minorOf(scala) == minorOf(versions._3) }
          delta <- deltas
        } yield s"${minorOf(spark)} ${minorOf(delta)}" -> name).toMap)
    ),
    libraryDependencies ++= Seq(
      "com.tngtech.archunit" % "archunit" % archUnitVersion % Test,
      "org.apache.spark" %% "spark-sql" % sparkVersion % Provided,
      "io.delta" % deltaArtifact % deltaVersion % Provided,
      "com.fasterxml.jackson.dataformat" % "jackson-dataformat-yaml" % jacksonVersion % Provided,
      ("io.delta" % "delta-spark_2.13" % olderDeltaVersion % OlderDelta).intransitive()
    ),
    libraryDependencies ++= otherReleases.map { case (config, release) =>
      ("io.delta" % deltaArtifact % release % config).intransitive()
    },
    ivyConfigurations ++= OlderDelta +: otherReleases.map(_._1),
    Test / unmanagedSourceDirectories :=
      Seq("tests/scala/spark", "tests/scala/progress", "oracle", "benchmarks", "dev/scala")
        .map((ThisBuild / baseDirectory).value / _) ++
        foldersOf((ThisBuild / baseDirectory).value / "tests/scala"),
    // The compiler of Scala 2.13.8 fails on ArchUnit. The order of the packages is the same on every line.
    Test / unmanagedSources / excludeFilter := {
      val usual = (Test / unmanagedSources / excludeFilter).value
      if (scalaVersion.value == "2.13.8") usual || "PackageOrderSuite.scala" else usual
    },
    Test / unmanagedResourceDirectories :=
      Seq((ThisBuild / baseDirectory).value / "tests/scala/resources"),
    // Two JVMs at a time, each with its own session, since one JVM leaves a core idle.
    Test / parallelExecution := true,
    Test / testForkedParallel := false,
    Test / testGrouping := (Test / definedTests).value
      .groupBy(_.name.split('.').drop(2) match {
        case Array("concurrency", suite) if exhaustive && suite >= "M" => "more conflicts"
        case Array("concurrency" | "serializability", _*) => "conflicts"
        case _ => "all others"
      })
      .map { case (group, suites) =>
        Tests.Group(group, suites, Tests.SubProcess((Test / forkOptions).value))
      }
      .toSeq,
    Compile / scalacOptions += "-Wconf:src=src_managed/.*:silent",
    // Users get one jar. It includes core's classes, but nothing of third parties.
    Compile / packageBin / mappings ++= {
      val own = (Compile / packageBin / mappings).value.map(_._2).toSet
      (core / Compile / packageBin / mappings).value.filterNot { case (_, path) => own(path) }
    },
    Compile / packageSrc / mappings ++= (core / Compile / packageSrc / mappings).value,
    Compile / doc / sources ++= (core / Compile / doc / sources).value,
    Compile / doc / scalacOptions --= warnings,
    // The jar includes core, which is not published, so the POM must not name it.
    projectDependencies := Nil,
    members := {
      val files =
        Seq("members", "needs").map((Test / resourceManaged).value / "io" / "deltaward" / _)
      val classpath = (LocalProject("fit") / Compile / fullClasspath).value.files
      val fork = (LocalProject("fit") / Compile / run / runner).value
      val log = streams.value.log
      val write = FileFunction.cached(streams.value.cacheDirectory, FilesInfo.hash) { _ =>
        IO.createDirectory(files.head.getParentFile)
        val main = "org.apache.spark.sql.delta.deltaward.NeededMembers"
        fork.run(main, classpath, files.map(_.getPath), log).get
        files.toSet
      }
      write(classpath.filter(_.isDirectory).flatMap(here => (here ** "*.class").get()).toSet)
      files
    },
    Compile / packageBin / mappings ++=
      members.value.map(file => file -> s"io/deltaward/${file.getName}"),
    Test / resourceGenerators += members.taskValue,
    Test / testOptions ++=
      (if (exhaustive) Nil
       else Seq(Tests.Argument(TestFrameworks.ScalaTest, "-l", "io.deltaward.Exhaustive"))),
    Test / javaOptions ++= javaModules ++ patientCompiler ++ Seq(
      "-Xms2g",
      "-Xmx3g",
      "-Xmn1g",
      "-XX:ReservedCodeCacheSize=400m",
      "-XX:+UseSerialGC",
      "-Dspark.ui.enabled=false",
      s"-Ddeltaward.test.exhaustive=$exhaustive",
      s"-Ddeltaward.test.olderDelta=${update.value.select(configurationFilter(OlderDelta.name)).head}",
      "-Ddeltaward.test.otherReleases=" +
        otherReleases
          .map { case (config, _) => update.value.select(configurationFilter(config.name)).head }
          .mkString(",")
    ),
    // Benchmarks run with the default optimising compiler, as for users.
    Test / run / javaOptions := (Test / javaOptions).value.filterNot(patientCompiler.contains)
  )

/** Reads the product's class files. It is not part of the product. */
lazy val fit = (project in file("scala/fit"))
  .disablePlugins(JUnitXmlReportPlugin)
  .settings(
    common,
    publish / skip := true,
    Compile / fork := true,
    Compile / unmanagedClasspath := (spark / Compile / fullClasspath).value
  )

addCommandAlias("testCore212", s"++$scala212Version; core/test")

lazy val wheelJar = taskKey[File]("Put the jar of the line where the Python package carries it")

lazy val root = (project in file("."))
  .aggregate(core, spark, fit)
  .settings(
    publish / skip := true,
    wheelJar / aggregate := false,
    wheelJar := {
      val folder = baseDirectory.value / "python" / "deltaward" / "jars"
      val jar = folder / s"deltaward-$line-${version.value}.jar"
      IO.delete((folder * s"deltaward-$line-*.jar").get())
      IO.copyFile((spark / Compile / packageBin).value, jar)
      jar
    }
  )
