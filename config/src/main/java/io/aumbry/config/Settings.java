package io.aumbry.config;

import java.util.Map;

/** Creates config records. */
public final class Settings {
  private Settings() {}

  /** Creates a record from the defaults of its settings. */
  public static <R extends Record> R defaults(Class<R> type) {
    return read(type, Map.of());
  }

  /**
   * Creates a record from texts, and from defaults for the other keys.
   *
   * @param texts by key
   * @throws IllegalArgumentException if a value is malformed or out of bounds
   * @throws ConfigException if the record refuses the combination
   */
  public static <R extends Record> R read(Class<R> type, Map<String, String> texts) {
    return type.cast(Schema.of(type).read(texts));
  }
}
