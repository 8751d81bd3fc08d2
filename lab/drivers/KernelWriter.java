import com.fasterxml.jackson.databind.JsonNode;
import io.delta.kernel.DataWriteContext;
import io.delta.kernel.Operation;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.Transaction;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.ColumnarBatch;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.internal.data.DefaultColumnarBatch;
import io.delta.kernel.defaults.internal.data.vector.DefaultGenericVector;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.expressions.Literal;
import io.delta.kernel.hook.PostCommitHook;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.AddFile;
import io.delta.kernel.internal.actions.SingleAction;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.types.*;
import io.delta.kernel.utils.CloseableIterable;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.DataFileStatus;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes with Delta Kernel for Java from 4.0 on, as an engine does that stands on it:
 * Kernel writes files and commits, and the engine says which rows. A delete writes anew the files
 * that have the row, and keeps to the version that the transaction began with.
 */
public final class KernelWriter {
  private static final Engine ENGINE = KernelDriver.ENGINE;

  /** Tables that are open, as they were then. */
  private static final Map<String, Begun> OPEN = new HashMap<>();

  public static void main(String[] arguments) throws Exception {
    KernelDriver.serve(KernelWriter::handle);
  }

  private static JsonNode handle(JsonNode request) throws Exception {
    String table = request.path("table").asText();
    switch (request.path("operation").asText()) {
      case "read":
        return KernelDriver.read(table);
      case "open":
        OPEN.put(table, new Begun(table));
        return null;
      case "append":
        begun(table).append(request);
        return null;
      case "delete":
        begun(table).delete(request.path("key").asText(), request.path("deleted").asLong());
        return null;
      default:
        throw new KernelDriver.Unavailable("the driver has no such operation");
    }
  }

  private static Begun begun(String table) throws Exception {
    Begun open = OPEN.remove(table);
    return open == null ? new Begun(table) : open;
  }

  /** A transaction, and the table as it began. */
  private static final class Begun {
    private final Snapshot snapshot;
    private final Transaction transaction;
    private final Row state;
    private final StructType schema;
    private final List<Row> actions = new ArrayList<>();

    Begun(String path) throws Exception {
      Table table = Table.forPath(ENGINE, path);
      snapshot = table.getLatestSnapshot(ENGINE);
      transaction = table.createTransactionBuilder(ENGINE, "lab", Operation.WRITE).build(ENGINE);
      state = transaction.getTransactionState(ENGINE);
      schema = transaction.getSchema(ENGINE);
    }

    void append(JsonNode request) throws Exception {
      for (JsonNode row : request.path("source")) {
        ColumnVector[] columns = new ColumnVector[schema.length()];
        for (int i = 0; i < columns.length; i++) {
          DataType type = schema.at(i).getDataType();
          Object value = value(row.path(schema.at(i).getName()), type);
          columns[i] = DefaultGenericVector.fromArray(type, new Object[] {value});
        }
        ColumnarBatch given = new DefaultColumnarBatch(1, schema, columns);
        add(new FilteredColumnarBatch(given, Optional.empty()), 0);
      }
      commit();
    }

    void delete(String key, long deleted) throws Exception {
      int column = schema.indexOf(key);
      KernelDriver.eachFile(
          snapshot,
          (file, batches) -> {
            List<FilteredColumnarBatch> kept = new ArrayList<>();
            boolean found = false;
            while (batches.hasNext()) {
              FilteredColumnarBatch batch = (FilteredColumnarBatch) batches.next();
              ColumnVector keys = batch.getData().getColumnVector(column);
              Boolean[] others = new Boolean[keys.getSize()];
              for (int row = 0; row < others.length; row++) {
                boolean live = KernelDriver.isSelected(batch, row);
                boolean named = live && !keys.isNullAt(row) && keys.getLong(row) == deleted;
                others[row] = live && !named;
                found |= named;
              }
              ColumnVector selection = DefaultGenericVector.fromArray(BooleanType.BOOLEAN, others);
              kept.add(new FilteredColumnarBatch(batch.getData(), Optional.of(selection)));
            }
            if (found) {
              remove(file);
              for (FilteredColumnarBatch batch : kept) addSelected(batch);
            }
          });
      commit();
    }

    private void addSelected(FilteredColumnarBatch batch) throws Exception {
      for (int row = 0; row < batch.getData().getSize(); row++) {
        if (KernelDriver.isSelected(batch, row)) {
          add(batch, row);
          return;
        }
      }
    }

    private void remove(Row file) {
      AddFile added = new AddFile(file.getStruct(InternalScanFileUtils.ADD_FILE_ORDINAL));
      Row removed = added.toRemoveFileRow(true, Optional.empty());
      actions.add(SingleAction.createRemoveFileSingleAction(removed));
    }

    /** Writes a file of one partition, which one of its rows tells. */
    private void add(FilteredColumnarBatch rows, int telling) throws Exception {
      Map<String, Literal> partition = new HashMap<>();
      for (String name : transaction.getPartitionColumns(ENGINE)) {
        int column = schema.indexOf(name);
        partition.put(name, literal(rows.getData(), column, telling));
      }
      CloseableIterator<FilteredColumnarBatch> physical =
          Transaction.transformLogicalData(
              ENGINE, state, Utils.singletonCloseableIterator(rows), partition);
      DataWriteContext context = Transaction.getWriteContext(ENGINE, state, partition);
      CloseableIterator<DataFileStatus> files =
          ENGINE
              .getParquetHandler()
              .writeParquetFiles(
                  context.getTargetDirectory(), physical, context.getStatisticsColumns());
      try (CloseableIterator<Row> added =
          Transaction.generateAppendActions(ENGINE, state, files, context)) {
        while (added.hasNext()) actions.add(added.next());
      }
    }

    private void commit() throws Exception {
      CloseableIterator<Row> all = Utils.toCloseableIterator(actions.iterator());
      for (PostCommitHook hook :
          transaction
              .commit(ENGINE, CloseableIterable.inMemoryIterable(all))
              .getPostCommitHooks()) {
        hook.threadSafeInvoke(ENGINE);
      }
    }

    private static Literal literal(ColumnarBatch data, int column, int row) {
      ColumnVector values = data.getColumnVector(column);
      DataType type = data.getSchema().at(column).getDataType();
      if (values.isNullAt(row)) return Literal.ofNull(type);
      if (type instanceof LongType) return Literal.ofLong(values.getLong(row));
      if (type instanceof DoubleType) return Literal.ofDouble(values.getDouble(row));
      if (type instanceof TimestampNTZType) return Literal.ofTimestampNtz(values.getLong(row));
      if (type.equals(StringType.STRING)) return Literal.ofString(values.getString(row));
      throw new KernelDriver.Unavailable("the driver has no partition values of type " + type);
    }

    private static Object value(JsonNode given, DataType type) {
      if (given.isMissingNode() || given.isNull()) return null;
      if (type instanceof LongType) return given.asLong();
      if (type instanceof DoubleType) return given.asDouble();
      if (type instanceof TimestampNTZType) {
        LocalDateTime epoch = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);
        LocalDateTime at = LocalDateTime.parse(given.asText().replace(' ', 'T'));
        return ChronoUnit.MICROS.between(epoch, at);
      }
      if (type.equals(StringType.STRING)) return given.asText();
      throw new KernelDriver.Unavailable("the driver has no values of type " + type);
    }
  }
}
