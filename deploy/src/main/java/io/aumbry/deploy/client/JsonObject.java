package io.aumbry.deploy.client;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.Nulls;
import io.aumbry.config.DataSize;
import io.aumbry.config.json.JsonReader;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A JSON object of the frontend. It keeps keys that this version does not know, so that a change
 * writes them back, and an older command can show the answers of a newer frontend.
 *
 * @param fields with the types of Java for JSON; a null in JSON counts as absent
 */
public record JsonObject(
    @JsonValue @JsonSetter(contentNulls = Nulls.SKIP) Map<String, Object> fields) {
  private static final DataSize LIMIT = new DataSize(256L << 20);
  private static final JsonReader<JsonObject> READER = new JsonReader<>(JsonObject.class, LIMIT);

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public JsonObject {
    Map<String, Object> present = new LinkedHashMap<>();
    fields.forEach((key, value) -> {
      if (Objects.nonNull(value)) {
        present.put(key, value);
      }
    });
    fields = Collections.unmodifiableMap(present);
  }

  /**
   * Reads a document.
   *
   * @throws io.aumbry.config.json.JsonException if it is no object
   */
  public static JsonObject parse(byte[] document) {
    return READER.read(document);
  }

  public static JsonObject of(String key, Object value) {
    return new JsonObject(Map.of(key, value));
  }

  /** An object with one array of objects. */
  public static JsonObject ofAll(String key, List<JsonObject> values) {
    return of(key, values.stream().map(JsonObject::fields).toList());
  }

  public Optional<Object> value(String key) {
    return Optional.ofNullable(fields.get(key));
  }

  /** The value as text; empty without a value. */
  public String text(String key) {
    return value(key).map(String::valueOf).orElse("");
  }

  /** An integer, or {@code absent}. */
  public long number(String key, long absent) {
    return fields.get(key) instanceof Number number ? number.longValue() : absent;
  }

  public boolean isTrue(String key) {
    return Boolean.TRUE.equals(fields.get(key));
  }

  /** The objects of an array. Other elements are skipped. */
  public List<JsonObject> objects(String key) {
    return fields.get(key) instanceof List<?> list
        ? list.stream().flatMap(element -> object(element).stream()).toList()
        : List.of();
  }

  /** The object that a value of JSON is. */
  public static Optional<JsonObject> object(Object value) {
    if (!(value instanceof Map<?, ?> map)) {
      return Optional.empty();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    map.forEach((key, field) -> {
      if (Objects.nonNull(field)) {
        fields.put(String.valueOf(key), field);
      }
    });
    return Optional.of(new JsonObject(fields));
  }

  public JsonObject with(String key, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(fields);
    changed.put(key, value);
    return new JsonObject(changed);
  }

  public JsonObject without(String key) {
    Map<String, Object> changed = new LinkedHashMap<>(fields);
    changed.remove(key);
    return new JsonObject(changed);
  }

  /** This object, with the fields of another one in place of its own. */
  public JsonObject overlaid(JsonObject other) {
    Map<String, Object> changed = new LinkedHashMap<>(fields);
    changed.putAll(other.fields);
    return new JsonObject(changed);
  }
}
