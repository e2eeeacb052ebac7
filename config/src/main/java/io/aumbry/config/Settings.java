package io.aumbry.config;

import java.util.Map;

/** Makes config records from the settings that their components declare. */
public final class Settings {
  private Settings() {}

  /** A record whose settings all have defaults, with these. */
  public static <R extends Record> R defaults(Class<R> type) {
    return read(type, Map.of());
  }

  /**
   * A record with values for some of its keys, and with defaults for the others.
   *
   * @param texts by key
   * @throws IllegalArgumentException when a value is not one or out of its bounds
   * @throws ConfigException when the record refuses the combination
   */
  public static <R extends Record> R read(Class<R> type, Map<String, String> texts) {
    return type.cast(Schema.of(type).read(texts));
  }
}
