package io.aumbry.cluster.maintenance.machine;

import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A host as it is now.
 *
 * @param versions of its processes that are up
 * @param processes that are up, besides its storage node
 * @param clockErrorMillis by which its clock is ahead, or behind if negative. Empty if it is not
 *     known, and 0 without a storage node
 * @param hardware empty without a storage node that reports it
 */
public record Machine(
    SortedSet<String> versions,
    Set<Kind> processes,
    OptionalLong clockErrorMillis,
    Optional<Hardware> hardware) {
  public Machine {
    versions = Collections.unmodifiableSortedSet(new TreeSet<>(versions));
    processes = Set.copyOf(processes);
  }

  /** A storage node alone. */
  public Machine(
      SortedSet<String> versions, OptionalLong clockErrorMillis, Optional<Hardware> hardware) {
    this(versions, Set.of(), clockErrorMillis, hardware);
  }
}
