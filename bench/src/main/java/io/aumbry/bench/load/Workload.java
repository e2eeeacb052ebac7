package io.aumbry.bench.load;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** The requests of a load, by ticket. Shared by all connections. */
public interface Workload {
  /** Sends the request of the ticket and waits for the whole answer. */
  RequestResult perform(long ticket, BlobConnection connection);

  /** Writes blobs with new numbers from the counter. */
  static Workload put(SizeDistribution sizes, long seed, AtomicLong numbers) {
    return (_, connection) -> {
      long number = numbers.getAndIncrement();
      return connection.put(number, sizes.size(SplitMix.of(seed, number)));
    };
  }

  /** Reads the blobs with equal probability. */
  static Workload get(List<StoredBlob> blobs, long seed) {
    List<StoredBlob> set = List.copyOf(blobs);
    if (set.isEmpty()) {
      throw new IllegalArgumentException("no blob to read");
    }
    return (ticket, connection) ->
        connection.get(
            set.get((int) Long.remainderUnsigned(SplitMix.of(seed, ticket), set.size())));
  }

  /**
   * Mixes reads and writes.
   *
   * @param getPercent share of reads
   */
  static Workload mixed(Workload get, Workload put, int getPercent, long seed) {
    if (getPercent < 0 || getPercent > 100) {
      throw new IllegalArgumentException(
          "share of reads must be 0 to 100 percent, not " + getPercent);
    }
    return (ticket, connection) ->
        (Long.remainderUnsigned(SplitMix.of(seed, ticket, 1), 100) < getPercent ? get : put)
            .perform(ticket, connection);
  }
}
