package io.deltaward.storage

import java.nio.file.{FileAlreadyExistsException, Files, Path => JPath}

import org.apache.hadoop.fs.Path

/**
 * The local file system with the rename of HDFS, which replaces no file. Hadoop's own rename replaces a file that is
 * there. `LocalLogStore` looks for that file first, which protects commits in one JVM, but not in two.
 */
class LinkingFileSystem extends QuickLocalFileSystem {

  override def rename(from: Path, to: Path): Boolean = {
    val (source, target) = (local(from), local(to))
    if (Files.isDirectory(source)) super.rename(from, to)
    else
      try {
        Files.createLink(target, source)
        Files.delete(source)
        true
      } catch { case _: FileAlreadyExistsException => false }
  }

  private def local(path: Path): JPath = pathToFile(path).toPath
}
