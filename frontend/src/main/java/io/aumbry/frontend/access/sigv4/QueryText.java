package io.aumbry.frontend.access.sigv4;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parameters of a raw query, separated by {@code &} only. */
final class QueryText {
  static final String SIGNATURE = "X-Amz-Signature";

  private record Parameter(String name, String value) implements Comparable<Parameter> {
    @Override
    public int compareTo(Parameter other) {
      int byName = name.compareTo(other.name);
      return byName != 0 ? byName : value.compareTo(other.value);
    }
  }

  /** Names and values in canonical encoding, in order of arrival. */
  private final List<Parameter> parameters = new ArrayList<>();

  QueryText(String raw) {
    int begin = 0;
    while (begin < raw.length()) {
      int and = raw.indexOf('&', begin);
      int end = and < 0 ? raw.length() : and;
      if (end > begin) {
        add(raw.substring(begin, end));
      }
      begin = end + 1;
    }
  }

  private void add(String piece) {
    int equals = piece.indexOf('=');
    String name = equals < 0 ? piece : piece.substring(0, equals);
    String value = equals < 0 ? "" : piece.substring(equals + 1);
    parameters.add(new Parameter(canonical(name), canonical(value)));
  }

  /** A plus sign is a space, as it is for all readers of a query. An encoded one is a plus sign. */
  private static String canonical(String text) {
    return UriText.canonical(text.replace("+", "%20"));
  }

  /** The decoded value of the first parameter with this name, which is compared ignoring case. */
  Optional<String> anyCase(String name) {
    for (Parameter parameter : parameters) {
      if (parameter.name().equalsIgnoreCase(name)) {
        return Optional.of(UriText.decode(parameter.value()));
      }
    }
    return Optional.empty();
  }

  /** The decoded values of all parameters with this name, which needs no encoding. */
  List<String> all(String name) {
    List<String> values = new ArrayList<>(1);
    for (Parameter parameter : parameters) {
      if (parameter.name().equals(name)) {
        values.add(UriText.decode(parameter.value()));
      }
    }
    return values;
  }

  /** Sorted by name and then by value, without the signature. */
  String canonical() {
    StringBuilder out = new StringBuilder();
    List<Parameter> sorted = parameters;
    if (parameters.size() > 1) {
      sorted = parameters.stream().sorted().toList();
    }
    for (Parameter parameter : sorted) {
      if (!parameter.name().equals(SIGNATURE)) {
        out.append(out.isEmpty() ? "" : "&");
        out.append(parameter.name()).append('=').append(parameter.value());
      }
    }
    return out.toString();
  }
}
