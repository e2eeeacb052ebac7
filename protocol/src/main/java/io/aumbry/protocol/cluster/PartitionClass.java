package io.aumbry.protocol.cluster;

/**
 * Which blobs a partition is for: those of containers that name its class. A partition has the same
 * class for good, in all data centres.
 *
 * @param name 1 to 63 letters, digits or '-'
 */
public record PartitionClass(String name) implements Comparable<PartitionClass> {
  /** What names may look like. */
  public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9-]{0,62}";

  /** Of partitions and containers of which nothing else was said. */
  public static final PartitionClass DEFAULT = new PartitionClass("default");

  public PartitionClass {
    if (!name.matches(PATTERN)) {
      throw new IllegalArgumentException(
          "'" + name + "' is no class of partitions: 1 to 63 letters, digits or '-'");
    }
  }

  /**
   * The one that holds when data centres differ: what somebody asked for rather than {@link
   * #DEFAULT}, else the first by name.
   */
  public PartitionClass or(PartitionClass other) {
    if (equals(DEFAULT) || other.equals(DEFAULT)) {
      return equals(DEFAULT) ? other : this;
    }
    return compareTo(other) <= 0 ? this : other;
  }

  @Override
  public int compareTo(PartitionClass other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
