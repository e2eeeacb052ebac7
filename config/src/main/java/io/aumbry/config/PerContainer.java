package io.aumbry.config;

import java.util.List;
import java.util.Optional;

/**
 * What one container has and others have not, written {@code private:cold}.
 *
 * @param container one of those that are built in
 */
public record PerContainer<T>(String container, T value) {
  private static final int CONTAINERS = 2;

  /** What is said of a container, if anything is. */
  public static <T> Optional<T> find(String container, List<PerContainer<T>> all) {
    return all.stream()
        .filter(each -> each.container.equals(container))
        .map(PerContainer::value)
        .findFirst();
  }

  /** Of containers each of which is named once. */
  static <T> ValueType<List<PerContainer<T>>> eachOnce(ValueType<T> value) {
    ValueType<List<PerContainer<T>>> list = ValueTypes.listOf(new One<>(value), CONTAINERS);
    return new ValueType<>() {
      @Override
      public List<PerContainer<T>> parse(String text) {
        List<PerContainer<T>> all = list.parse(text);
        if (all.stream().map(PerContainer::container).distinct().count() < all.size()) {
          throw new IllegalArgumentException("'" + text + "' names a container twice");
        }
        return all;
      }

      @Override
      public String describe() {
        return list.describe();
      }
    };
  }

  private record One<T>(ValueType<T> value) implements ValueType<PerContainer<T>> {
    @Override
    public PerContainer<T> parse(String text) {
      String[] parts = text.split(":", 2);
      if (parts.length < 2 || !(parts[0].equals("public") || parts[0].equals("private"))) {
        throw new IllegalArgumentException(
            "'" + text + "' is not public or private, a colon, and " + value.describe());
      }
      return new PerContainer<>(parts[0], value.parse(parts[1]));
    }

    @Override
    public String describe() {
      return "container:value, the value " + value.describe();
    }
  }
}
