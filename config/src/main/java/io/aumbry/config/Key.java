package io.aumbry.config;

import java.lang.reflect.Type;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A configuration key.
 *
 * @param name dotted lower case, such as {@code frontend.port}
 * @param isRequired whether the process refuses to start without it
 * @param defaultText as in a file; empty if it has no default
 * @param unset the value if it is neither set nor required
 * @param description for people
 */
record Key(
    String name,
    ValueType<?> type,
    boolean isRequired,
    String defaultText,
    Object unset,
    String description) {
  static final String VARIABLE_PREFIX = "AUMBRY_";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+");

  Key {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("key name '" + name + "' must be dotted lower case");
    }
  }

  /**
   * The key of a component.
   *
   * @param otherwise its default
   * @param type as the component declares it
   */
  static Key of(Setting setting, Optional<String> otherwise, Type type) {
    ValueType<?> values = ComponentType.of(type, setting);
    return new Key(
        setting.key(),
        values,
        otherwise.isEmpty() && !ComponentType.isOptional(type),
        otherwise.orElse(""),
        unset(otherwise, values, type),
        setting.text());
  }

  private static Object unset(Optional<String> otherwise, ValueType<?> values, Type type) {
    return otherwise
        .<Object>map(text -> text.isEmpty() ? ComponentType.empty(type) : values.parse(text))
        .orElse(Optional.empty());
  }

  /** Its environment variable, such as AUMBRY_FRONTEND_PORT for {@code frontend.port}. */
  String variable() {
    return VARIABLE_PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
  }

  Object read(Map<String, String> texts) {
    String text = texts.get(name);
    return text == null ? unset : type.parse(text);
  }
}
