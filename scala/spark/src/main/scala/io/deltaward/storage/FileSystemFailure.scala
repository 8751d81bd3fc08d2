package io.deltaward.storage

import org.apache.hadoop.util.VersionInfo

/** Explains in a message why a file system failed. */
object FileSystemFailure {

  /**
   * Returns the name and the message of an exception. If the file system's class is not on the class path, adds the Maven
   * package to start Spark with.
   */
  def text(failure: Throwable): String = {
    val told = s"${failure.getClass.getSimpleName}: ${failure.getMessage}"
    val missing = packages.collectFirst {
      case (fileSystem, artifact) if told.contains(s"$fileSystem not found") => artifact
    }
    missing.fold(told) { artifact =>
      s"$told. Start Spark with --packages org.apache.hadoop:$artifact:${VersionInfo.getVersion}"
    }
  }

  private val packages = Seq(
    "org.apache.hadoop.fs.s3a.S3AFileSystem" -> "hadoop-aws",
    "org.apache.hadoop.fs.azurebfs.AzureBlobFileSystem" -> "hadoop-azure",
    "org.apache.hadoop.fs.azurebfs.SecureAzureBlobFileSystem" -> "hadoop-azure"
  )
}
