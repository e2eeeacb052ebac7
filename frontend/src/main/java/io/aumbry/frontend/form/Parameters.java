package io.aumbry.frontend.form;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A field value with parameters, such as {@code form-data; name="a"} (RFC 9110, 5.6.6).
 *
 * @param kind the text before the parameters, in lower case
 * @param values by name in lower case
 */
record Parameters(String kind, Map<String, String> values) {
  static Parameters of(String field) {
    int end = field.indexOf(';');
    String kind = (end < 0 ? field : field.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    Map<String, String> values = new TreeMap<>();
    for (int at = end; at >= 0 && at < field.length(); ) {
      int equals = field.indexOf('=', at);
      String name = field.substring(at + 1, equals < 0 ? field.length() : equals).strip();
      if (equals < 0) {
        requireBlank(name, field);
        break;
      }
      StringBuilder value = new StringBuilder();
      at = readValue(field, equals + 1, value);
      if (values.put(name.toLowerCase(Locale.ROOT), value.toString()) != null) {
        throw MalformedForm.because("'" + field + "' has " + name + " twice");
      }
    }
    return new Parameters(kind, values);
  }

  private static int readValue(String field, int from, StringBuilder value) {
    int at = from;
    if (at < field.length() && field.charAt(at) == '"') {
      for (at++; at < field.length() && field.charAt(at) != '"'; at++) {
        // Browsers do not escape backslashes, and write quotes as %22.
        boolean escaped = field.startsWith("\\\"", at);
        at += escaped ? 1 : 0;
        value.append(field.charAt(at));
      }
      if (at >= field.length()) {
        throw MalformedForm.because("'" + field + "' has an open quote");
      }
      at++;
    }
    int end = field.indexOf(';', at);
    end = end < 0 ? field.length() : end;
    String rest = field.substring(at, end).strip();
    if (at == from) {
      value.append(rest);
    } else {
      requireBlank(rest, field);
    }
    return end;
  }

  private static void requireBlank(String rest, String field) {
    if (!rest.isEmpty()) {
      throw MalformedForm.because("'" + field + "' has '" + rest + "', which is no parameter");
    }
  }

  FormPart part() {
    String name = values.getOrDefault("name", "");
    if (!kind.equals("form-data") || name.isEmpty()) {
      throw MalformedForm.because("a part has no Content-Disposition: form-data with a name");
    }
    return new FormPart(name, values.containsKey("filename") || values.containsKey("filename*"));
  }

  Optional<String> value(String name) {
    return Optional.ofNullable(values.get(name));
  }
}
