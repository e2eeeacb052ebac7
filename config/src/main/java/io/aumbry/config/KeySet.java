package io.aumbry.config;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The keys of one kind of process, in the order of its reference file. */
public final class KeySet {
  private final String role;
  private final List<Section> sections;
  private final Map<String, Key<?>> byName = new HashMap<>();

  /**
   * The keys of a role.
   *
   * @param role as in the name of its reference file
   */
  public KeySet(String role, List<Section> sections) {
    this.role = role;
    this.sections = List.copyOf(sections);
    for (Key<?> key : keys()) {
      if (byName.put(key.name(), key) != null) {
        throw new IllegalArgumentException("key " + key.name() + " is twice in " + role);
      }
    }
  }

  public String role() {
    return role;
  }

  public List<Section> sections() {
    return sections;
  }

  public List<Key<?>> keys() {
    return sections.stream().<Key<?>>flatMap(section -> section.keys().stream()).toList();
  }

  public Optional<Key<?>> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Whether this has all keys that a configuration file sets. */
  public boolean covers(Path file) {
    return ConfigFile.read(file).lines().stream().allMatch(line -> byName.containsKey(line.key()));
  }

  public Set<String> names() {
    return new TreeSet<>(byName.keySet());
  }

  /** Keys that are about one thing. */
  public record Section(String title, List<Key<?>> keys) {
    public Section {
      keys = List.copyOf(keys);
    }
  }
}
