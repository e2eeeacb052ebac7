package io.aumbry.frontend.rest;

import io.aumbry.frontend.http.FieldText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The parameters of a query that are not {@code x-ambry-*} arguments. Names are case-insensitive,
 * and a name may occur twice only with the same value.
 */
public record QueryParameters(List<Parameter> all) {
  /** Of a page of a list, as in Ambry and S3. */
  public static final int MOST_ENTRIES = 1000;

  /** A decoded parameter. */
  public record Parameter(String name, String value) {}

  public QueryParameters {
    all = List.copyOf(all);
  }

  /**
   * Reads a query.
   *
   * @throws Refusal if it is not URL-encoded UTF-8
   */
  public static QueryParameters of(String query) {
    List<Parameter> parameters = new ArrayList<>();
    forEach(query, (name, value) -> parameters.add(new Parameter(name, value)));
    return new QueryParameters(parameters);
  }

  /** Calls {@code action} with each decoded name and value. */
  static void forEach(String query, BiConsumer<String, String> action) {
    for (int from = 0; from <= query.length() && !query.isEmpty(); ) {
      int ampersand = query.indexOf('&', from);
      int to = ampersand < 0 ? query.length() : ampersand;
      String parameter = query.substring(from, to);
      int equals = parameter.indexOf('=');
      action.accept(
          decoded(equals < 0 ? parameter : parameter.substring(0, equals)),
          decoded(equals < 0 ? "" : parameter.substring(equals + 1)));
      from = to + 1;
    }
  }

  private static String decoded(String text) {
    return FieldText.decode(text, true)
        .orElseThrow(() ->
            new Refusal(
                RestError.INVALID_ARGS, "The query has '" + text + "', not URL-encoded UTF-8"));
  }

  /**
   * The value of a parameter.
   *
   * @throws Refusal if it occurs with different values
   */
  public Optional<String> text(String name) {
    List<String> values = values(name);
    if (values.size() > 1) {
      throw Arguments.invalid(name, values.get(0), "but is also '" + values.get(1) + "'");
    }
    return values.stream().findFirst();
  }

  /** The different values of a parameter. */
  public List<String> values(String name) {
    return all.stream()
        .filter(parameter -> parameter.name().equalsIgnoreCase(name))
        .map(Parameter::value)
        .distinct()
        .toList();
  }

  public String required(String name) {
    return text(name)
        .filter(value -> !value.isEmpty())
        .orElseThrow(() -> new Refusal(RestError.MISSING_ARGS, "Missing parameter " + name));
  }

  /** The token of a page of a list; empty for the first one. */
  public String page() {
    return text("page").orElse("");
  }

  /**
   * The number of entries of a page of a list.
   *
   * @throws Refusal if it is none
   */
  public int maxKeys() {
    return text("max-keys").map(QueryParameters::limit).orElse(MOST_ENTRIES);
  }

  private static int limit(String text) {
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_ENTRIES) {
        return limit;
      }
    } catch (NumberFormatException e) {
      throw invalidLimit(text);
    }
    throw invalidLimit(text);
  }

  private static Refusal invalidLimit(String text) {
    return Arguments.invalid("max-keys", text, "must be 1 to " + MOST_ENTRIES);
  }
}
