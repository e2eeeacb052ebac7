package io.aumbry.cluster.maintenance.machine;

import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A host as it is now.
 *
 * @param versions of its processes that are up
 * @param clockErrorMillis by which its clock is ahead, or behind if negative. Empty if it is not
 *     known, and 0 without a storage node
 * @param hardware empty without a storage node that reports it
 */
public record Machine(
    SortedSet<String> versions, OptionalLong clockErrorMillis, Optional<Hardware> hardware) {
  public Machine {
    versions = Collections.unmodifiableSortedSet(new TreeSet<>(versions));
  }
}
