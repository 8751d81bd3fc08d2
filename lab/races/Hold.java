import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.spark.sql.api.java.UDF2;

/** True; but a statement that asks for it says by one file that it has begun, and waits for another one. */
public final class Hold implements UDF2<String, String, Boolean> {
  private static final long SECONDS = 60;

  @Override
  public Boolean call(String begun, String go) throws Exception {
    Path file = Path.of(begun);
    if (!Files.exists(file)) Files.createFile(file);
    long until = System.nanoTime() + SECONDS * 1_000_000_000L;
    while (!Files.exists(Path.of(go)) && System.nanoTime() < until) Thread.sleep(20);
    return true;
  }
}
