package io.aumbry.deploy.operator.status;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A version that runs in a data centre. During an upgrade there are several, also on one host.
 *
 * @param processes storage nodes that answered, and frontends and controllers that are live
 * @param hosts of these processes
 */
public record VersionInUse(String version, int processes, SortedSet<String> hosts) {
  public VersionInUse {
    hosts = Collections.unmodifiableSortedSet(new TreeSet<>(hosts));
  }

  /** The versions in a data centre, beginning with the one of most hosts. */
  static List<VersionInUse> of(ClusterObservation observation, DataCenter place) {
    SortedMap<String, VersionInUse> all = new TreeMap<>();
    for (String host : observation.snapshot().hosts(place)) {
      for (String version : observation.versions(place, host)) {
        all.merge(
            version, new VersionInUse(version, 1, new TreeSet<>(List.of(host))), VersionInUse::and);
      }
    }
    return all.values().stream()
        .sorted(Comparator.comparingInt(each -> -each.hosts().size()))
        .toList();
  }

  private VersionInUse and(VersionInUse other) {
    SortedSet<String> both = new TreeSet<>(hosts);
    both.addAll(other.hosts);
    return new VersionInUse(version, processes + other.processes, both);
  }
}
