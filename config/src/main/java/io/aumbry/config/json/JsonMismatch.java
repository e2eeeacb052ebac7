package io.aumbry.config.json;

import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Says in terms of JSON how a value differs from the expected one. Jackson names Java types. */
final class JsonMismatch {
  private static final Set<Class<?>> WHOLE =
      Set.of(int.class, Integer.class, long.class, Long.class);

  private static final Set<Class<?>> FLAGS = Set.of(boolean.class, Boolean.class);

  private JsonMismatch() {}

  /** The reason; empty if Jackson's own message is clear. */
  static Optional<String> reason(MismatchedInputException e) {
    String message = e.getOriginalMessage();
    if (message.startsWith("Missing creator property")) {
      return Optional.of("is missing");
    }
    if (message.startsWith("Null value for creator property")) {
      return Optional.of("must not be null");
    }
    return message.startsWith("Cannot ")
        ? Optional.ofNullable(e.getTargetType()).map(type -> "must be " + form(type))
        : Optional.empty();
  }

  private static String form(Class<?> type) {
    if (type.isEnum()) {
      return "one of " + Arrays.toString(type.getEnumConstants());
    }
    if (WHOLE.contains(type)) {
      return "a whole number";
    }
    if (FLAGS.contains(type)) {
      return "true or false";
    }
    if (Collection.class.isAssignableFrom(type) || type.isArray()) {
      return "a list";
    }
    boolean isObject = type.isRecord() || Map.class.isAssignableFrom(type);
    return isObject ? "an object" : type == String.class ? "a text" : "of another type";
  }
}
