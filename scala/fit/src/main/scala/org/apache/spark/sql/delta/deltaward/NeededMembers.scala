package org.apache.spark.sql.delta.deltaward

import java.nio.file.{Files, Paths}

import scala.annotation.nowarn
import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.xbean.asm9.{ClassReader, ClassVisitor, Handle, MethodVisitor, Opcodes, Type}

/** Reads the product's class files for the members of Spark and Delta that they use or override. */
object NeededMembers {

  /**
   * Writes all members to the file that is the first argument, in the format that `DeltaFit` reads. Writes what each class
   * needs to the second, in the format that `ClassNeeds` reads.
   */
  def main(arguments: Array[String]): Unit = {
    val needs = classFiles.map(needsOf).sortBy(_.name)
    val members = needs.flatMap(_.members).distinct.sortBy(_.line)
    val place = needs.map(_.name).zipWithIndex.toMap
    val placeOfMember = members.zipWithIndex.toMap
    write(arguments(0), members.map(_.line))
    write(
      arguments(1),
      needs.map { of =>
        val ours = of.classes.flatMap(place.get).toSeq.sorted
        val theirs = of.members.map(placeOfMember).toSeq.sorted
        Seq(of.name, ours.mkString(","), theirs.mkString(",")).mkString(" ")
      }
    )
  }

  private def write(file: String, lines: Seq[String]): Unit =
    Files.write(Paths.get(file), lines.asJava): Unit

  /** Lists the deltaward classes and the members of Spark and Delta that one class of deltaward uses. */
  final private case class Needs(
      name: String,
      classes: Set[String],
      members: Set[DeltaFit.Member]
  )

  private def needsOf(classFile: Array[Byte]): Needs = {
    val reader = new ClassReader(classFile)
    val found = new References
    reader.accept(found, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES)
    Needs(className(reader.getClassName), found.classes.toSet, found.members.toSet)
  }

  private def classFiles: Seq[Array[Byte]] = {
    val directory = DeltaFit.getClass.getProtectionDomain.getCodeSource.getLocation
    Using.resource(Files.walk(Paths.get(directory.toURI))) {
      _.iterator.asScala.filter(_.toString.endsWith(".class")).map(Files.readAllBytes).toList
    }
  }

  private val declared = new Members(getClass.getClassLoader)

  private def isOurs(internalName: String): Boolean =
    internalName.startsWith("io/deltaward/") ||
      internalName.startsWith("org/apache/spark/sql/delta/deltaward/")

  private def isTheirs(internalName: String): Boolean = !isOurs(internalName) &&
    (internalName.startsWith("org/apache/spark/") || internalName.startsWith("io/delta/"))

  final private class References extends ClassVisitor(Opcodes.ASM9) {

    val classes: mutable.Set[String] = mutable.Set.empty
    val members: mutable.Set[DeltaFit.Member] = mutable.Set.empty

    private var name: String = ""

    override def visit(
        version: Int,
        access: Int,
        name: String,
        signature: String,
        superName: String,
        interfaces: Array[String]
    ): Unit = {
      this.name = name
      (superName +: interfaces.toSeq).foreach(ofType)
    }

    override def visitMethod(
        access: Int,
        method: String,
        descriptor: String,
        signature: String,
        exceptions: Array[String]
    ): MethodVisitor = {
      val inherits =
        (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && method != "<init>"
      if (inherits) inherited(name, method, descriptor)
      new Calls
    }

    private def ofType(internalName: String): Unit =
      if (internalName != null)
        if (isTheirs(internalName)) members += DeltaFit.Member(className(internalName), "", "")
        else if (isOurs(internalName)) classes += className(internalName)

    private def ofMember(owner: String, member: String, descriptor: String): Unit =
      if (isTheirs(owner)) members += DeltaFit.Member(className(owner), member, descriptor)
      else if (isOurs(owner)) {
        classes += className(owner)
        inherited(owner, member, descriptor)
      }

    /** Adds the member of Spark or Delta that one of our classes inherits or overrides, if any. */
    private def inherited(owner: String, member: String, descriptor: String): Unit =
      declared.declaring(className(owner), member, descriptor)
        .find(of => isTheirs(of.replace('.', '/')))
        .foreach(of => members += DeltaFit.Member(of, member, descriptor))

    final private class Calls extends MethodVisitor(Opcodes.ASM9) {

      override def visitMethodInsn(
          opcode: Int,
          owner: String,
          member: String,
          descriptor: String,
          isInterface: Boolean
      ): Unit = ofMember(owner, member, descriptor)

      override def visitFieldInsn(
          opcode: Int,
          owner: String,
          field: String,
          descriptor: String
      ): Unit = ofMember(owner, field, descriptor)

      override def visitTypeInsn(opcode: Int, internalName: String): Unit = ofType(internalName)

      override def visitLdcInsn(value: Any): Unit = value match {
        case literal: Type if literal.getSort == Type.OBJECT => ofType(literal.getInternalName)
        case _ => ()
      }

      @nowarn("msg=never used")
      override def visitInvokeDynamicInsn(
          member: String,
          descriptor: String,
          bootstrap: Handle,
          arguments: AnyRef*
      ): Unit = arguments.foreach {
        case handle: Handle => ofMember(handle.getOwner, handle.getName, handle.getDesc)
        case _ => ()
      }
    }
  }

  private def className(internalName: String): String = internalName.replace('/', '.')
}
