package io.aumbry.transport.http;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Header fields in order. Names are compared ignoring case. Lookups are linear, because a message
 * has few fields.
 */
public final class HttpHeaders {
  /** Most requests have no more. */
  private static final int USUAL_FIELDS = 8;

  /** Names at even positions, each followed by its value. Unused positions at the end. */
  private final String[] fields;

  private final int length;

  private HttpHeaders(String[] fields, int length) {
    this.fields = fields;
    this.length = length;
  }

  public static Builder builder() {
    return new Builder(USUAL_FIELDS);
  }

  /** A builder with an initial capacity of {@code fields}. */
  public static Builder builder(int fields) {
    return new Builder(fields);
  }

  public int size() {
    return length / 2;
  }

  /** The first value of {@code name}. */
  public Optional<String> first(String name) {
    for (int i = 0; i < length; i += 2) {
      if (fields[i].equalsIgnoreCase(name)) {
        return Optional.of(fields[i + 1]);
      }
    }
    return Optional.empty();
  }

  /** All values of {@code name}, in order. */
  public List<String> all(String name) {
    List<String> found = new ArrayList<>(1);
    forEach((key, value) -> {
      if (key.equalsIgnoreCase(name)) {
        found.add(value);
      }
    });
    return found;
  }

  public void forEach(BiConsumer<String, String> action) {
    for (int i = 0; i < length; i += 2) {
      action.accept(fields[i], fields[i + 1]);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.toString();
  }

  /** Collects fields in order. Used once. */
  public static final class Builder {
    private String[] fields;
    private int length;

    private Builder(int fields) {
      this.fields = new String[fields * 2];
    }

    public Builder add(String name, String value) {
      if (length == fields.length) {
        fields = Arrays.copyOf(fields, Math.max(length, 1) * 2);
      }
      fields[length++] = name;
      fields[length++] = value;
      return this;
    }

    public HttpHeaders build() {
      return new HttpHeaders(fields, length);
    }
  }
}
