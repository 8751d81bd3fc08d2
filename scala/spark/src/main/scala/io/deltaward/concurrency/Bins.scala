package io.deltaward.concurrency

import org.apache.spark.sql.delta.actions.{Action, AddFile, FileAction, RemoveFile}

/** Files that OPTIMIZE reads together, and what it writes of them. */
final case class Bin(outputs: Seq[AddFile], inputs: Seq[RemoveFile]) {

  def holdsTheSame(partitions: PartitionValues)
      : Boolean = (inputs ++ outputs).map(partitions.of).distinct.length == 1 &&
    FileRows.areAsMany(inputs, outputs)
}

object Bins {

  /**
   * The bins of a commit of OPTIMIZE, which writes each as its outputs followed by its inputs. None where the figures of
   * a bin do not agree, since it would not be known then what belongs together.
   */
  def of(actions: Seq[Action], partitions: PartitionValues): Option[Seq[Bin]] = {
    val files = actions.collect { case file: FileAction => file }
    val bins = files.foldLeft(Vector.empty[Bin]) {
      case (done :+ Bin(outputs, Nil), output: AddFile) => done :+ Bin(outputs :+ output, Nil)
      case (done, output: AddFile) => done :+ Bin(Seq(output), Nil)
      case (done :+ Bin(outputs, inputs), input: RemoveFile) => done :+
          Bin(outputs, inputs :+ input)
      case (done, _) => done
    }
    Option.when(bins.flatMap(b => b.outputs ++ b.inputs).length == files.length)(bins)
      .filter(_.forall(_.holdsTheSame(partitions)))
  }
}
