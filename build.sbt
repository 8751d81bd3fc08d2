Global / onChangedBuildSource := ReloadOnSourceChanges

Global / concurrentRestrictions := Seq(Tags.limit(Tags.ForkedTestGroup, 2))

ThisBuild / organization := "io.deltaward"
ThisBuild / version := Versions.project
ThisBuild / scalaVersion := Versions.scala

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

// ScalaTest writes the reports; sbt's own plugin would write to the same files at the same time.
val common = Seq(
  scalacOptions ++= Seq("-encoding", "UTF-8", "-release", "17", "-Xsource:3-cross") ++ warnings,
  Test / fork := true,
  Test / parallelExecution := false,
  Test / testOptions +=
    Tests.Argument(TestFrameworks.ScalaTest, "-oDW", "-u", (target.value / "test-reports").getPath),
  libraryDependencies ++= Seq(
    "org.scalatest" %% "scalatest" % Versions.scalatest % Test,
    "org.scalatestplus" %% "scalacheck-1-18" % Versions.scalacheckPlus % Test
  )
)

/** Set by `make test-all`. */
val exhaustive = sys.props.get("deltaward.test.exhaustive").contains("true")

/** Pure: neither Spark, Delta nor Hadoop is on this class path. Its libraries are the ones that Spark ships. */
lazy val core = (project in file("scala/core"))
  .disablePlugins(JUnitXmlReportPlugin)
  .settings(
    common,
    name := "deltaward-core",
    libraryDependencies ++= Seq(
      "com.fasterxml.jackson.core" % "jackson-databind" % Versions.jackson % Provided,
      "org.apache.commons" % "commons-text" % Versions.commonsText % Provided
    ),
    Test / unmanagedSourceDirectories := Seq((ThisBuild / baseDirectory).value / "tests/scala/core")
  )

/** Not on any class path: a test loads it apart, to see how a Delta is refused that does not fit. */
lazy val OlderDelta = config("olderDelta").hide

lazy val spark = (project in file("scala/spark"))
  .dependsOn(core)
  .enablePlugins(Antlr4Plugin, BuildInfoPlugin)
  .disablePlugins(JUnitXmlReportPlugin)
  .settings(
    common,
    name := s"deltaward-spark_${Versions.spark.split('.').take(2).mkString(".")}",
    Antlr4 / antlr4Version := Versions.antlr,
    Antlr4 / antlr4PackageName := Some("io.deltaward.sql.grammar"),
    Antlr4 / antlr4GenListener := false,
    Antlr4 / antlr4GenVisitor := true,
    libraryDependencies ~= (_.map(m => if (m.name == "antlr4-runtime") m % Provided else m)),
    buildInfoPackage := "io.deltaward",
    buildInfoObject := "BuildVersions",
    buildInfoKeys := Seq(
      version,
      BuildInfoKey("sparkVersion" -> Versions.spark),
      BuildInfoKey("deltaVersion" -> Versions.delta)
    ),
    libraryDependencies ++= Seq(
      "org.apache.spark" %% "spark-sql" % Versions.spark % Provided,
      "io.delta" % "delta-spark_4.2_2.13" % Versions.delta % Provided,
      ("io.delta" % "delta-spark_2.13" % Versions.olderDelta % OlderDelta).intransitive()
    ),
    ivyConfigurations += OlderDelta,
    Test / unmanagedSourceDirectories :=
      Seq("tests/scala/spark", "tests/serializability").map((ThisBuild / baseDirectory).value / _),
    Test / unmanagedResourceDirectories :=
      Seq((ThisBuild / baseDirectory).value / "tests/scala/resources"),
    // Two JVMs at a time, each with a session of its own: one alone leaves a core idle.
    Test / parallelExecution := true,
    Test / testForkedParallel := false,
    Test / testGrouping := (Test / definedTests).value
      .groupBy(_.name.split('.').drop(2) match {
        case Array("concurrency", suite) if exhaustive && suite >= "M" => "more conflicts"
        case Array("concurrency", _) => "conflicts"
        case Array("serializability", _*) => "serializability"
        case _ => "all others"
      })
      .map { case (group, suites) =>
        Tests.Group(group, suites, Tests.SubProcess((Test / forkOptions).value))
      }
      .toSeq,
    Compile / scalacOptions += "-Wconf:src=src_managed/.*:silent",
    // One jar for users: the pure classes are in it, and nothing of third parties is.
    Compile / packageBin / mappings ++= {
      val own = (Compile / packageBin / mappings).value.map(_._2).toSet
      (core / Compile / packageBin / mappings).value.filterNot { case (_, path) => own(path) }
    },
    Test / testOptions ++=
      (if (exhaustive) Nil
       else Seq(Tests.Argument(TestFrameworks.ScalaTest, "-l", "io.deltaward.Exhaustive"))),
    Test / javaOptions ++= JavaModules.options ++ Seq(
      "-Xms2g",
      "-Xmx3g",
      "-Xmn1g",
      "-XX:ReservedCodeCacheSize=400m",
      "-XX:+UseSerialGC",
      "-Dspark.ui.enabled=false",
      s"-Ddeltaward.test.exhaustive=$exhaustive",
      s"-Ddeltaward.test.olderDelta=${update.value.select(configurationFilter(OlderDelta.name)).head}"
    )
  )

lazy val wheelJar = taskKey[File]("Put the jar where the Python package carries it")

lazy val root = (project in file("."))
  .aggregate(core, spark)
  .settings(
    publish / skip := true,
    wheelJar / aggregate := false,
    wheelJar := {
      val folder = baseDirectory.value / "python" / "deltaward" / "jars"
      val jar = folder / s"deltaward-${version.value}.jar"
      IO.delete(folder)
      IO.copyFile((spark / Compile / packageBin).value, jar)
      jar
    }
  )
