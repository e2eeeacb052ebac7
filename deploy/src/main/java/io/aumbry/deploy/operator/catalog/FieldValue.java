package io.aumbry.deploy.operator.catalog;

import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Values of JSON fields on the command line. */
final class FieldValue {
  private static final String NONE = "-";

  private FieldValue() {}

  /** The kinds of values. */
  enum Kind {
    TEXT,
    /** {@code true} or {@code false}. */
    FLAG,
    /** A span such as {@code 1h}, which is a number of seconds in JSON. */
    SECONDS,
    /** Words with commas between. */
    LIST,
    /** An upper-case constant in JSON, lower case with hyphens is accepted too. */
    CONSTANT
  }

  /**
   * Parses the value of a field.
   *
   * @throws ClientException if it has another kind
   */
  static Object parse(String field, Kind kind, String text) {
    return switch (kind) {
      case TEXT -> text;
      case FLAG -> {
        if (!text.equals("true") && !text.equals("false")) {
          throw new ClientException(
              ExitCode.USAGE, field + " is '" + text + "', must be true or false");
        }
        yield Boolean.valueOf(text);
      }
      case SECONDS -> seconds(field, text);
      case LIST -> text.isEmpty() ? List.of() : Arrays.asList(text.split(",", -1));
      case CONSTANT -> text.toUpperCase(Locale.ROOT).replace('-', '_');
    };
  }

  private static Object seconds(String field, String text) {
    try {
      Duration span = ValueTypes.duration("0s", "36500d").parse(text);
      return span.toSeconds();
    } catch (IllegalArgumentException wrong) {
      throw new ClientException(ExitCode.USAGE, field + ": " + wrong.getMessage());
    }
  }

  /** A field for people. Fields with times become dates, nested objects are counted. */
  static String shown(JsonObject object, String key) {
    return switch (object.value(key).orElse(NONE)) {
      case List<?> list when list.stream().anyMatch(Map.class::isInstance) ->
          list.size() + " (see --json)";
      case List<?> list -> String.join(",", list.stream().map(String::valueOf).toList());
      case Map<?, ?> nested -> "(see --json)";
      case Number millis when key.endsWith("Time") -> time(millis.longValue());
      case Object value -> String.valueOf(value);
    };
  }

  private static String time(long millis) {
    return millis <= 0
        ? NONE
        : Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
