package io.aumbry.protocol.cluster;

/**
 * Assigns partitions to containers: a container's blobs go to partitions of the class that it
 * names. A partition has the same class for ever, in all data centres.
 *
 * @param name 1 to 63 letters, digits or '-'
 */
public record PartitionClass(String name) implements Comparable<PartitionClass> {
  public static final String PATTERN = "[A-Za-z0-9][A-Za-z0-9-]{0,62}";

  /** The class of partitions and containers that name none. */
  public static final PartitionClass DEFAULT = new PartitionClass("default");

  public PartitionClass {
    if (!name.matches(PATTERN)) {
      throw new IllegalArgumentException(
          "'" + name + "' is not a partition class, must be 1 to 63 letters, digits or '-'");
    }
  }

  /**
   * Merges the classes that two data centres recorded for a partition. A class other than {@link
   * #DEFAULT} wins, then the first by name.
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
