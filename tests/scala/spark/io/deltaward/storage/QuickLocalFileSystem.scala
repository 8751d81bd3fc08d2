package io.deltaward.storage

import java.nio.file.{Files, Paths}
import java.nio.file.attribute.PosixFilePermissions

import org.apache.hadoop.fs.{Path, RawLocalFileSystem}
import org.apache.hadoop.fs.permission.FsPermission

/**
 * The local file system without Hadoop's checksum files, and without a process for each change of permissions. Where
 * its native library is missing, Hadoop starts `chmod` for every file, and a test makes hundreds of them.
 */
class QuickLocalFileSystem extends RawLocalFileSystem {

  override def setPermission(path: Path, permission: FsPermission): Unit = {
    val text = permission.toString.take(9).map {
      case 't' => 'x'
      case 'T' => '-'
      case other => other
    }
    Files.setPosixFilePermissions(
      Paths.get(pathToFile(path).toURI),
      PosixFilePermissions.fromString(text)
    ): Unit
  }
}
