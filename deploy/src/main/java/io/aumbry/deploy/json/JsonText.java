package io.aumbry.deploy.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/** One JSON value as text. */
public final class JsonText {
  private JsonText() {}

  /** Writes the value. */
  @FunctionalInterface
  public interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  /** Indented, on many lines. */
  public static String of(Content content) {
    return written(json -> content.write(json.useDefaultPrettyPrinter()));
  }

  /** On one line. */
  public static String line(Content content) {
    return written(content);
  }

  private static String written(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      content.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
