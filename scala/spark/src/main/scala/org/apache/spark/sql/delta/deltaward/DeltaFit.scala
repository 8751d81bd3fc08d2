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
 * Looks, before anything of ours is linked against them, whether Spark and Delta have the members that it was compiled
 * with. Most are not part of any public API and change between releases, which would show in the middle of a commit.
 */
object DeltaFit {

  /**
   * @param name       empty for the class itself
   * @param descriptor as in class files: the types of the parameters and the result, or of the field
   */
  final case class Member(className: String, name: String, descriptor: String) {

    /** As it is stored. */
    def line: String = s"$className $name $descriptor".trim

    /** Short, for messages. */
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

  /** Every member that our class files name, or override: the build reads the list from them. */
  lazy val needed: Seq[Member] =
    IOUtils.toString(getClass.getResource(Stored), UTF_8).linesIterator.map { line =>
      val parts = line.split(' ')
      Member(parts(0), parts.lift(1).getOrElse(""), parts.lift(2).getOrElse(""))
    }.toSeq

  /** The needed members that the Spark and Delta seen through `loader` lack. */
  def missing(loader: ClassLoader): Seq[Member] = {
    val members = new Members(loader)
    needed.filterNot(member => members.has(member.className, member.name, member.descriptor))
  }

  /** The version that the Delta seen through `loader` says it has. */
  def version(loader: ClassLoader): String = Try {
    val holder = Class.forName("io.delta.package$", true, loader)
    holder.getMethod("VERSION").invoke(holder.getField("MODULE$").get(null)).toString
  }.getOrElse("of an unknown version")

  private lazy val fits: Unit = requireIn(getClass.getClassLoader)

  /** @throws io.deltaward.errors.UnsupportedDeltaException `DELTAWARD_UNSUPPORTED_DELTA`, naming what is missing */
  def require(): Unit = fits

  /** The same of the Delta that another loader sees. */
  def requireIn(loader: ClassLoader): Unit = {
    val absent = missing(loader)
    val gone = absent.filter(_.name.isEmpty).map(_.className).toSet
    if (absent.nonEmpty)
      throw Errors.unsupportedDelta(
        s"${version(loader)} on Spark $SPARK_VERSION",
        s"${BuildVersions.deltaVersion} on Spark ${BuildVersions.sparkVersion}",
        absent.filter(m => m.name.isEmpty || !gone(m.className)).map(_.toString).distinct,
        s"io.delta:delta-spark_${BuildVersions.line}_2.13:${BuildVersions.deltaVersion}"
      )
  }
}

/** The members of classes, inherited ones too, by the class files that a loader finds: no class is loaded for it. */
final private[deltaward] class Members(loader: ClassLoader) {

  private val known = mutable.HashMap.empty[String, Option[Members.Declared]]

  /** @param name empty for the class itself */
  def has(className: String, name: String, descriptor: String): Boolean =
    if (name.isEmpty) declared(className).nonEmpty
    else declaring(className, name, descriptor).nonEmpty

  /** Those of the class and of all above it that declare the member. */
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
   * What a class declares itself.
   *
   * @param above   the classes that it extends directly
   * @param members by name and descriptor
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
