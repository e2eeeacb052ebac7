package io.aumbry.frontend.access.policy;

import io.aumbry.config.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A value of a policy document and its place, for errors.
 *
 * @param path such as {@code Statement[0].Action}
 */
record PolicyElement(String path, JsonValue value) {

  MalformedPolicyException refused(String reason) {
    return new MalformedPolicyException(path, reason);
  }

  /** The elements of an object. */
  Map<String, PolicyElement> fields() {
    if (!(value instanceof JsonValue.Fields(Map<String, JsonValue> values))) {
      throw refused("must be an object");
    }
    Map<String, PolicyElement> fields = new LinkedHashMap<>();
    values.forEach((key, child) -> fields.put(key, child(key, child)));
    return fields;
  }

  /** The elements of an object that may have only {@code known} keys. */
  Map<String, PolicyElement> fields(Set<String> known) {
    Map<String, PolicyElement> fields = fields();
    for (PolicyElement field : fields.values()) {
      String key = field.path.substring(path.isEmpty() ? 0 : path.length() + 1);
      if (!known.contains(key)) {
        throw field.refused("unknown element, must be one of " + new TreeSet<>(known));
      }
    }
    return fields;
  }

  private PolicyElement child(String key, JsonValue child) {
    return new PolicyElement(path.isEmpty() ? key : path + '.' + key, child);
  }

  /** The items of an array, or the value itself. At least one. */
  List<PolicyElement> items() {
    if (!(value instanceof JsonValue.Sequence(List<JsonValue> values))) {
      return List.of(this);
    }
    List<PolicyElement> items = new ArrayList<>(values.size());
    for (JsonValue item : values) {
      items.add(new PolicyElement(path + '[' + items.size() + ']', item));
    }
    if (items.isEmpty()) {
      throw refused("must not be empty");
    }
    return items;
  }

  String text() {
    if (value instanceof JsonValue.Text(String text)) {
      return text;
    }
    throw refused("must be a string");
  }

  /** The text of a string, number or boolean. */
  String scalar() {
    return switch (value) {
      case JsonValue.Text(String text) -> text;
      case JsonValue.Numeral(String digits) -> digits;
      case JsonValue.Flag(boolean flag) -> Boolean.toString(flag);
      case JsonValue.Sequence _, JsonValue.Fields _ ->
          throw refused("must be a string, a number or a boolean");
    };
  }
}
