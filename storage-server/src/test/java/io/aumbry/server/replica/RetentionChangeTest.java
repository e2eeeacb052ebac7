package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.server.replica.StalenessCheck.Noted;
import io.aumbry.store.HandTime;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.Retention;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whether a replica that was away is outdated depends on the deletes that its peers have forgotten,
 * by the settings that they had then, and not on the settings of today.
 */
class RetentionChangeTest {
  private static final List<Integer> DAYS = List.of(0, 7, 10, 30, 365);
  private static final Duration AWAY = Duration.ofDays(3000);
  private static final long DAY = Duration.ofDays(1).toMillis();

  private final HandTime time = new HandTime();
  private final long start = time.wallMillis();

  private static Retention deletedFor(int days) {
    return Retention.of(Duration.ofDays(days), Duration.ofDays(1));
  }

  /** All settings before and after a change, and each of them at the replica that was away. */
  static Stream<Arguments> changes() {
    int all = DAYS.size() * DAYS.size() * DAYS.size();
    return IntStream.range(0, all)
        .mapToObj(i ->
            Arguments.of(
                DAYS.get(i % DAYS.size()),
                DAYS.get(i / DAYS.size() % DAYS.size()),
                DAYS.get(i / DAYS.size() / DAYS.size())));
  }

  private StalenessCheck with(Retention retention, boolean isRecorded, Noted noted) {
    return new StalenessCheck(new StalenessCheck.Rule(time, 1, isRecorded), retention, noted);
  }

  /** The latest delete that a replica forgets as of an agreement, by the rule of compaction. */
  private static long forgets(Retention retention, Agreement noted) {
    return noted.sharedMillis()
        - retention.forgotten().toMillis()
        - retention.clockSkew().toMillis();
  }

  private static Agreement of(long millis) {
    return new Agreement(7, millis, millis);
  }

  private void requireOutdatedBefore(long forgotten, Retention away, long agreedMillis) {
    Noted missedIt = new Noted(9, forgotten - 1, 0);
    Source said = new Source(new UUID(1, 1), 9, 0, true, new Opening(1, 9), agreedMillis, 0);
    assertThatThrownBy(
            () -> with(away, false, missedIt).hear(new NodeId("node-2"), said, time.wallMillis()))
        .isInstanceOf(AumbryException.class);
    assertThatThrownBy(() ->
            with(away, true, missedIt).compare(OptionalLong.of(agreedMillis), time.wallMillis()))
        .isInstanceOf(AumbryException.class);
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aReplicaThatLacksForgottenDeletesIsOutdatedWhateverTheSettings(
      int before, int after, int away) {
    time.advance(AWAY.toMillis());
    Agreement agreement = of(start + AWAY.toMillis());
    Noted noted = new Noted(9, start, 0);
    long forgotten = 0;
    for (int days : List.of(before, after)) {
      StalenessCheck check = with(deletedFor(days), false, noted);
      noted = check.agreed(9, agreement);
      check.noted(noted);
      forgotten = Math.max(forgotten, forgets(deletedFor(days), check.asNoted(agreement)));
      requireOutdatedBefore(forgotten, deletedFor(away), check.agreedMillis());
    }
    assertThat(forgotten).isGreaterThan(start);
    StalenessCheck inStep = with(deletedFor(away), false, noted);
    assertThat(inStep.hasUndeletesOf(inStep.agreedMillis())).isTrue();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void nothingIsForgottenBeyondTheRecordedHorizonWhateverTheSettings(
      int before, int after, int away) {
    time.advance(AWAY.toMillis());
    long now = start + AWAY.toMillis();
    StalenessCheck recorder = with(deletedFor(before), true, new Noted(9, now, 0));
    OptionalLong horizon = recorder.horizonToRecord(now);
    StalenessCheck check = with(deletedFor(after), true, new Noted(9, now, 0));
    check.compare(horizon, now);
    Agreement bounded = check.bounded(of(now));
    check.noted(check.agreed(9, bounded));
    long forgotten = forgets(deletedFor(after), check.asNoted(bounded));
    requireOutdatedBefore(forgotten, deletedFor(away), horizon.orElseThrow());
  }

  /** A longer retention must not make replicas outdated that lack nothing. */
  @ParameterizedTest
  @MethodSource("changes")
  void aReplicaThatHasAllForgottenDeletesIsNotOutdated(int setting, int other, int away) {
    time.advance(AWAY.toMillis());
    Agreement agreement = of(start + AWAY.toMillis());
    StalenessCheck check = with(deletedFor(setting), false, new Noted(9, start, 0));
    check.noted(check.agreed(9, agreement));
    long forgotten = forgets(deletedFor(setting), check.asNoted(agreement));
    for (int its : List.of(other, away)) {
      StalenessCheck hasIt = with(deletedFor(its), true, new Noted(9, forgotten + DAY, 0));
      hasIt.compare(OptionalLong.of(check.agreedMillis()), time.wallMillis());
      assertThat(hasIt.isCompared()).isTrue();
    }
  }
}
