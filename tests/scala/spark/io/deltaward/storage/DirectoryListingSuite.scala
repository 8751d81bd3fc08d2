package io.deltaward.storage

import java.io.FileNotFoundException
import java.nio.file.{Files, Path => JPath}

import scala.sys.process.Process

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, LocalFileSystem, Path, RawLocalFileSystem}
import org.scalatest.funsuite.AnyFunSuite

/** Tests that a local directory, which Hadoop does not list, is listed as Hadoop would list it. */
class DirectoryListingSuite extends AnyFunSuite {

  private val local = new LocalFileSystem
  local.initialize(new Path("file:///").toUri, new Configuration)

  /** A subclass that `DirectoryListing` does not know, and so lists by Hadoop. */
  private val asHadoop = new LocalFileSystem(new RawLocalFileSystem {})
  asHadoop.initialize(new Path("file:///").toUri, new Configuration)

  private val names = Seq(
    "00000000000000000000.json",
    "00000000000000000000.crc",
    "a b%20c+d",
    "a:b",
    "#?&=",
    "\u00fc\ud83d\ude80",
    "x,y{z}*[w]",
    ".00000000000000000000.json.crc",
    ".hidden",
    "'\"`"
  )

  private def directory(): JPath = {
    val made = Files.createTempDirectory("a listing: 100%")
    names.foreach(name => Files.writeString(made.resolve(name), name))
    Files.createDirectory(made.resolve("_sidecars"))
    Files.createSymbolicLink(made.resolve("to a file"), made.resolve(names.head))
    Files.createSymbolicLink(made.resolve("to a directory"), made.resolve("_sidecars"))
    Seq(
      "to nothing" -> "nowhere",
      "to itself" -> "to itself",
      "through a file" -> s"${names.head}/x",
      "to a long name" -> "n" * 300
    ).foreach { case (name, target) =>
      Files.createSymbolicLink(made.resolve(name), JPath.of(target))
    }
    // Java's paths cannot hold a name that is not text.
    val noText = Seq("bash", "-c", raw"echo x > $$'\xff.json'; mkdir $$'\xfe'")
    assert(Process(noText, made.toFile).! == 0)
    made
  }

  private def asPath(place: JPath): Path = new Path(null, null, place.toString)

  private def found(fs: FileSystem, place: Path) = {
    val listing = DirectoryListing.list(fs, place)
    val files = listing.files.map { file =>
      val status = listing.status(file.name)
      (file, status.getPath.toUri, status.getLen, status.getModificationTime, status.isFile)
    }
    (files.toSet, listing.others.toSet)
  }

  test("files, links, and names of all kinds") {
    val place = asPath(directory())
    val (files, others) = found(local, place)
    assert((files, others) == found(asHadoop, place))
    assert(files.size == names.size)
    assert(others == Set("_sidecars", "to a directory"))
  }

  test("the status of a file opens it") {
    val place = asPath(directory())
    val listing = DirectoryListing.list(local, place)
    // Hadoop does not open names with a colon, and does not show its own checksum files.
    names.filterNot(name => name.contains(":") || name.startsWith(".0")).foreach { name =>
      val in = local.open(listing.status(name).getPath)
      assert(new String(in.readAllBytes(), "UTF-8") == name)
      in.close()
    }
  }

  test("an empty directory, a file, and nothing at all") {
    val empty = asPath(Files.createTempDirectory("empty"))
    assert(found(local, empty) == found(asHadoop, empty))
    val file = asPath(Files.createTempFile("file", ".json"))
    assert(found(local, file) == found(asHadoop, file))
    Seq(local, asHadoop).foreach { fs =>
      assertThrows[FileNotFoundException](DirectoryListing.list(fs, new Path(empty, "nowhere")))
      assertThrows[FileNotFoundException](DirectoryListing.list(fs, new Path(empty, "a\u0000b")))
    }
  }
}
