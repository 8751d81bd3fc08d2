package org.apache.spark.sql.delta.deltaward

import java.io.InputStream
import java.nio.charset.StandardCharsets.UTF_8

import scala.collection.mutable
import scala.util.{Try, Using}

import org.apache.commons.io.IOUtils
import org.apache.spark.SPARK_VERSION
import org.apache.xbean.asm9.{ClassReader, ClassVisitor, FieldVisitor, MethodVisitor, Opcodes}

import io.deltaward.errors.Errors

/**
 * Checks that Spark and Delta have the members that deltaward was compiled with, before its other classes are linked. Most
 * members are no public API and change between releases. A missing member would otherwise show in the middle of a commit.
 */
object DeltaFit {

  /**
   * A class, or a member of one, that deltaward needs.
   *
   * @param name       the member's name; empty for the class itself
   * @param descriptor the types of the parameters and the result, or of the field, as in class files
   */
  final case class Member(className: String, name: String, descriptor: String) {

    /** Returns the member as the list stores it. */
    def line: String = s"$className $name $descriptor".trim

    /** Returns a short name for messages. */
    override def toString: String = {
      val simple = className.substring(className.lastIndexOf('.') + 1).stripSuffix("$")
      name match {
        case "" => simple
        case "<init>" => s"new $simple"
        case _ => s"$simple.$name"
      }
    }
  }

  private val Stored = "/io/deltaward/members"

  /** Every member that deltaward's class files name or override. The build extracts this list from the class files. */
  lazy val needed: Seq[Member] =
    IOUtils.toString(getClass.getResource(Stored), UTF_8).linesIterator.map { line =>
      val parts = line.split(' ')
      Member(parts(0), parts.lift(1).getOrElse(""), parts.lift(2).getOrElse(""))
    }.toSeq

  /** Returns the needed members that the Spark and Delta seen through `loader` lack. */
  def missing(loader: ClassLoader): Seq[Member] = {
    val members = new Members(loader)
    needed.filterNot(member => members.has(member.className, member.name, member.descriptor))
  }

  /** Returns the version that the Delta seen through `loader` reports. */
  def version(loader: ClassLoader): String = Try {
    val holder = Class.forName("io.delta.package$", true, loader)
    holder.getMethod("VERSION").invoke(holder.getField("MODULE$").get(null)).toString
  }.getOrElse("of an unknown version")

  private lazy val fits: Unit = requireIn(getClass.getClassLoader)

  /**
   * Requires that the running Spark and Delta have all needed members.
   *
   * @throws io.deltaward.errors.UnsupportedDeltaException `DELTAWARD_UNSUPPORTED_DELTA`, naming what is missing
   */
  def require(): Unit = fits

  /** Requires that the Spark and Delta seen through `loader` have all needed members. */
  def requireIn(loader: ClassLoader): Unit = {
    val absent = missing(loader)
    if (absent.nonEmpty) throw unfit(loader, shown(absent))
  }

  /** Returns the error for a Spark and Delta that lack something. */
  private[deltaward] def unfit(loader: ClassLoader, lacking: Seq[String]): Throwable =
    Errors.unsupportedDelta(
      found(loader),
      s"${BuildVersions.deltaReleases.mkString(" or ")} on Spark ${BuildVersions.sparkVersion}",
      lacking,
      advice(SPARK_VERSION, version(loader))
    )

  /** Returns the versions seen through `loader`, for messages. */
  def found(loader: ClassLoader): String = s"${version(loader)} on Spark $SPARK_VERSION"

  /** Returns the names of missing members for messages. For a missing class, returns only the class. */
  def shown(absent: Seq[Member]): Seq[String] = {
    val gone = absent.filter(_.name.isEmpty).map(_.className).toSet
    absent.filter(m => m.name.isEmpty || !gone(m.className)).map(_.toString).distinct
  }

  /**
   * Returns advice for users whose versions this jar does not fit: the jar of another line if one is for these versions, or
   * else this line's Delta Lake and the read-only extension.
   */
  private[deltaward] def advice(spark: String, delta: String): String =
    BuildVersions.lines
      .get(s"${minor(spark)} ${minor(delta)}")
      .filter(_ != BuildVersions.line)
      .fold(
        "Start Spark with: --packages " +
          s"io.delta:${BuildVersions.deltaArtifact}:${BuildVersions.deltaVersion}. " +
          "Or, to run only statements that read, replace " +
          "io.deltaward.DeltawardSparkSessionExtension by io.deltaward.DeltawardReadOnlyExtension " +
          "in spark.sql.extensions. Then no rule judges a commit."
      )(line => s"Use this jar instead: deltaward-$line-${BuildVersions.version}.jar")

  private def minor(version: String): String = version.split('.').take(2).mkString(".")
}

/** Looks up members of classes, including inherited ones, in the class files that a loader finds. It loads no class. */
final private[deltaward] class Members(loader: ClassLoader) {

  private val known = mutable.HashMap.empty[String, Option[Members.Declared]]

  /**
   * Checks whether a class has a member.
   *
   * @param name the member's name; empty for the class itself
   */
  def has(className: String, name: String, descriptor: String): Boolean =
    if (name.isEmpty) declared(className).nonEmpty
    else declaring(className, name, descriptor).nonEmpty

  /** Returns the class and its ancestors, as far as they declare the member. */
  def declaring(className: String, name: String, descriptor: String): Iterator[String] =
    declared(className).iterator.flatMap { here =>
      Option.when(here.members(name -> descriptor))(className).iterator ++
        here.above.iterator.flatMap(declaring(_, name, descriptor))
    }

  private def declared(className: String): Option[Members.Declared] =
    known.getOrElseUpdate(
      className,
      Option(loader.getResourceAsStream(className.replace('.', '/') + ".class"))
        .map(Using.resource(_)(Members.declared))
    )
}

private[deltaward] object Members {

  /**
   * The members that a class declares itself.
   *
   * @param above   the classes and interfaces that it extends directly
   * @param members the members' names and descriptors
   */
  final private case class Declared(above: Seq[String], members: Set[(String, String)])

  private def declared(classFile: InputStream): Declared = {
    val found = new DeclaredVisitor
    new ClassReader(classFile).accept(
      found,
      ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES
    )
    Declared(found.above, found.members.toSet)
  }

  final private class DeclaredVisitor extends ClassVisitor(Opcodes.ASM9) {

    var above: Seq[String] = Nil
    val members: mutable.Set[(String, String)] = mutable.Set.empty

    override def visit(
        version: Int,
        access: Int,
        name: String,
        signature: String,
        superName: String,
        interfaces: Array[String]
    ): Unit = above = (Option(superName).toSeq ++ interfaces).map(_.replace('/', '.'))

    override def visitMethod(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        exceptions: Array[String]
    ): MethodVisitor = {
      members += name -> descriptor
      null
    }

    override def visitField(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        value: Any
    ): FieldVisitor = {
      members += name -> descriptor
      null
    }
  }
}
