package io.aumbry.server.replication;

import io.aumbry.store.BlobStore.Lack;
import java.util.ArrayList;
import java.util.List;

/**
 * Records next to each other in a peer's store, none of which is here.
 *
 * @param after sequence number before the first of them
 * @param last sequence number of the last of them
 * @param bytes of all of them
 */
record Run(long after, long last, long bytes) {
  /** The runs in which {@code lacking}, in the order of their numbers, come. */
  static List<Run> of(List<Lack> lacking) {
    List<Run> runs = new ArrayList<>();
    for (Lack lack : lacking) {
      boolean follows = !runs.isEmpty() && runs.getLast().last + 1 == lack.sequence();
      Run before =
          follows ? runs.removeLast() : new Run(lack.sequence() - 1, lack.sequence() - 1, 0);
      runs.add(new Run(before.after, lack.sequence(), before.bytes + lack.length()));
    }
    return runs;
  }
}
