package io.deltaward.concurrency

import org.apache.spark.sql.delta.actions.{Action, AddFile, FileAction, RemoveFile}

/** Files that OPTIMIZE reads together, and what it writes of them. */
final case class Bin(outputs: Seq[AddFile], inputs: Seq[RemoveFile]) {

  def holdsTheSame: Boolean = {
    val in = inputs.map(_.numLogicalRecords)
    val out = outputs.map(_.numLogicalRecords)
    val partitions = (inputs.map(_.partitionValues) ++ outputs.map(_.partitionValues)).distinct
    partitions.length == 1 && in.forall(_.isDefined) && out.forall(_.isDefined) &&
    in.flatten.sum == out.flatten.sum
  }
}

object Bins {

  /**
   * The bins of a commit of OPTIMIZE, which writes each as its outputs followed by its inputs. None where the figures of
   * a bin do not agree, since it would not be known then what belongs together.
   */
  def of(actions: Seq[Action]): Option[Seq[Bin]] = {
    val files = actions.collect { case file: FileAction => file }
    val bins = files.foldLeft(Vector.empty[Bin]) {
      case (done :+ Bin(outputs, Nil), output: AddFile) => done :+ Bin(outputs :+ output, Nil)
      case (done, output: AddFile) => done :+ Bin(Seq(output), Nil)
      case (done :+ Bin(outputs, inputs), input: RemoveFile) => done :+
          Bin(outputs, inputs :+ input)
      case (done, _) => done
    }
    Option.when(bins.flatMap(b => b.outputs ++ b.inputs).length == files.length)(bins)
      .filter(_.forall(_.holdsTheSame))
  }
}
