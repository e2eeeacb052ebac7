package io.aumbry.server.replication.pull;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.store.feed.MissingRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A range of records that a puller copies from a peer's store.
 *
 * @param form {@link Pull.Form#RECORDS} for records that are all missing here, {@link
 *     Pull.Form#OFFERED} for a bulk copy
 * @param after sequence number before the first record
 * @param last sequence number of the last record
 * @param bytes size of the missing records, or the limit of a bulk copy
 * @param sinceMillis time of the change that the first record describes; 0 if unknown
 */
record Interval(Pull.Form form, long after, long last, long bytes, long sinceMillis) {
  static Interval bulk(long after, long last, long bytes) {
    return new Interval(Pull.Form.OFFERED, after, last, bytes, 0);
  }

  /**
   * Groups missing records to intervals of neighbours.
   *
   * @param missing in ascending order
   */
  static List<Interval> of(List<MissingRecord> missing) {
    List<Interval> intervals = new ArrayList<>();
    for (MissingRecord record : missing) {
      long before = record.sequence() - 1;
      boolean follows = !intervals.isEmpty() && intervals.getLast().last == before;
      Interval start =
          follows
              ? intervals.removeLast()
              : new Interval(Pull.Form.RECORDS, before, before, 0, record.changedMillis());
      long bytes = start.bytes + record.length();
      intervals.add(
          new Interval(start.form, start.after, record.sequence(), bytes, start.sinceMillis));
    }
    return intervals;
  }

  boolean isBulk() {
    return form == Pull.Form.OFFERED;
  }

  /** The bytes of the next answer, which has space for {@code room}, but for any single record. */
  long expected(int room) {
    return isBulk() ? Math.min(bytes, room) : bytes;
  }

  /** The part after record {@code reached}, if it is still to be copied. */
  Optional<Interval> rest(long reached, long arrived) {
    long left = isBulk() ? bytes - arrived : Math.max(1, bytes - arrived);
    return reached >= last || left <= 0
        ? Optional.empty()
        : Optional.of(new Interval(form, reached, last, left, reached == after ? sinceMillis : 0));
  }
}
