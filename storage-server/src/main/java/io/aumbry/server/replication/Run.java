package io.aumbry.server.replication;

import io.aumbry.store.feed.Lack;
import java.util.ArrayList;
import java.util.List;

/**
 * Records next to each other in a peer's store, none of which is here.
 *
 * @param after sequence number before the first of them
 * @param last sequence number of the last of them
 * @param bytes of all of them
 * @param sinceMillis when what the first of them says came to be so; 0 when it does not say
 */
record Run(long after, long last, long bytes, long sinceMillis) {
  /** The runs in which {@code lacking}, in the order of their numbers, come. */
  static List<Run> of(List<Lack> lacking) {
    List<Run> runs = new ArrayList<>();
    for (Lack lack : lacking) {
      boolean follows = !runs.isEmpty() && runs.getLast().last + 1 == lack.sequence();
      Run before =
          follows
              ? runs.removeLast()
              : new Run(lack.sequence() - 1, lack.sequence() - 1, 0, lack.changedMillis());
      long bytes = before.bytes + lack.length();
      runs.add(new Run(before.after, lack.sequence(), bytes, before.sinceMillis));
    }
    return runs;
  }

  /** What is left of it behind a record. */
  Run after(long sequence, long bytesLeft) {
    return new Run(sequence, last, bytesLeft, 0);
  }
}
