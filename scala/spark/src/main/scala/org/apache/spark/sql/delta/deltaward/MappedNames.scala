package org.apache.spark.sql.delta.deltaward

import java.util.Locale

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.delta.Snapshot
import org.apache.spark.sql.delta.constraints.Constraints
import org.apache.spark.sql.delta.schema.SchemaUtils
import org.apache.spark.sql.types.{ArrayType, DataType, MapType, StructType}

import io.deltaward.text.Identifier

/** Finds the columns whose names need column mapping, and names that Delta allows without it. */
private[deltaward] object MappedNames {

  /** Delta allows these characters in a column's name only with column mapping. */
  private val Mapped = " ,;{}()\n\t="

  /** @param path the column's path, from the outermost column */
  final private case class Renaming(path: Seq[String], name: String) {

    def sql(table: String): String =
      s"ALTER TABLE $table RENAME COLUMN ${path.map(Identifier.quoted).mkString(".")} TO " +
        Identifier.quoted(name)
  }

  /**
   * Returns the statements that rename these columns, inner columns first. Returns none if a constraint or a generated
   * column names one of them, since Delta then refuses to rename it.
   *
   * @param table the table's name, quoted for SQL
   */
  def renames(spark: SparkSession, snapshot: Snapshot, table: String): Seq[String] = {
    val all = within(snapshot.schema, Nil)
    val isFixed = all.exists { renaming =>
      Constraints.findDependentConstraints(spark, renaming.path, snapshot.metadata).nonEmpty ||
      SchemaUtils.findDependentGeneratedColumns(
        spark,
        renaming.path,
        snapshot.protocol,
        snapshot.schema
      ).nonEmpty
    }
    if (isFixed) Nil else all.map(_.sql(table))
  }

  private def within(kind: DataType, path: Seq[String]): Seq[Renaming] = kind match {
    case struct: StructType =>
      val inner = struct.fields.toSeq.flatMap(f => within(f.dataType, path :+ f.name))
      inner ++ renamed(struct.fieldNames.toSeq, path)
    case ArrayType(element, _) => within(element, path :+ "element")
    case MapType(key, value, _) => within(key, path :+ "key") ++ within(value, path :+ "value")
    case _ => Nil
  }

  private def renamed(siblings: Seq[String], path: Seq[String]): Seq[Renaming] =
    siblings.filter(_.exists(isMapped)).foldLeft(Seq.empty[Renaming]) { (done, name) =>
      val taken = (siblings ++ done.map(_.name)).map(lower).toSet
      val plain = name.map(c => if (isMapped(c)) '_' else c)
      val free = (Iterator(plain) ++ Iterator.from(2).map(n => s"${plain}_$n"))
        .filterNot(candidate => taken(lower(candidate))).next()
      done :+ Renaming(path :+ name, free)
    }

  private def isMapped(c: Char): Boolean = Mapped.indexOf(c.toInt) >= 0

  private def lower(name: String): String = name.toLowerCase(Locale.ROOT)
}
