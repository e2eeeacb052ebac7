package io.aumbry.config;

import java.util.Map;
import java.util.Optional;

/**
 * The configuration of one process: what its keys were set to, checked by {@link SettingsLoader}.
 */
public final class Settings {
  static final String VARIABLE_PREFIX = "AUMBRY_";

  private final KeySet keys;
  private final Map<String, String> texts;

  Settings(KeySet keys, Map<String, String> texts) {
    this.keys = keys;
    this.texts = Map.copyOf(texts);
  }

  /** The value of a key that is required or has a default. */
  public <T> T value(Key<T> key) {
    return find(key)
        .orElseThrow(() -> new IllegalArgumentException(key + " may be unset: use find"));
  }

  /** Whether a key is one of this role. */
  public boolean knows(Key<?> key) {
    return keys.find(key.name()).isPresent();
  }

  /** The value of a key, if it was set or has a default. */
  public <T> Optional<T> find(Key<T> key) {
    if (!knows(key)) {
      throw new IllegalArgumentException(key + " is not a key of " + keys.role());
    }
    String text = texts.get(key.name());
    return text == null ? key.defaultValue() : Optional.of(key.type().parse(text));
  }
}
