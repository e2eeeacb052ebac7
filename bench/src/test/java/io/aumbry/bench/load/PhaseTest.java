package io.aumbry.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Phases with one connection and manual time. */
final class PhaseTest {
  private static final Schedule CLOSED = new Schedule.ClosedLoop();

  /** The error of a histogram with three digits, for milliseconds. */
  private static final double PRECISION = 1.001;

  private final ManualPace pace = new ManualPace();

  private Tally run(Workload workload, Schedule schedule, Limit limit) {
    return new Phase(workload, schedule, limit, pace, pace).run(new ScriptedConnection());
  }

  /** Answers after a millisecond, but the hundredth request after a second. */
  private RequestResult stallOnce(long ticket) {
    pace.pass(ticket == 100 ? Duration.ofSeconds(1) : Duration.ofMillis(1));
    return new RequestResult.Read(10);
  }

  private static Histogram reads(Tally tally) {
    Tally.Successes reads = tally.successes().get(LoadOperation.GET);
    assertThat(reads).isNotNull();
    return reads.latency();
  }

  @Test
  void anOpenLoopIncludesTheEffectOfAStallOnLaterRequests() {
    // A request every 10 ms for 10 s. The stall delays the 100 requests in it by 990, 981, ... ms.
    Histogram latency =
        reads(
            run(
                (ticket, _) -> stallOnce(ticket),
                new Schedule.OpenLoop(100),
                Limit.duration(Duration.ofSeconds(10))));
    assertThat(latency.getTotalCount()).isEqualTo(1000);
    assertThat(latency.getMaxValue()).isBetween(1_000_000_000L, (long) (1e9 * PRECISION));
    // 1000, 991, 982, ...: the delay falls by 9 ms per request, so 56 of them are over half a
    // second.
    assertThat(latency.getCountBetweenValues(500_000_000L, 2_000_000_000L)).isEqualTo(56);
    assertThat(latency.getValueAtPercentile(50)).isBetween(1_000_000L, (long) (1e6 * PRECISION));
    assertThat(latency.getValueAtPercentile(99)).isGreaterThan(900_000_000L);
  }

  @Test
  void aClosedLoopSeesTheStallOnce() {
    Histogram latency = reads(run((ticket, _) -> stallOnce(ticket), CLOSED, Limit.requests(1000)));
    assertThat(latency.getCountBetweenValues(500_000_000L, 2_000_000_000L)).isEqualTo(1);
    assertThat(latency.getValueAtPercentile(99)).isLessThan(2_000_000L);
  }

  @Test
  void anOpenLoopDoesNotSendBeforeARequestIsDue() {
    long began = pace.monotonicNanos();
    Tally tally =
        run(
            (ticket, _) -> {
              assertThat(pace.monotonicNanos() - began).isEqualTo(ticket * 4_000_000);
              return new RequestResult.Read(1);
            },
            new Schedule.OpenLoop(250),
            Limit.duration(Duration.ofSeconds(2)));
    assertThat(tally.requests()).isEqualTo(500);
  }

  @Test
  void anOpenLoopDoesNotDrift() {
    Schedule schedule = new Schedule.OpenLoop(3);
    assertThat(schedule.intendedStart(3_000_000, 5, 0)).isEqualTo(5 + 1_000_000_000_000_000L);
  }

  @Test
  void requestsThatATooSlowTargetMissesCountAsNotSent() {
    // 10 a second for 2 s, each taking a second: 3 are sent until a second after the end.
    Tally tally =
        run(
            (_, _) -> {
              pace.pass(Duration.ofSeconds(1));
              return new RequestResult.Read(1);
            },
            new Schedule.OpenLoop(10),
            Limit.duration(Duration.ofSeconds(2)));
    assertThat(tally.requests()).isEqualTo(20);
    assertThat(reads(tally).getTotalCount() + tally.failureLatency().getTotalCount()).isEqualTo(20);
    assertThat(tally.failures()).containsOnlyKeys("not sent");
    assertThat(tally.failureLatency().getTotalCount()).isEqualTo(16);
  }

