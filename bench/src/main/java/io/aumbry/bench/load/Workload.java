package io.aumbry.bench.load;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What the request of each ticket is. Shared by all connections. */
public interface Workload {
  /** Sends the request of the ticket and waits for the whole answer. */
  Outcome perform(long ticket, BlobConnection connection);

  /** Writes blobs under numbers that the counter has not given before. */
  static Workload put(SizeDistribution sizes, long seed, AtomicLong numbers) {
    return (_, connection) -> {
      long number = numbers.getAndIncrement();
      return connection.put(number, sizes.size(Mix.of(seed, number)));
    };
  }

  /** Reads one of the blobs, all equally likely. */
  static Workload get(List<StoredBlob> blobs, long seed) {
    List<StoredBlob> set = List.copyOf(blobs);
    if (set.isEmpty()) {
      throw new IllegalArgumentException("no blob to read");
    }
    return (ticket, connection) ->
        connection.get(set.get((int) Long.remainderUnsigned(Mix.of(seed, ticket), set.size())));
  }

  /** Reads in so many percent of the requests and writes in the others. */
  static Workload mixed(Workload get, Workload put, int getPercent, long seed) {
    if (getPercent < 0 || getPercent > 100) {
      throw new IllegalArgumentException("share " + getPercent + " percent, must be 0 to 100");
    }
    return (ticket, connection) ->
        (Long.remainderUnsigned(Mix.of(seed, ticket, 1), 100) < getPercent ? get : put)
            .perform(ticket, connection);
  }
}
