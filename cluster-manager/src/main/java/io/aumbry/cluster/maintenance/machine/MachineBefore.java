package io.aumbry.cluster.maintenance.machine;

import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import java.util.Optional;
import java.util.Set;

/**
 * A host before its upgrade, with which it is compared afterwards.
 *
 * @param hardware if it is known and is to be compared
 * @param processes of the host that were up, besides its storage node
 */
public record MachineBefore(Optional<Hardware> hardware, Set<Kind> processes) {
  /** Nothing is compared. */
  public static final MachineBefore NONE = new MachineBefore(Optional.empty(), Set.of());

  public MachineBefore {
    processes = Set.copyOf(processes);
  }
}
