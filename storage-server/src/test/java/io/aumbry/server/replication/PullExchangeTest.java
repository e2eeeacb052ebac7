package io.aumbry.server.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Scope;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A continued pull and its answer mean the same as if they named each partition. */
class PullExchangeTest {
  private static final UUID STORE = new UUID(1, 2);

  private static Pull.From point(int partition, long after) {
    return new Pull.From(partition, STORE, after, 5, 0, 0, Integer.MAX_VALUE);
  }

  private static Pull pull(Pull.From... points) {
    return new Pull("a", List.of(points), Pull.Form.SUMMARIES, 1 << 20, 0);
  }

  private static Batch batch(int partition, long end, int length) {
    Source source = new Source(STORE, end, 0, true, new Opening(5, 0), 0, 0);
    return new Batch(partition, source, end, List.of(), length);
  }

  private static Pulled answer(long number, Scope scope, Batch... batches) {
    return new Pulled(number, scope, List.of(batches));
  }

  private static PullExchange first() {
    return PullExchange.NONE.next(
        pull(point(1, 10), point(2, 20), point(3, 30)),
        answer(7, Scope.ALL, batch(1, 10, 0), batch(2, 20, 0)));
  }

  @Test
  void anUnchangedPullNamesNoPartition() {
    Pull same = pull(point(3, 30), point(1, 10), point(2, 20));
    Pull shortened = first().shorten(same);
    assertThat(shortened.points()).isEmpty();
    assertThat(shortened.earlier()).isEqualTo(new Pull.Earlier(7, List.of()));
    assertThat(first().whole(shortened).points()).hasSameElementsAs(same.points());
  }

  @Test
  void onlyChangedNewAndDroppedPartitionsAreNamed() {
    Pull next = pull(point(1, 10), point(2, 21), point(4, 0));
    Pull shortened = first().shorten(next);
    assertThat(shortened.points()).containsExactly(point(2, 21), point(4, 0));
    assertThat(shortened.earlier().dropped()).containsExactly(3);
    assertThat(first().whole(shortened).points()).hasSameElementsAs(next.points());
  }

  @Test
  void aPullWithoutACommonPartitionContinuesNothing() {
    assertThat(first().shorten(pull(point(8, 1))).earlier().isNone()).isTrue();
    assertThat(PullExchange.NONE.shorten(pull(point(1, 10))).earlier().isNone()).isTrue();
  }

  @Test
  void anAnswerAboutChangesRepeatsTheOtherBatches() {
    Pull pull = first().shorten(pull(point(1, 10), point(2, 20), point(3, 30)));
    Pulled answer = answer(8, Scope.CHANGES, batch(2, 25, 0));
    PullExchange next = first().next(pull, answer);
    assertThat(next.number()).isEqualTo(8);
    assertThat(next.stated(answer)).containsExactly(batch(2, 25, 0), batch(1, 10, 0));
    assertThat(next.implies(batch(2, 25, 0))).isTrue();
  }

  @Test
  void anAnswerAboutNamedPartitionsSaysNothingAboutOthers() {
    Pull pull = first().shorten(pull(point(1, 10), point(2, 20), point(3, 30)));
    Pulled answer = answer(8, Scope.NAMED, batch(2, 25, 0));
    PullExchange next = first().next(pull, answer);
    assertThat(next.stated(answer)).containsExactly(batch(2, 25, 0));
    assertThat(next.implies(batch(1, 10, 0))).as("still known to the puller").isTrue();
  }

  @Test
  void aWholeAnswerForgetsBatchesThatItLacks() {
    Pull pull = first().shorten(pull(point(1, 10), point(2, 20), point(3, 30)));
    PullExchange next = first().next(pull, answer(8, Scope.ALL, batch(2, 25, 0)));
    assertThat(next.batches()).containsOnlyKeys(2);
    assertThat(next.points()).containsOnlyKeys(1, 2, 3);
  }

  @Test
  void theBatchOfADroppedPartitionIsForgotten() {
    Pull without = first().shorten(pull(point(2, 20)));
    PullExchange next = first().next(without, answer(8, Scope.CHANGES));
    assertThat(next.batches()).containsOnlyKeys(2);
    Pull again = next.shorten(pull(point(2, 20), point(1, 10)));
    assertThat(again.points()).containsExactly(point(1, 10));
    assertThat(next.next(again, answer(9, Scope.CHANGES)).batches()).containsOnlyKeys(2);
  }

