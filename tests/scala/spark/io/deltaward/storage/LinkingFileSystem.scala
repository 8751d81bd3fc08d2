package io.deltaward.storage

import java.nio.file.{FileAlreadyExistsException, Files, Path => JPath}

import org.apache.hadoop.fs.Path

/**
 * The local file system as HDFS is: a file that is renamed takes nobody else's place. Hadoop's own replaces what is there,
 * and `LocalLogStore` looks for it before, which keeps commits of one JVM apart and not those of two.
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
