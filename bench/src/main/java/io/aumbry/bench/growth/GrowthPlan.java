package io.aumbry.bench.growth;

import java.time.Duration;
import java.util.List;

/**
 * The clusters to measure.
 *
 * @param sizes of the synthetic ones
 * @param partitions of the real ones
 * @param settle time for which a real cluster rests before it is measured
 * @param span length of the measurement of a real cluster
 */
public record GrowthPlan(
    List<ClusterSize> sizes, List<Integer> partitions, Duration settle, Duration span) {
  public GrowthPlan {
    sizes = List.copyOf(sizes);
    partitions = List.copyOf(partitions);
  }
}
