import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.standalone.DeltaLog;
import io.delta.standalone.Snapshot;
import io.delta.standalone.data.CloseableIterator;
import io.delta.standalone.data.RowRecord;
import io.delta.standalone.types.*;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Reads with Delta Standalone; speaks the protocol of serve.py. */
public final class StandaloneDriver {
  private static final ObjectMapper JSON = new ObjectMapper();

  public static void main(String[] arguments) throws Exception {
    PrintStream answers = System.out;
    System.setOut(System.err);
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
      answers.flush();
    }
  }

  private static ObjectNode answer(JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    if (!request.path("operation").asText().equals("read")) {
      return answer.put("unavailable", "the driver only reads");
    }
    try {
      answer.set("rows", read(request.path("table").asText()));
    } catch (NoDriverForType lack) {
      answer.put("unavailable", lack.getMessage());
    } catch (Throwable failure) {
      answer.put("error", failure.getClass().getSimpleName() + ": " + failure.getMessage());
    }
    return answer;
  }

  private static ArrayNode read(String path) throws Exception {
    ArrayNode rows = JSON.createArrayNode();
    Snapshot snapshot = DeltaLog.forTable(new Configuration(), path).snapshot();
    StructField[] fields = snapshot.getMetadata().getSchema().getFields();
    try (CloseableIterator<RowRecord> records = snapshot.open()) {
      while (records.hasNext()) {
        RowRecord record = records.next();
        ObjectNode row = rows.addObject();
        for (StructField field : fields) {
          row.set(field.getName(), value(field, record));
        }
      }
    }
    return rows;
  }

  private static JsonNode value(StructField field, RowRecord record) {
    String name = field.getName();
    DataType type = field.getDataType();
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (record.isNullAt(name)) return json.nullNode();
    if (type instanceof StructType) return struct((StructType) type, record.getRecord(name));
    if (type instanceof ArrayType) return plain(record.getList(name));
    if (type instanceof MapType) return plain(record.getMap(name));
    if (type instanceof BooleanType) return plain(record.getBoolean(name));
    if (type instanceof ByteType) return plain(record.getByte(name));
    if (type instanceof ShortType) return plain(record.getShort(name));
    if (type instanceof IntegerType) return plain(record.getInt(name));
    if (type instanceof LongType) return plain(record.getLong(name));
    if (type instanceof FloatType) return plain(record.getFloat(name));
    if (type instanceof DoubleType) return plain(record.getDouble(name));
    if (type instanceof StringType) return plain(record.getString(name));
    if (type instanceof DecimalType) return plain(record.getBigDecimal(name));
    if (type instanceof BinaryType) return plain(record.getBinary(name));
    if (type instanceof DateType) return plain(record.getDate(name));
    if (type instanceof TimestampType) return plain(record.getTimestamp(name));
    throw new NoDriverForType("the driver has no values of " + type);
  }

  private static ObjectNode struct(StructType type, RowRecord record) {
    ObjectNode values = JSON.createObjectNode();
    for (StructField field : type.getFields()) {
      values.set(field.getName(), value(field, record));
    }
    return values;
  }

  private static JsonNode plain(Object value) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    if (value instanceof BigDecimal) return json.textNode(((BigDecimal) value).toPlainString());
    if (value instanceof byte[]) {
      return json.objectNode().set("$bytes", json.binaryNode((byte[]) value));
    }
    if (value instanceof Date) return json.textNode(((Date) value).toLocalDate().toString());
    if (value instanceof Timestamp) {
      return json.textNode(((Timestamp) value).toInstant().toString());
    }
    if (value instanceof Double && !Double.isFinite((Double) value)) {
      return json.textNode(value.toString());
    }
    if (value instanceof RowRecord) {
      RowRecord record = (RowRecord) value;
      return struct(record.getSchema(), record);
    }
    if (value instanceof List) {
      ArrayNode values = json.arrayNode();
      ((List<?>) value).forEach(element -> values.add(plain(element)));
      return values;
    }
    if (value instanceof Map) {
      ArrayNode pairs = json.arrayNode();
      ((Map<?, ?>) value).forEach((k, v) -> pairs.addArray().add(plain(k)).add(plain(v)));
      return json.objectNode().set("$map", pairs);
    }
    return JSON.valueToTree(value);
  }

  /** It is the driver, and not the client, that cannot go on. */
  private static final class NoDriverForType extends RuntimeException {
    NoDriverForType(String message) {
      super(message);
    }
  }
}
