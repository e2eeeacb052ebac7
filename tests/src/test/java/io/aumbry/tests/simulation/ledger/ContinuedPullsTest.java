package io.aumbry.tests.simulation.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Scope;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ContinuedPullsTest {
  private static final String A = "a";
  private static final String B = "b";
  private static final UUID STORE = new UUID(1, 2);

  private final ContinuedPulls pulls = new ContinuedPulls();

  private static Pull.From point(int partition, long after) {
    return new Pull.From(partition, STORE, after, 5, Integer.MAX_VALUE);
  }

  private static Batch batch(int partition, long end) {
    Source source = new Source(STORE, end, 0, true, new Opening(5, 0), 0, 0);
    return new Batch(partition, source, end, List.of(), 0);
  }

  private static Pull pull(long exchange, List<Integer> dropped, Pull.From... points) {
    return new Pull(
        A, List.of(points), Pull.Form.SUMMARIES, 1, 0, new Pull.Earlier(exchange, dropped));
  }

  @BeforeEach
  void aWholePullIsAnswered() {
    pulls.answered(
        A,
        B,
        pull(0, List.of(), point(1, 10), point(2, 20)),
        new Pulled(7, Scope.ALL, List.of(batch(1, 10), batch(2, 20))));
  }

  @Test
  void aContinuedPullStatesTheEarlierPoints() {
    assertThat(pulls.points(A, B, pull(7, List.of(1), point(3, 30))).values())
        .containsExactly(point(2, 20), point(3, 30));
    assertThat(pulls.points(A, B, pull(7, List.of(), point(1, 11))).get(1)).isEqualTo(point(1, 11));
  }

  @Test
  void aPullThatContinuesNothingStatesOnlyItsOwnPoints() {
    assertThat(pulls.points(A, B, pull(0, List.of(), point(3, 30)))).containsOnlyKeys(3);
    assertThat(pulls.points(A, "other", pull(7, List.of()))).isEmpty();
  }

  @Test
  void anAnswerAboutChangesStatesTheOtherBatchesToo() {
    Pulled answer = new Pulled(8, Scope.CHANGES, List.of(batch(2, 21)));
    assertThat(pulls.batches(A, B, pull(7, List.of()), answer))
        .containsExactlyInAnyOrder(batch(1, 10), batch(2, 21));
    assertThat(pulls.batches(A, B, pull(7, List.of(1)), answer)).containsExactly(batch(2, 21));
  }

  @Test
  void anAnswerAboutNamedPartitionsStatesNothingElse() {
    Pulled answer = new Pulled(8, Scope.NAMED, List.of(batch(2, 21)));
    assertThat(pulls.batches(A, B, pull(7, List.of()), answer)).containsExactly(batch(2, 21));
    pulls.answered(A, B, pull(7, List.of()), answer);
    Pulled later = new Pulled(9, Scope.CHANGES, List.of());
    assertThat(pulls.batches(A, B, pull(8, List.of()), later))
        .containsExactlyInAnyOrder(batch(1, 10), batch(2, 21));
  }

  /** In the run of seed 90136, 17 answers were lost one after another. */
  @Test
  void anExchangeIsKnownUntilALaterOneIsContinued() {
    for (int lost = 0; lost < 100; lost++) {
      pulls.answered(A, B, pull(7, List.of()), new Pulled(100 + lost, Scope.CHANGES, List.of()));
    }
    assertThat(pulls.points(A, B, pull(7, List.of()))).containsOnlyKeys(1, 2);
    pulls.answered(A, B, pull(150, List.of()), new Pulled(300, Scope.CHANGES, List.of()));
    assertThat(pulls.points(A, B, pull(7, List.of()))).isEmpty();
    assertThat(pulls.points(A, B, pull(151, List.of()))).containsOnlyKeys(1, 2);
  }
}
