import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.Scan;
import io.delta.kernel.ScanBuilder;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.MapValue;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.types.*;
import io.delta.kernel.utils.CloseableIterator;
import io.delta.kernel.utils.FileStatus;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Reads with Delta Kernel for Java; speaks the protocol of serve.py. */
public final class KernelDriver {
  private static final ObjectMapper JSON = new ObjectMapper();
  static final Engine ENGINE = DefaultEngine.create(new Configuration());

  /** Answers a request with rows, or with null where it is done. */
  interface Handler {
    JsonNode handle(JsonNode request) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    serve(
        request -> {
          if (!request.path("operation").asText().equals("read")) {
            throw new Unavailable("the driver only reads");
          }
          return read(request.path("table").asText());
        });
  }

  static void serve(Handler handler) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(JSON.writeValueAsString(answer(handler, JSON.readTree(line))));
      answers.flush();
    }
  }

  private static ObjectNode answer(Handler handler, JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    try {
      JsonNode rows = handler.handle(request);
      return rows == null ? answer.put("done", true) : answer.set("rows", rows);
    } catch (Unavailable lack) {
      return answer.put("unavailable", lack.getMessage());
    } catch (Throwable failure) {
      Throwable cause = failure;
      while (cause instanceof InvocationTargetException && cause.getCause() != null) {
        cause = cause.getCause();
      }
      return answer.put("error", cause.getClass().getSimpleName() + ": " + cause.getMessage());
    }
  }

  static ArrayNode read(String path) throws Exception {
    ArrayNode rows = JSON.createArrayNode();
    Snapshot snapshot = Table.forPath(ENGINE, path).getLatestSnapshot(ENGINE);
    StructType schema = (StructType) call(snapshot, Snapshot.class, "getSchema");
    eachFile(
        snapshot,
        (file, batches) -> {
          while (batches.hasNext()) append((FilteredColumnarBatch) batches.next(), schema, rows);
        });
    return rows;
  }

  /** Takes a file of a table as a scan names it, and its rows. */
  interface FileReader {
    void read(Row file, CloseableIterator<?> batches) throws Exception;
  }

  static void eachFile(Snapshot snapshot, FileReader reader) throws Exception {
    Scan scan = ((ScanBuilder) call(snapshot, Snapshot.class, "getScanBuilder")).build();
    Row state = scan.getScanState(ENGINE);
    StructType physical = physicalSchema(state);
    try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(ENGINE)) {
      while (batches.hasNext()) {
        try (CloseableIterator<Row> files = batches.next().getRows()) {
          while (files.hasNext()) {
            Row file = files.next();
            try (CloseableIterator<?> rows = rowsOf(state, physical, file)) {
              reader.read(file, rows);
            }
          }
        }
      }
    }
  }

  private static CloseableIterator<?> rowsOf(Row state, StructType physical, Row file)
      throws Exception {
    FileStatus status = InternalScanFileUtils.getAddFileStatus(file);
    CloseableIterator<FileStatus> one =
        io.delta.kernel.internal.util.Utils.singletonCloseableIterator(status);
    Object read =
        call(
            ENGINE.getParquetHandler(),
            io.delta.kernel.engine.ParquetHandler.class,
            "readParquetFiles",
            one,
            physical,
            Optional.empty());
    CloseableIterator<?> data = (CloseableIterator<?>) read;
    Object plain = data.map(KernelDriver::columnar);
    Object logical = call(null, Scan.class, "transformPhysicalData", ENGINE, state, file, plain);
    return (CloseableIterator<?>) logical;
  }

  /** Newer versions wrap what the file holds into a result with its path. */
  private static Object columnar(Object batch) {
    try {
      return batch.getClass().getMethod("getData").invoke(batch);
    } catch (NoSuchMethodException itself) {
      return batch;
    } catch (ReflectiveOperationException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void append(FilteredColumnarBatch batch, StructType schema, ArrayNode rows) {
    for (int row = 0; row < batch.getData().getSize(); row++) {
      if (isSelected(batch, row)) {
        ObjectNode values = rows.addObject();
        for (int column = 0; column < schema.length(); column++) {
          ColumnVector vector = batch.getData().getColumnVector(column);
          values.set(schema.at(column).getName(), value(vector, schema.at(column).getDataType(), row));
        }
      }
    }
  }

  static boolean isSelected(FilteredColumnarBatch batch, int row) {
    return batch
        .getSelectionVector()
        .map(selected -> !selected.isNullAt(row) && selected.getBoolean(row))
        .orElse(true);
  }

  /** Of the type that the table has: the vector's own has the names of fields in the file. */
  private static JsonNode value(ColumnVector vector, DataType type, int row) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (vector.isNullAt(row)) return json.nullNode();
    if (type instanceof BooleanType) return json.booleanNode(vector.getBoolean(row));
    if (type instanceof ByteType) return json.numberNode(vector.getByte(row));
    if (type instanceof ShortType) return json.numberNode(vector.getShort(row));
    if (type instanceof IntegerType) return json.numberNode(vector.getInt(row));
    if (type instanceof LongType) return json.numberNode(vector.getLong(row));
    if (type instanceof FloatType) return number(vector.getFloat(row));
    if (type instanceof DoubleType) return number(vector.getDouble(row));
    if (type instanceof StringType) return json.textNode(vector.getString(row));
    if (type instanceof DecimalType) {
      return json.textNode(vector.getDecimal(row).toPlainString());
    }
    if (type instanceof BinaryType) {
      return json.objectNode().set("$bytes", json.binaryNode(vector.getBinary(row)));
    }
    if (type instanceof DateType) {
      return json.textNode(LocalDate.ofEpochDay(vector.getInt(row)).toString());
    }
    if (type instanceof TimestampType || type instanceof TimestampNTZType) {
      return json.textNode(moment(vector.getLong(row)));
    }
    return nested(vector, type, row);
  }

  private static JsonNode nested(ColumnVector vector, DataType type, int row) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (type instanceof StructType) {
      ObjectNode values = json.objectNode();
      StructType struct = (StructType) type;
      for (int field = 0; field < struct.length(); field++) {
        StructField of = struct.at(field);
        values.set(of.getName(), value(vector.getChild(field), of.getDataType(), row));
      }
      return values;
    }
    if (type instanceof ArrayType) {
      ArrayValue array = vector.getArray(row);
      DataType element = ((ArrayType) type).getElementType();
      ArrayNode values = json.arrayNode();
      for (int i = 0; i < array.getSize(); i++) {
        values.add(value(array.getElements(), element, i));
      }
      return values;
    }
    if (type instanceof MapType) {
      MapValue map = vector.getMap(row);
      MapType of = (MapType) type;
      ArrayNode pairs = json.arrayNode();
      for (int entry = 0; entry < map.getSize(); entry++) {
        pairs
            .addArray()
            .add(value(map.getKeys(), of.getKeyType(), entry))
            .add(value(map.getValues(), of.getValueType(), entry));
      }
      return json.objectNode().set("$map", pairs);
    }
    throw new Unavailable("the driver has no values of type " + type);
  }

  /** JSON has no word for some. */
  private static JsonNode number(double value) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    return Double.isFinite(value) ? json.numberNode(value) : json.textNode(Double.toString(value));
  }

  private static String moment(long micros) {
    long seconds = Math.floorDiv(micros, 1_000_000L);
    int nanos = (int) Math.floorMod(micros, 1_000_000L) * 1000;
    String text = LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC).toString();
    return text.length() == 16 ? text + ":00" : text;
  }

  private static StructType physicalSchema(Row state) throws Exception {
    String name =
        Arrays.stream(ScanStateRow.class.getMethods())
            .map(Method::getName)
            .filter(n -> n.startsWith("getPhysical") && n.endsWith("ReadSchema"))
            .findFirst()
            .orElseThrow(NoSuchMethodException::new);
    return (StructType) call(null, ScanStateRow.class, name, ENGINE, state);
  }

  /** Calls a method that takes the engine in some versions and not in others. */
  private static Object call(Object target, Class<?> type, String name, Object... values)
      throws Exception {
    for (Method method : type.getMethods()) {
      if (method.getName().equals(name)) {
        Object[] given = fitting(method, values);
        if (given != null) {
          return method.invoke(target, given);
        }
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  private static Object[] fitting(Method method, Object[] values) {
    int wanted = method.getParameterCount();
    boolean takesEngine = wanted > 0 && method.getParameterTypes()[0] == Engine.class;
    boolean givesEngine = values.length > 0 && values[0] instanceof Engine;
    Object[] given = values;
    if (takesEngine && !givesEngine) {
      given = new Object[values.length + 1];
      given[0] = ENGINE;
      System.arraycopy(values, 0, given, 1, values.length);
    } else if (!takesEngine && givesEngine) {
      given = Arrays.copyOfRange(values, 1, values.length);
    }
    return given.length == wanted ? given : null;
  }

  /** It is the driver, and not the client, that cannot go on. */
  static final class Unavailable extends RuntimeException {
    Unavailable(String message) {
      super(message);
    }
  }
}
