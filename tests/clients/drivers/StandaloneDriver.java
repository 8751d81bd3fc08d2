import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.standalone.DeltaLog;
import io.delta.standalone.Snapshot;
import io.delta.standalone.data.CloseableIterator;
import io.delta.standalone.data.RowRecord;
import io.delta.standalone.types.DoubleType;
import io.delta.standalone.types.IntegerType;
import io.delta.standalone.types.LongType;
import io.delta.standalone.types.StringType;
import io.delta.standalone.types.StructField;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
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
          put(row, field, record);
        }
      }
    }
    return rows;
  }

  private static void put(ObjectNode row, StructField field, RowRecord record) {
    String name = field.getName();
    if (record.isNullAt(name)) row.putNull(name);
    else if (field.getDataType() instanceof LongType) row.put(name, record.getLong(name));
    else if (field.getDataType() instanceof IntegerType) row.put(name, record.getInt(name));
    else if (field.getDataType() instanceof DoubleType) row.put(name, record.getDouble(name));
    else if (field.getDataType() instanceof StringType) row.put(name, record.getString(name));
    else throw new NoDriverForType("the driver has no values of " + field.getDataType());
  }

  /** It is the driver, and not the client, that cannot go on. */
  private static final class NoDriverForType extends RuntimeException {
    NoDriverForType(String message) {
      super(message);
    }
  }
}
