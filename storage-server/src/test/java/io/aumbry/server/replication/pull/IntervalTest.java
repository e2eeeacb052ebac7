package io.aumbry.server.replication.pull;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.store.feed.MissingRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalTest {
  private static Interval records(long after, long last, long bytes, long sinceMillis) {
    return new Interval(Pull.Form.RECORDS, after, last, bytes, sinceMillis);
  }

  @Test
  void consecutiveRecordsAreOneInterval() {
    assertThat(Interval.of(List.of())).isEmpty();
    assertThat(
            Interval.of(
                List.of(
                    new MissingRecord(3, 10, 8),
                    new MissingRecord(4, 20, 9),
                    new MissingRecord(7, 5, 0),
                    new MissingRecord(9, 1, 7))))
        .containsExactly(records(2, 4, 30, 8), records(6, 7, 5, 0), records(8, 9, 1, 7));
  }

  /** The peer states the size of missing records approximately, so bytes end no such interval. */
  @Test
  void missingRecordsEndAtTheLastOne() {
    Interval interval = records(2, 9, 30, 8);
    assertThat(interval.rest(2, 0)).contains(interval);
    assertThat(interval.rest(5, 10)).contains(records(5, 9, 20, 0));
    assertThat(interval.rest(8, 30)).contains(records(8, 9, 1, 0));
    assertThat(interval.rest(9, 10)).isEmpty();
    assertThat(interval.expected(10)).as("a record may exceed the room").isEqualTo(30);
  }

  @Test
  void aBulkCopyEndsAtItsLimitToo() {
    Interval interval = Interval.bulk(2, 9, 30);
    assertThat(interval.rest(5, 10)).contains(Interval.bulk(5, 9, 20));
    assertThat(interval.rest(8, 30)).isEmpty();
    assertThat(interval.rest(9, 10)).isEmpty();
    assertThat(interval.expected(10)).isEqualTo(10);
    assertThat(interval.expected(40)).isEqualTo(30);
  }
}
