package io.deltaward.session

import java.io.File
import java.nio.file.{Files, Path}
import java.util.jar.{JarEntry, JarFile, JarOutputStream}

import scala.jdk.CollectionConverters._
import scala.util.Using

import org.apache.spark.sql.delta.DeltaLog
import org.apache.xbean.asm9.{ClassReader, ClassVisitor, ClassWriter, MethodVisitor, Opcodes}

/** Makes copies of Delta's jar in which methods have other names, as in a vendor's own build. */
object ForkedDelta {

  private val delta =
    new File(classOf[DeltaLog].getProtectionDomain.getCodeSource.getLocation.toURI)

  /** Replaces Delta's jar in a class path by one without the methods. Delta itself calls them by their other names. */
  def without(methods: Set[String], classPath: String, directory: Path): String = {
    val forked = directory.resolve(delta.getName)
    rename(methods, forked)
    classPath.split(File.pathSeparatorChar)
      .map(entry => if (new File(entry) == delta) forked.toString else entry)
      .mkString(File.pathSeparator)
  }

  private def rename(methods: Set[String], forked: Path): Unit = Using.Manager { use =>
    val jar = use(new JarFile(delta))
    val copy = use(new JarOutputStream(Files.newOutputStream(forked)))
    jar.entries.asScala.foreach { entry =>
      val bytes = jar.getInputStream(entry).readAllBytes()
      copy.putNextEntry(new JarEntry(entry.getName))
      copy.write(if (entry.getName.endsWith(".class")) renamed(bytes, methods) else bytes)
    }
  }.get

  private def renamed(classFile: Array[Byte], methods: Set[String]): Array[Byte] = {
    val writer = new ClassWriter(0)
    new ClassReader(classFile).accept(new Renaming(writer, methods), 0)
    writer.toByteArray
  }

  final private class Renaming(writer: ClassWriter, methods: Set[String])
      extends ClassVisitor(Opcodes.ASM9, writer) {

    override def visitMethod(
        access: Int,
        name: String,
        descriptor: String,
        signature: String,
        exceptions: Array[String]
    ): MethodVisitor =
      new Calls(super.visitMethod(access, other(name), descriptor, signature, exceptions))

    private def other(name: String): String = if (methods(name)) s"${name}OfVendor" else name

    final private class Calls(writer: MethodVisitor) extends MethodVisitor(Opcodes.ASM9, writer) {
      override def visitMethodInsn(
          opcode: Int,
          owner: String,
          name: String,
          descriptor: String,
          isInterface: Boolean
      ): Unit = {
        val called = if (owner.startsWith("org/apache/spark/sql/delta/")) other(name) else name
        super.visitMethodInsn(opcode, owner, called, descriptor, isInterface)
      }
    }
  }
}
