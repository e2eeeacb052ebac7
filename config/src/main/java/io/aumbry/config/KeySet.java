package io.aumbry.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The keys of one kind of process, in the order of its reference file.
 *
 * @param <R> the record of all settings of such a process
 */
public final class KeySet<R extends Record> {
  private final String role;
  private final Class<R> type;
  private final List<Titled> sections = new ArrayList<>();
  private final Map<String, Key> byName = new LinkedHashMap<>();
  private final Set<Schema> collected = new HashSet<>();

  private KeySet(String role, Class<R> type) {
    this.role = role;
    this.type = type;
    collect(Schema.of(type));
  }

  /**
   * The keys of a role.
   *
   * @param role as in the name of its reference file
   * @param type the record that declares the keys
   */
  public static <R extends Record> KeySet<R> of(String role, Class<R> type) {
    return new KeySet<>(role, type);
  }

  public String role() {
    return role;
  }

  /** All keys in alphabetical order. */
  public Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /** Whether this contains all keys that a configuration file sets. */
  public boolean covers(Path file) {
    return ConfigFile.read(file).lines().stream().allMatch(line -> byName.containsKey(line.key()));
  }

  /** Reads the record from valid texts, by key. */
  R read(Map<String, String> texts) {
    return Settings.read(type, texts);
  }

  Optional<Key> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  List<Key> keys() {
    return List.copyOf(byName.values());
  }

  List<Titled> sections() {
    return List.copyOf(sections);
  }

  @Override
  public String toString() {
    return role;
  }

  /** A record may occur twice in a role. Its keys are listed once. */
  private void collect(Schema schema) {
    if (!collected.add(schema)) {
      return;
    }
    for (Schema.Source source : schema.sources()) {
      switch (source) {
        case Schema.Keyed(Key key) -> add(key);
        case Schema.Fixed fixed -> {}
        case Schema.Nested(Optional<String> title, Schema nested) -> {
          title.ifPresent(text -> sections.add(new Titled(text, new ArrayList<>())));
          collect(nested);
        }
      }
    }
  }

  private void add(Key key) {
    if (byName.putIfAbsent(key.name(), key) != null) {
      throw new IllegalArgumentException("key " + key.name() + " is declared twice in " + role);
    }
    sections.getLast().keys().add(key);
  }

  /** The keys of one section. */
  record Titled(String title, List<Key> keys) {}
}
