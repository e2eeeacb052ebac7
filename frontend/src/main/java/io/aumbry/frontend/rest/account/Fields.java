package io.aumbry.frontend.rest.account;

import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The keys of a JSON object from a client. A null stands for an absent key, as Ambry writes it.
 * Keys of another type are refused, and keys that are never asked for.
 */
public final class Fields {
  private final String place;
  private final Map<String, Object> values = new HashMap<>();
  private final Set<String> asked = new TreeSet<>();

  /**
   * The keys of an object.
   *
   * @param place names the object in errors
   */
  private Fields(String place, Map<String, @Nullable Object> object) {
    this.place = place;
    object.forEach((key, value) -> {
      if (value != null) {
        values.put(key, value);
      }
    });
  }

  /** The keys of an object in a list of a document; null is refused. */
  public static Fields of(String place, @Nullable Map<String, @Nullable Object> object) {
    if (object == null) {
      throw new Refusal(RestError.BAD_REQUEST, "'" + place + "' must have only objects");
    }
    return new Fields(place, object);
  }

  public Optional<String> text(String key) {
    return value(key, String.class, "a text");
  }

  public String requiredText(String key) {
    return text(key).filter(text -> !text.isEmpty()).orElseThrow(() -> refusal(key, "is missing"));
  }

  Optional<Boolean> flag(String key) {
    return value(key, Boolean.class, "true or false");
  }

  /** A whole number within inclusive bounds. */
  public Optional<Long> number(String key, long min, long max) {
    Optional<Long> number = value(key, Number.class, "a number").map(found -> whole(key, found));
    number.ifPresent(found -> {
      if (found < min || found > max) {
        throw refusal(key, "is " + found + ", must be " + min + " to " + max);
      }
    });
    return number;
  }

  private long whole(String key, Number number) {
    if (number instanceof Integer || number instanceof Long) {
      return number.longValue();
    }
    throw refusal(key, "is " + number + ", must be a whole number");
  }

  public <E extends Enum<E>> Optional<E> constant(String key, Class<E> type) {
    return text(key)
        .map(text ->
            Arrays.stream(type.getEnumConstants())
                .filter(each -> each.name().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                    refusal(
                        key,
                        "is '"
                            + text
                            + "', must be one of "
                            + Arrays.toString(type.getEnumConstants()))));
  }

  Optional<Set<String>> texts(String key) {
    return value(key, List.class, "a list").map(list -> texts(key, list));
  }

  private Set<String> texts(String key, List<?> list) {
    Set<String> texts = new LinkedHashSet<>();
    for (Object each : list) {
      if (!(each instanceof String text)) {
        throw refusal(key, "must have only texts");
      }
      texts.add(text);
    }
    return texts;
  }

  /** The entries of an object with texts. */
  public Optional<Map<String, String>> entries(String key) {
    return value(key, Map.class, "an object").map(object -> entries(key, object));
  }

  private Map<String, String> entries(String key, Map<?, ?> object) {
    Map<String, String> entries = new HashMap<>();
    object.forEach((name, value) -> {
      if (!(value instanceof String text)) {
        throw refusal(key, "must have only texts");
      }
      entries.put(String.valueOf(name), text);
    });
    return entries;
  }

  /** The objects of a list. */
  Optional<List<Fields>> objects(String key) {
    return value(key, List.class, "a list").map(list -> objects(key, list));
  }

  private List<Fields> objects(String key, List<?> list) {
    return list.stream().map(each -> object(key, each)).toList();
  }

  private Fields object(String key, @Nullable Object each) {
    if (!(each instanceof Map<?, ?> object)) {
      throw refusal(key, "must have only objects");
    }
    Map<String, @Nullable Object> keys = new HashMap<>();
    object.forEach((name, value) -> keys.put(String.valueOf(name), value));
    return new Fields(place + "." + key, keys);
  }

  /** Accepts keys without using them. */
  void ignore(String... keys) {
    asked.addAll(List.of(keys));
  }

  /** Refuses keys that were never asked for, because they may be misspelt. */
  public void requireKnown() {
    values.keySet().stream()
        .filter(key -> !asked.contains(key))
        .findFirst()
        .ifPresent(key -> {
          throw refusal(key, "is unknown; known keys are " + asked);
        });
  }

  Refusal refusal(String key, String reason) {
    return new Refusal(RestError.BAD_REQUEST, "Key '" + key + "' of " + place + " " + reason);
  }

  private <T> Optional<T> value(String key, Class<T> type, String form) {
    asked.add(key);
    Optional<Object> value = Optional.ofNullable(values.get(key));
    return value.map(found -> {
      if (!type.isInstance(found)) {
        throw refusal(key, "must be " + form);
      }
      return type.cast(found);
    });
  }
}
