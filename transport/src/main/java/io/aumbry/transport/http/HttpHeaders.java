package io.aumbry.transport.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Header fields in their order. Names compare without regard to case; a message has few, so
 * look-ups walk the list.
 */
public final class HttpHeaders {
  private final List<String> names;
  private final List<String> values;

  private HttpHeaders(List<String> names, List<String> values) {
    this.names = names;
    this.values = values;
  }

  public static Builder builder() {
    return new Builder();
  }

  public int size() {
    return names.size();
  }

  /** The first value of {@code name}. */
  public Optional<String> first(String name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return Optional.of(values.get(i));
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
    for (int i = 0; i < names.size(); i++) {
      action.accept(names.get(i), values.get(i));
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    forEach((name, value) -> text.append(name).append(": ").append(value).append('\n'));
    return text.toString();
  }

  /** Collects fields in order; used once. */
  public static final class Builder {
    private final List<String> names = new ArrayList<>(24);
    private final List<String> values = new ArrayList<>(24);

    public Builder add(String name, String value) {
      names.add(name);
      values.add(value);
      return this;
    }

    public HttpHeaders build() {
      return new HttpHeaders(names, values);
    }
  }
}
