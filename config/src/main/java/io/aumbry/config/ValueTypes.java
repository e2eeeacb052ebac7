package io.aumbry.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The types of values. */
public final class ValueTypes {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,12}) ?(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private ValueTypes() {}

  /** A whole number within inclusive bounds. */
  public static ValueType<Integer> integer(int min, int max) {
    return new Bounded<>(
        "number",
        new Bounds<>(min, max, Integer.toString(min), Integer.toString(max)),
        ValueTypes::parseInteger);
  }

  /** A duration such as {@code 250ms}, {@code 10s}, {@code 5m}, {@code 2h} or {@code 7d}. */
  public static ValueType<Duration> duration(String min, String max) {
    return new Bounded<>(
        "duration",
        new Bounds<>(parseDuration(min), parseDuration(max), min, max),
        ValueTypes::parseDuration);
  }

  /** A number of bytes such as {@code 4 MiB}. */
  public static ValueType<DataSize> size(String min, String max) {
    return new Bounded<>(
        "size", new Bounds<>(DataSize.parse(min), DataSize.parse(max), min, max), DataSize::parse);
  }

  /** Any text that is not empty. */
  public static ValueType<String> text() {
    return new Parsed<>("text", Function.identity());
  }

  /** Text that matches a pattern. */
  public static ValueType<String> text(String description, String pattern) {
    Pattern form = Pattern.compile(pattern);
    return new Parsed<>(
        description,
        text -> {
          if (!form.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text + "' must be " + description);
          }
          return text;
        });
  }

  /** A file or folder. A relative path starts at the working directory. */
  public static ValueType<Path> path() {
    return new Parsed<>("path", Path::of);
  }

  /** A UUID in the usual form. */
  public static ValueType<UUID> uuid() {
    return new Parsed<>("id of 32 hexadecimal digits in five groups", ValueTypes::parseUuid);
  }

  private static UUID parseUuid(String text) {
    if (!text.matches("(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an id such as 01234567-89ab-4cde-8f01-23456789abcd");
    }
    return UUID.fromString(text);
  }

  /** Values that a function reads. Its errors name refused values. */
  static <T> ValueType<T> of(String description, Function<String, T> parser) {
    return new Parsed<>(description, parser);
  }

  /** A constant of an enum, in lower case with hyphens. */
  public static <E> ValueType<E> oneOf(Class<E> type) {
    Map<String, E> byName = byName(type);
    String names = byName.keySet().stream().sorted().collect(Collectors.joining(", "));
    return new Parsed<>(
        "one of " + names,
        text -> {
          E value = byName.get(text);
          if (value == null) {
            throw new IllegalArgumentException("'" + text + "' must be one of " + names);
          }
          return value;
        });
  }

  private static <E> Map<String, E> byName(Class<E> type) {
    Map<String, E> byName = new LinkedHashMap<>();
    for (E constant : type.getEnumConstants()) {
      byName.put(constant.toString().toLowerCase(Locale.ROOT).replace('_', '-'), constant);
    }
    return byName;
  }

  /** A comma-separated list of {@code 1} to {@code max} values. */
  public static <T> ValueType<List<T>> listOf(ValueType<T> item, int max) {
    return new Parsed<>(
        "list of 1 to " + max + " between commas, each: " + item.describe(),
        text -> {
          List<String> parts = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
          if (parts.size() > max) {
            throw new IllegalArgumentException(
                "a list of " + parts.size() + ", must be 1 to " + max);
          }
          List<T> values = new ArrayList<>();
          for (String part : parts) {
            if (part.isEmpty()) {
              throw new IllegalArgumentException("'" + text + "' has an empty item");
            }
            values.add(item.parse(part));
          }
          return List.copyOf(values);
        });
  }

  /**
   * A map from enum constants to values, written {@code private:cold}, each constant at most once.
   */
  static <K, V> ValueType<Map<K, V>> mapOf(Class<K> keys, ValueType<V> values) {
    Map<String, K> byName = byName(keys);
    String name = keys.getSimpleName().toLowerCase(Locale.ROOT);
    ValueType<Map.Entry<K, V>> entry =
        of(name + ":value, the value " + values.describe(), text -> entry(text, byName, values));
    ValueType<List<Map.Entry<K, V>>> entries = listOf(entry, byName.size());
    return of(
        entries.describe(),
        text -> {
          Map<K, V> map = new HashMap<>();
          for (Map.Entry<K, V> each : entries.parse(text)) {
            if (map.put(each.getKey(), each.getValue()) != null) {
              throw new IllegalArgumentException("'%s' names a %s twice".formatted(text, name));
            }
          }
          return Map.copyOf(map);
        });
  }

  private static <K, V> Map.Entry<K, V> entry(
      String text, Map<String, K> byName, ValueType<V> values) {
    String[] parts = text.split(":", 2);
    K key = byName.get(parts[0]);
    if (parts.length < 2 || key == null) {
      throw new IllegalArgumentException(
          "'%s' is not %s, a colon, and %s"
              .formatted(text, String.join(" or ", byName.keySet()), values.describe()));
    }
    return Map.entry(key, values.parse(parts[1]));
  }

  private static int parseInteger(String text) {
    if (!text.matches("-?\\d{1,9}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a whole number of at most nine digits");
    }
    return Integer.parseInt(text);
  }

  private static Duration parseDuration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration such as 250ms (ms, s, m, h, d)");
    }
    return UNITS
        .getOrDefault(matcher.group(2), Duration.ZERO)
        .multipliedBy(Long.parseLong(matcher.group(1)));
  }

  private record Parsed<T>(String describe, Function<String, T> parser) implements ValueType<T> {
    @Override
    public T parse(String text) {
      return parser.apply(text);
    }
  }

  /** Inclusive bounds, as values and as texts. */
  private record Bounds<T extends Comparable<T>>(T min, T max, String minText, String maxText) {
    @Override
    public String toString() {
      return minText + " to " + maxText;
    }
  }

  private record Bounded<T extends Comparable<T>>(
      String what, Bounds<T> bounds, Function<String, T> parser) implements ValueType<T> {
    @Override
    public T parse(String text) {
      T value = parser.apply(text);
      if (value.compareTo(bounds.min()) < 0 || value.compareTo(bounds.max()) > 0) {
        throw new IllegalArgumentException(text + " is out of bounds, must be " + bounds);
      }
      return value;
    }

    @Override
    public String describe() {
      return what + ", " + bounds;
    }
  }
}
