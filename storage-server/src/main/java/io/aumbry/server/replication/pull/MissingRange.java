package io.aumbry.server.replication.pull;

import io.aumbry.store.feed.MissingRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * A range of consecutive records in a peer's store that are all missing here.
 *
 * @param after sequence number before the first record
 * @param last sequence number of the last record
 * @param bytes size of all records
 * @param sinceMillis time of the change that the first record describes; 0 if unknown
 */
record MissingRange(long after, long last, long bytes, long sinceMillis) {
  /**
   * Groups missing records to ranges of neighbours.
   *
   * @param lacking in ascending order
   */
  static List<MissingRange> of(List<MissingRecord> lacking) {
    List<MissingRange> runs = new ArrayList<>();
    for (MissingRecord lack : lacking) {
      boolean follows = !runs.isEmpty() && runs.getLast().last + 1 == lack.sequence();
      MissingRange before =
          follows
              ? runs.removeLast()
              : new MissingRange(lack.sequence() - 1, lack.sequence() - 1, 0, lack.changedMillis());
      long bytes = before.bytes + lack.length();
      runs.add(new MissingRange(before.after, lack.sequence(), bytes, before.sinceMillis));
    }
    return runs;
  }

  MissingRange after(long sequence, long bytesLeft) {
    return new MissingRange(sequence, last, bytesLeft, 0);
  }
}
