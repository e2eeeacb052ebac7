package io.aumbry.cluster.view;

import io.aumbry.protocol.cluster.DataCenter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which clusters a process sees.
 *
 * @param observer names this process in ZooKeeper's and Helix's metrics
 * @param local where the process is
 * @param sources all data centres, the local one included
 * @param kept the folder in which the last view is kept; none keeps none
 */
public record HelixViewsConfig(
    String observer, DataCenter local, List<DataCenterSource> sources, Optional<Path> kept) {
  public HelixViewsConfig {
    sources = List.copyOf(sources);
    Set<Integer> ids = new HashSet<>();
    for (DataCenterSource source : sources) {
      if (!ids.add(source.dataCenter().id())) {
        throw new IllegalArgumentException(
            "data centre id " + source.dataCenter().id() + " is given twice");
      }
    }
    if (sources.stream().noneMatch(source -> source.dataCenter().equals(local))) {
      throw new IllegalArgumentException("local " + local + " is not among the sources " + sources);
    }
  }

  /** Keeps no view. */
  public HelixViewsConfig(String observer, DataCenter local, List<DataCenterSource> sources) {
    this(observer, local, sources, Optional.empty());
  }
}