  @Test
  void aPhaseEndsAtItsRequestsItsTimeOrItsBytes() {
    Workload millisecond = (ticket, _) -> stallOnce(ticket % 100);
    assertThat(run(millisecond, CLOSED, Limit.requests(17)).requests()).isEqualTo(17);
    assertThat(run(millisecond, CLOSED, Limit.duration(Duration.ofMillis(30))).requests())
        .isEqualTo(30);
    assertThat(run(millisecond, CLOSED, new Limit(Duration.ofHours(1), 1000, 95)).requests())
        .isEqualTo(10);
    assertThat(run(millisecond, CLOSED, Limit.requests(0)).requests()).isZero();
  }

  @Test
  void failuresAreCountedByKindWithTheFirstAsExample() {
    List<RequestResult> outcomes =
        List.of(
            new RequestResult.Read(5),
            new RequestResult.Failed("GET HTTP 503", "first"),
            new RequestResult.Failed("GET timeout", "only"),
            new RequestResult.Failed("GET HTTP 503", "second"),
            new RequestResult.Written(new StoredBlob("/x", new Expected.Known(1, 7))));
    Tally tally = run((ticket, _) -> outcomes.get((int) ticket), CLOSED, Limit.requests(5));
    assertThat(tally.failures())
        .containsOnlyKeys("GET HTTP 503", "GET timeout")
        .containsEntry("GET HTTP 503", new Tally.Failures(2, "first"))
        .containsEntry("GET timeout", new Tally.Failures(1, "only"));
    assertThat(tally.requests()).isEqualTo(5);
    assertThat(tally.bytes()).isEqualTo(12);
    assertThat(tally.failureLatency().getTotalCount()).isEqualTo(3);
  }

  @Test
  void aConnectionRestsAfterAFailure() {
    long began = pace.monotonicNanos();
    run(
        (_, _) -> new RequestResult.Failed("GET connection refused", ""),
        CLOSED,
        Limit.requests(100));
    assertThat(pace.monotonicNanos() - began).isEqualTo(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void talliesAddUp() {
    Workload workload = (ticket, _) -> stallOnce(ticket % 100);
    Tally one = run(workload, CLOSED, Limit.requests(30));
    Tally other =
        run((_, _) -> new RequestResult.Failed("GET timeout", "t"), CLOSED, Limit.requests(4));
    Tally sum = Tally.sum(List.of(one, other, one));
    assertThat(sum.requests()).isEqualTo(64);
    assertThat(sum.bytes()).isEqualTo(600);
    assertThat(sum.failures()).containsEntry("GET timeout", new Tally.Failures(4, "t"));
  }

  @Test
  void aMixedLoadReadsItsShareAndRepeatsForASeed() {
    Workload get = (_, _) -> new RequestResult.Read(1);
    Workload put =
        (_, _) -> new RequestResult.Written(new StoredBlob("/x", new Expected.Unknown()));
    ScriptedConnection connection = new ScriptedConnection();
    Workload mixed = Workload.mixed(get, put, 80, 42);
    long reads = 0;
    for (long ticket = 0; ticket < 10_000; ticket++) {
      RequestResult outcome = mixed.perform(ticket, connection);
      assertThat(Workload.mixed(get, put, 80, 42).perform(ticket, connection)).isEqualTo(outcome);
      reads += outcome instanceof RequestResult.Read ? 1 : 0;
    }
    assertThat(reads).isBetween(7_800L, 8_200L);
    assertThatThrownBy(() -> Workload.mixed(get, put, 101, 1)).hasMessageContaining("101");
  }

  @Test
  void impossibleRatesAreRefused() {
    assertThatThrownBy(() -> new Schedule.OpenLoop(0)).hasMessageContaining("0");
    assertThatThrownBy(() -> new Schedule.OpenLoop(-5)).hasMessageContaining("-5");
    assertThatThrownBy(() -> new Schedule.OpenLoop(Double.NaN)).hasMessageContaining("NaN");
  }
}
