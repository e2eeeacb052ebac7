package io.aumbry.config.json;

import com.fasterxml.jackson.databind.JsonNode;
import io.aumbry.config.DataSize;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A value of a JSON document that no record can declare, because a key may have values of several
 * types. Null is refused.
 */
public sealed interface JsonValue {
  record Text(String value) implements JsonValue {}

  /**
   * A number.
   *
   * @param digits in decimal, without zeros at the end of a fraction; large numbers have an
   *     exponent
   */
  record Numeral(String digits) implements JsonValue {}

  record Flag(boolean value) implements JsonValue {}

  record Sequence(List<JsonValue> items) implements JsonValue {
    public Sequence {
      items = List.copyOf(items);
    }
  }

  /** An object, with its keys in order. */
  record Fields(Map<String, JsonValue> values) implements JsonValue {
    public Fields {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }
  }

  /**
   * Reads a document under the limits of {@link JsonReader}.
   *
   * @throws JsonException if the document is refused
   */
  static JsonValue parse(byte[] document, DataSize limit) {
    return of(JsonReader.tree(document, limit), "");
  }

  private static JsonValue of(JsonNode node, String path) {
    return switch (node.getNodeType()) {
      case STRING -> new Text(node.textValue());
      case NUMBER -> new Numeral(node.asText());
      case BOOLEAN -> new Flag(node.booleanValue());
      case ARRAY -> sequence(node, path);
      case OBJECT -> fields(node, path);
      case NULL, MISSING, BINARY, POJO ->
          throw new JsonException(
              path.isEmpty() ? "the document is null" : "key '" + path + "': null");
    };
  }

  private static Sequence sequence(JsonNode node, String path) {
    List<JsonValue> items = new ArrayList<>(node.size());
    for (JsonNode item : node) {
      items.add(of(item, path + "[" + items.size() + "]"));
    }
    return new Sequence(items);
  }

  private static Fields fields(JsonNode node, String path) {
    Map<String, JsonValue> values = new LinkedHashMap<>();
    node.properties()
        .forEach(field -> {
          String key = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
          values.put(field.getKey(), of(field.getValue(), key));
        });
    return new Fields(values);
  }
}
