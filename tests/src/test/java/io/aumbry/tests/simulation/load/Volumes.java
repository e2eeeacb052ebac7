package io.aumbry.tests.simulation.load;

import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** The fill of disks with limited capacity. */
public final class Volumes {
  private final SimulatedCluster cluster;
  private final Map<Integer, Map<Integer, Long>> limits = new TreeMap<>();

  public Volumes(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  public void limit(int machine, int disk, long bytes) {
    cluster.disk(machine, disk).limitTo(bytes);
    limits.computeIfAbsent(machine, _ -> new TreeMap<>()).put(disk, bytes);
  }

  private long used(int machine, int disk) {
    return cluster.machines().get(machine).stores().get(disk).usedSpace();
  }

  private <T> Stream<T> each(Function<Volume, T> value) {
    return limits.entrySet().stream()
        .flatMap(machine ->
            machine.getValue().entrySet().stream()
                .map(disk ->
                    value.apply(
                        new Volume(used(machine.getKey(), disk.getKey()), disk.getValue()))));
  }

  private record Volume(long used, long limit) {
    double fill() {
      return (double) used / limit;
    }
  }

  /** The share in use of all disks together. */
  public double mean() {
    long used = each(Volume::used).mapToLong(Long::longValue).sum();
    return (double) used / each(Volume::limit).mapToLong(Long::longValue).sum();
  }

  /** The difference between the fullest and the emptiest disk, as shares of their limits. */
  public double spread() {
    List<Double> fills = each(Volume::fill).sorted().toList();
    return fills.getLast() - fills.getFirst();
  }

  @Override
  public String toString() {
    return each(volume -> "%.2f".formatted(volume.fill())).toList().toString();
  }
}
