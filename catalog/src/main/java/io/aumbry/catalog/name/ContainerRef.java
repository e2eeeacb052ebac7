package io.aumbry.catalog.name;

/**
 * The ids of a container and its account.
 *
 * @param account 1 to 2^31-1
 * @param container 1 to 2^31-1
 */
public record ContainerRef(int account, int container) implements Comparable<ContainerRef> {
  public ContainerRef {
    if (account < 1 || container < 1) {
      throw new IllegalArgumentException(
          "container " + container + " of account " + account + ", ids must be 1 to 2^31-1");
    }
  }

  /** Reads the form of {@link #packed}. */
  public static ContainerRef unpack(long packed) {
    return new ContainerRef((int) (packed >>> Integer.SIZE), (int) packed);
  }

  /** Both ids as one number, by which distributed databases shard. */
  public long packed() {
    return ((long) account << Integer.SIZE) | container;
  }

  @Override
  public int compareTo(ContainerRef other) {
    return Long.compare(packed(), other.packed());
  }
}
