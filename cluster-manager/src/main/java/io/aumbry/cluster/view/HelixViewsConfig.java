package io.aumbry.cluster.view;

import io.aumbry.protocol.cluster.DataCenter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The clusters that a process observes.
 *
 * @param observer names this process in metrics of ZooKeeper and Helix
 * @param sources all data centres, including {@code local}
 * @param kept the folder for saved views, if they are saved
 */
public record HelixViewsConfig(
    String observer, DataCenter local, List<DataCenterSource> sources, Optional<Path> kept) {
  public HelixViewsConfig {
    sources = List.copyOf(sources);
    Set<Integer> ids = new HashSet<>();
    for (DataCenterSource source : sources) {
      if (!ids.add(source.dataCenter().id())) {
        throw new IllegalArgumentException(
            "data centre id " + source.dataCenter().id() + " is listed twice");
      }
    }
    if (sources.stream().noneMatch(source -> source.dataCenter().equals(local))) {
      throw new IllegalArgumentException("local " + local + " is not among the sources " + sources);
    }
  }

  public HelixViewsConfig(String observer, DataCenter local, List<DataCenterSource> sources) {
    this(observer, local, sources, Optional.empty());
  }
}
