package io.aumbry.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads settings from a file, then the environment, then flags. Later sources override earlier
 * ones. All mistakes are collected, so that one failed start reports everything.
 *
 * @param <R> the record of all settings
 */
public final class SettingsLoader<R extends Record> {
  /** Variables with the prefix that are not keys. The launcher and the client read them. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of(
          "AUMBRY_JAVA_OPTS",
          "AUMBRY_CLUSTER",
          "AUMBRY_URL",
          "AUMBRY_PROFILE",
          "AUMBRY_PROFILES",
          "AUMBRY_ACCESS_KEY",
          "AUMBRY_SECRET_KEY",
          "AUMBRY_TOKEN",
          "AUMBRY_CA_FILE");

  /** Flags of every process that are not keys. */
  private static final List<String> OPTIONS = List.of("config", "help", "version");

  private static final String FLAG = "flag --";

  private final KeySet<R> keys;
  private final Map<String, String> texts = new HashMap<>();
  private final List<String> mistakes = new ArrayList<>();

  public SettingsLoader(KeySet<R> keys) {
    this.keys = keys;
  }

  public SettingsLoader<R> file(Path file) {
    return file(ConfigFile.read(file));
  }

  SettingsLoader<R> file(ConfigFile file) {
    Map<String, Integer> seen = new HashMap<>();
    for (ConfigFile.Line line : file.lines()) {
      Integer before = seen.putIfAbsent(line.key(), line.number());
      if (before != null) {
        mistakes.add(file.where(line) + ": " + line.key() + " is already set in line " + before);
      } else {
        set(file.where(line) + ": ", line.key(), line.value());
      }
    }
    return this;
  }

  /**
   * Reads the variables that start with AUMBRY_. Variables for keys of other roles are ignored,
   * because roles often share an environment. Other variables are mistakes.
   *
   * @param all the keys of all roles
   */
  public SettingsLoader<R> environment(
      Map<String, String> environment, List<? extends KeySet<?>> all) {
    Map<String, String> own = new HashMap<>();
    keys.keys().forEach(key -> own.put(key.variable(), key.name()));
    Set<String> known = new HashSet<>(OTHER_VARIABLES);
    all.forEach(set -> set.keys().forEach(key -> known.add(key.variable())));
    known.addAll(own.keySet());

    new TreeMap<>(environment)
        .forEach((variable, value) -> {
          String key = own.get(variable);
          if (key != null) {
            set("environment " + variable + ": ", key, value);
          } else if (variable.startsWith(Key.VARIABLE_PREFIX) && !known.contains(variable)) {
            mistakes.add(
                "environment "
                    + variable
                    + ": unknown key"
                    + suggest(Text.nearest(variable, known)));
          }
        });
    return this;
  }

  /** Reads flags of the form {@code --key=value}. */
  public SettingsLoader<R> flags(List<String> flags) {
    for (String flag : flags) {
      int equals = flag.indexOf('=');
      if (flag.startsWith("--") && equals > 0) {
        set(FLAG, flag.substring(2, equals), flag.substring(equals + 1).strip());
      } else {
        mistakes.add(
            "'"
                + flag
                + "' is not of the form --key=value"
                + suggest(Text.nearest(flag.replaceFirst("^--", ""), flagNames())));
      }
    }
    return this;
  }

  /**
   * Returns the settings.
   *
   * @throws ConfigException if there was any mistake
   */
  public R load() {
    boolean soFarGood = mistakes.isEmpty();
    for (Key key : keys.keys()) {
      if (soFarGood && key.isRequired() && !texts.containsKey(key.name())) {
        mistakes.add(
            ("%1$s is required but not set (%2$s); set it in the configuration file, with"
                    + " --%1$s=VALUE or with %3$s")
                .formatted(key.name(), key.description(), key.variable()));
      }
    }
    if (!mistakes.isEmpty()) {
      throw new ConfigException(mistakes);
    }
    return keys.read(texts);
  }

  private void set(String where, String name, String value) {
    Optional<Key> key = keys.find(name);
    if (key.isEmpty()) {
      mistakes.add(
          where
              + name
              + " is not a key of "
              + keys.role()
              + suggest(Text.nearest(name, where.equals(FLAG) ? flagNames() : keys.names())));
      return;
    }
    try {
      key.get().type().parse(value);
      texts.put(name, value);
    } catch (IllegalArgumentException invalid) {
      mistakes.add(where + name + ": " + invalid.getMessage());
    }
  }

  private Set<String> flagNames() {
    Set<String> names = new TreeSet<>(keys.names());
    names.addAll(OPTIONS);
    return names;
  }

  private static String suggest(Optional<String> nearest) {
    return nearest.map(name -> "; did you mean " + name + "?").orElse("");
  }
}
