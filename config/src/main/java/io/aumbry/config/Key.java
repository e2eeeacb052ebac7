package io.aumbry.config;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One thing that can be configured.
 *
 * @param <T> type of its value
 */
public final class Key<T> {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+");

  private final String name;
  private final ValueType<T> type;
  private final boolean required;
  private final String defaultText;
  private final @Nullable T defaultValue;
  private final String description;

  private Key(
      String name, ValueType<T> type, boolean required, String defaultText, String description) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("key name '" + name + "' must be dotted lower case");
    }
    this.name = name;
    this.type = type;
    this.required = required;
    this.defaultText = defaultText;
    this.defaultValue = defaultText.isEmpty() ? null : type.parse(defaultText);
    this.description = description;
  }

  /** A key with a value of its own, which must itself be within the bounds of {@code type}. */
  public static <T> Key<T> of(
      String name, ValueType<T> type, String defaultText, String description) {
    if (defaultText.isEmpty()) {
      throw new IllegalArgumentException(name + " has an empty default: make it optional");
    }
    return new Key<>(name, type, false, defaultText, description);
  }

  /** A key without which the process does not start. */
  public static <T> Key<T> required(String name, ValueType<T> type, String description) {
    return new Key<>(name, type, true, "", description);
  }

  /** A key that may be left out. */
  public static <T> Key<T> optional(String name, ValueType<T> type, String description) {
    return new Key<>(name, type, false, "", description);
  }

  /** Dotted lower case, e.g. {@code frontend.port}. */
  public String name() {
    return name;
  }

  public ValueType<T> type() {
    return type;
  }

  public boolean isRequired() {
    return required;
  }

  /** As it would be written in a file; empty when there is none. */
  public String defaultText() {
    return defaultText;
  }

  public Optional<T> defaultValue() {
    return Optional.ofNullable(defaultValue);
  }

  /** One line, for people. */
  public String description() {
    return description;
  }

  /** The environment variable that sets it: {@code frontend.port} is AUMBRY_FRONTEND_PORT. */
  public String variable() {
    return Settings.VARIABLE_PREFIX + Text.upperCase(name).replace('.', '_').replace('-', '_');
  }

  @Override
  public String toString() {
    return name;
  }
}
