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
 * Puts settings together from a file, then the environment, then flags, each over the one before,
 * and collects every mistake, so that a start fails once and says all that is wrong.
 */
public final class SettingsLoader {
  /** Variables with our prefix that are not keys: the launcher and the client read them. */
  private static final Set<String> OTHER_VARIABLES =
      Set.of("AUMBRY_JAVA_OPTS", "AUMBRY_ENDPOINT", "AUMBRY_CLUSTER");

  /** Flags of every process that are not keys: its command reads them. */
  private static final List<String> OPTIONS = List.of("config", "help", "version");

  private static final String FLAG = "flag --";

  private final KeySet keys;
  private final Map<String, String> texts = new HashMap<>();
  private final List<String> mistakes = new ArrayList<>();

  public SettingsLoader(KeySet keys) {
    this.keys = keys;
  }

  public SettingsLoader file(Path file) {
    return file(ConfigFile.read(file));
  }

  SettingsLoader file(ConfigFile file) {
    Map<String, Integer> seen = new HashMap<>();
    for (ConfigFile.Line line : file.lines()) {
      Integer before = seen.putIfAbsent(line.key(), line.number());
      if (before != null) {
        mistakes.add(file.where(line) + ": " + line.key() + " is set in line " + before + " too");
      } else {
        set(file.where(line) + ": ", line.key(), line.value());
      }
    }
    return this;
  }

  /**
   * Takes the variables that start with AUMBRY_. One that sets a key of another role is left alone,
   * since roles often share an environment; one that sets no key at all is a mistake.
   *
   * @param all the keys of all roles
   */
  public SettingsLoader environment(Map<String, String> environment, List<KeySet> all) {
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
          } else if (variable.startsWith(Settings.VARIABLE_PREFIX) && !known.contains(variable)) {
            mistakes.add(
                "environment "
                    + variable
                    + ": names no key"
                    + suggest(Text.nearest(variable, known)));
          }
        });
    return this;
  }

  /**
   * Takes flags of the form {@code --key=value}.
   *
   * @param flags as typed
   */
  public SettingsLoader flags(List<String> flags) {
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
   * The settings.
   *
   * @throws ConfigException when anything was wrong
   */
  public Settings load() {
    boolean soFarGood = mistakes.isEmpty();
    for (Key<?> key : keys.keys()) {
      if (soFarGood && key.isRequired() && !texts.containsKey(key.name())) {
        mistakes.add(
            key
                + " is not set, but must be ("
                + key.description()
                + "); set it in the configuration file, by --"
                + key
                + "=VALUE or by "
                + key.variable());
      }
    }
    if (!mistakes.isEmpty()) {
      throw new ConfigException(mistakes);
    }
    return new Settings(keys, texts);
  }

  private void set(String where, String name, String value) {
    Optional<Key<?>> key = keys.find(name);
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

  /** What may stand behind the dashes of a flag of a process. */
  private Set<String> flagNames() {
    Set<String> names = new TreeSet<>(keys.names());
    names.addAll(OPTIONS);
    return names;
  }

  private static String suggest(Optional<String> nearest) {
    return nearest.map(name -> "; did you mean " + name + "?").orElse("");
  }
}