  @Test
  void aBatchWithRecordsIsNeverImplied() {
    PullExchange exchange =
        PullExchange.NONE.next(pull(point(1, 0)), answer(7, Scope.ALL, batch(1, 10, 99)));
    assertThat(exchange.implies(batch(1, 10, 99))).isFalse();
  }

  @Test
  void aNodeThatForgotTheExchangeIsAskedForAllAgain() {
    Pull all = pull(point(1, 10), point(2, 20), point(3, 30));
    PullExchange next = first().next(first().shorten(all), answer(0, Scope.NONE));
    assertThat(next.shorten(all)).isEqualTo(all);
    assertThat(first().next(first().shorten(all), answer(8, Scope.NONE)).isNone()).isTrue();
  }

  @Test
  void aPullThatStartsOverForgetsEarlierPartitions() {
    PullExchange next = first().next(pull(point(2, 20)), answer(8, Scope.ALL, batch(2, 20, 0)));
    assertThat(next.points()).containsOnlyKeys(2);
  }

  @Test
  void anAnswerThatIsNotRememberedIsNotContinued() {
    Pull all = pull(point(1, 10));
    PullExchange next = PullExchange.NONE.next(all, answer(0, Scope.ALL, batch(1, 10, 0)));
    assertThat(next.shorten(all)).isEqualTo(all);
  }

  @Test
  void anAnswerAboutAPartitionThatWasNotAskedForIsRefused() {
    assertThatThrownBy(
            () -> PullExchange.NONE.next(pull(point(1, 0)), answer(7, Scope.ALL, batch(2, 0, 0))))
        .hasMessage("The answer to a pull names partition 2, which the pull did not name");
    assertThatThrownBy(() ->
            PullExchange.NONE.next(
                pull(point(1, 0)), answer(7, Scope.ALL, batch(1, 0, 0), batch(1, 0, 0))))
        .hasMessage("The answer to a pull names partition 1 twice");
  }

  @ParameterizedTest
  @EnumSource(value = Scope.class, names = "ALL", mode = EnumSource.Mode.EXCLUDE)
  void onlyAWholeAnswerFitsAPullThatNamesItsPartitions(Scope scope) {
    assertThatThrownBy(() -> PullExchange.NONE.next(pull(point(1, 0)), answer(7, scope)))
        .hasMessageContaining("of scope " + scope + " does not fit");
  }

  /** Both nodes compute the same from the messages, whatever changes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void bothNodesKnowTheSame(long seed) {
    Random random = new Random(seed);
    PullExchange asker = PullExchange.NONE;
    PullExchange answerer = PullExchange.NONE;
    TreeMap<Integer, Pull.From> truth = new TreeMap<>();
    for (int round = 1; round <= 200; round++) {
      int partition = random.nextInt(12);
      if (random.nextInt(4) == 0) {
        truth.remove(partition);
      } else {
        truth.put(partition, point(partition, random.nextInt(3)));
      }
      Pull all = pull(truth.values().toArray(Pull.From[]::new));
      Pull asked = asker.shorten(all);
      PullExchange before = asked.earlier().isNone() ? PullExchange.NONE : answerer;
      Pull whole = before.whole(asked);
      assertThat(whole.points()).hasSameElementsAs(all.points());
      Pulled answer = answer(round, before, whole, random);
      answerer = before.next(asked, answer);
      asker = (asked.earlier().isNone() ? PullExchange.NONE : asker).next(asked, answer);
      assertThat(asker).isEqualTo(answerer);
      assertThat(asker.points()).isEqualTo(truth);
    }
  }

  private static Pulled answer(long number, PullExchange before, Pull whole, Random random) {
    List<Batch> batches = new ArrayList<>();
    whole.points().stream()
        .map(Pull.From::partition)
        .filter(_ -> random.nextInt(5) > 0)
        .forEach(partition -> batches.add(batch(partition, random.nextInt(2), 0)));
    boolean isWhole = before.isNone() || random.nextInt(5) == 0;
    Scope other = random.nextBoolean() ? Scope.CHANGES : Scope.NAMED;
    return new Pulled(
        number,
        isWhole ? Scope.ALL : other,
        isWhole ? batches : batches.stream().filter(each -> !before.implies(each)).toList());
  }
}
