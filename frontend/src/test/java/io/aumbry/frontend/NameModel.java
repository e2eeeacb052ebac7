package io.aumbry.frontend;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** Which blob each name has, and had when the read replica of the database was refreshed. */
final class NameModel {
  private final LongSupplier clock;
  private final SortedMap<String, Optional<Blob>> names = new TreeMap<>();
  private final Map<String, List<String>> versions = new TreeMap<>();

  /** Blobs that are being deleted, so that a stale answer may lead to nothing. */
  private final Set<String> ended = new HashSet<>();

  private SortedMap<String, Optional<Blob>> replica = new TreeMap<>();

  /**
   * A blob with a name.
   *
   * @param id its path
   * @param expiresMillis {@code Long.MAX_VALUE} for never
   */
  record Blob(String id, String content, long expiresMillis) {}

  /** What a request with a name finds. */
  enum Finding {
    NOTHING,
    GONE,
    BLOB,
    /** Either. */
    BLOB_OR_GONE
  }

  NameModel(LongSupplier clock) {
    this.clock = clock;
  }

  void put(String name, Blob blob) {
    names.put(name, Optional.of(blob));
    versions.computeIfAbsent(name, _ -> new ArrayList<>()).add(blob.id());
  }

  void delete(String name) {
    names.put(name, Optional.empty());
    ended.addAll(versions.getOrDefault(name, List.of()));
  }

  /** All readers of replaced blobs have had their time. */
  void replacedBlobsEnd() {
    versions.forEach(
        (name, ids) -> ids.stream().filter(id -> !isCurrent(name, id)).forEach(ended::add));
  }

  private boolean isCurrent(String name, String id) {
    return names
        .getOrDefault(name, Optional.empty())
        .filter(blob -> blob.id().equals(id))
        .isPresent();
  }

  void refreshReplica() {
    replica = new TreeMap<>(names);
  }

  Finding find(String name, boolean stale) {
    Optional<Blob> blob = blob(name, stale);
    if (blob.isPresent()) {
      return ended.contains(blob.get().id()) ? Finding.BLOB_OR_GONE : Finding.BLOB;
    }
    return state(stale).containsKey(name) ? Finding.GONE : Finding.NOTHING;
  }

  /** The live blob of a name. */
  Optional<Blob> blob(String name, boolean stale) {
    return state(stale)
        .getOrDefault(name, Optional.empty())
        .filter(blob -> blob.expiresMillis() > clock.getAsLong());
  }

  private SortedMap<String, Optional<Blob>> state(boolean stale) {
    return stale ? replica : names;
  }

  /** The live names with a prefix, in order. */
  List<String> list(String prefix, boolean stale) {
    return state(stale).keySet().stream()
        .filter(name -> name.startsWith(prefix) && blob(name, stale).isPresent())
        .toList();
  }

  /** As {@link #list}, with a group for all names with the same text up to a slash. */
  List<String> directories(String prefix, boolean stale) {
    TreeSet<String> entries = new TreeSet<>();
    for (String name : list(prefix, stale)) {
      int slash = name.indexOf('/', prefix.length());
      entries.add(slash < 0 ? name : name.substring(0, slash + 1));
    }
    return List.copyOf(entries);
  }
}
