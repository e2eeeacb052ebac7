package io.aumbry.server.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.State;
import io.aumbry.protocol.report.WorkerReport.Times;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class WorkerTest {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final Duration MOMENT = Duration.ofNanos(1);

  private final TimersByHand timers = new TimersByHand();
  private final Metrics metrics = new Metrics();
  private final WorkerRegistry registry =
      new WorkerRegistry(BlockingThreads.ofPlatform(), timers, metrics);
  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger parallel = new AtomicInteger();

  /** Permits of a step that waits for the test. */
  private final Semaphore go = new Semaphore(0);

  private final Worker worker =
      registry.add("work", "/d", PERIOD, new Backlog("hints", () -> 7), this::run);

  private volatile Worker.Step step = () -> {};

  private void run() throws InterruptedException {
    assertThat(parallel.incrementAndGet()).isEqualTo(1);
    runs.incrementAndGet();
    try {
      step.run();
    } finally {
      parallel.decrementAndGet();
    }
  }

  @AfterEach
  void stop() {
    go.release(1_000);
    worker.close();
  }

  private WorkerReport report() {
    return registry.reports().getFirst();
  }

  private void awaitState(State state) {
    Patience.await().until(() -> report().state() == state);
  }

  private void awaitRuns(int count) {
    Patience.await().until(() -> runs.get() == count);
  }

  @Test
  void aStepRunsAtTheStartAndThenOncePerPeriod() {
    worker.start();
    for (int run = 1; run <= 3; run++) {
      assertThat(timers.awaitWaiting()).isEqualTo(PERIOD);
      assertThat(runs).hasValue(run);
      timers.pass(PERIOD.minus(MOMENT));
      assertThat(timers.awaitWaiting()).isEqualTo(MOMENT);
      assertThat(runs).hasValue(run);
      timers.pass(MOMENT);
    }
  }

  @Test
  void thePeriodBeginsAtTheEndOfARunSoThatRunsDoNotOverlap() {
    step = go::acquire;
    worker.start();
    awaitRuns(1);
    timers.pass(PERIOD.multipliedBy(3));
    assertThat(runs).hasValue(1);
    go.release();
    assertThat(timers.awaitWaiting()).isEqualTo(PERIOD);
    assertThat(runs).hasValue(1);
  }

  @Test
  void aWokenWorkerRunsAtOnce() {
    worker.start();
    timers.awaitWaiting();
    worker.wake();
    awaitRuns(2);
    assertThat(timers.awaitWaiting()).isEqualTo(PERIOD);
  }

  @Test
  void wakeUpsDuringARunCauseOneFurtherRun() {
    step = go::acquire;
    worker.start();
    awaitRuns(1);
    for (int i = 0; i < 10; i++) {
      worker.wake();
    }
    go.release(2);
    awaitRuns(2);
    assertThat(timers.awaitWaiting()).isEqualTo(PERIOD);
    assertThat(runs).hasValue(2);
  }

  @Test
  void aFailedStepIsRetriedAfterAPauseThatGrowsToALimit() {
    step =
        () -> {
          throw new AumbryException(ErrorCode.DISK_FAILED, "broken");
        };
    worker.start();
    for (int seconds : new int[] {1, 2, 4, 8, 10, 10}) {
      Duration pause = timers.awaitWaiting();
      assertThat(pause).isEqualTo(Duration.ofSeconds(seconds));
      assertThat(report().state()).isEqualTo(State.FAILED);
      assertThat(report().failure()).isEqualTo("broken");
      timers.pass(pause);
    }
    awaitRuns(7);
    assertThat(metrics.value("aumbry_server_worker_failures_total", "work", "/d")).isEqualTo(7);
    step = () -> {};
    timers.pass(timers.awaitWaiting());
    awaitRuns(8);
    assertThat(timers.awaitWaiting()).isEqualTo(PERIOD);
    assertThat(report().state()).isEqualTo(State.WAITING);
    assertThat(report().failure()).isEmpty();
  }

  @Test
  void aBugDoesNotEndAWorker() {
    step =
        () -> {
          if (runs.get() == 1) {
            throw new AssertionError("bug");
          }
          throw new IllegalStateException("bug");
        };
    worker.start();
    timers.pass(timers.awaitWaiting());
    awaitRuns(2);
    assertThat(timers.awaitWaiting()).isEqualTo(Duration.ofSeconds(2));
    assertThat(report().failure()).isEqualTo("bug");
  }

  @Test
  void aWakeUpDoesNotShortenThePauseAfterAFailure() {
    step =
        () -> {
          throw new AumbryException(ErrorCode.DISK_FAILED, "broken");
        };
    worker.start();
    Duration pause = timers.awaitWaiting();
    worker.wake();
    timers.pass(pause.minus(MOMENT));
    assertThat(timers.awaitWaiting()).isEqualTo(MOMENT);
    assertThat(runs).hasValue(1);
  }

  @Test
  void aClosedWorkerHasEndedAndRunsNoMore() {
    worker.start();
    timers.awaitWaiting();
    worker.close();
    assertThat(report().state()).isEqualTo(State.STOPPED);
    worker.wake();
    timers.pass(PERIOD);
    assertThat(runs).hasValue(1);
    assertThat(metrics.value("aumbry_server_worker_failures_total", "work", "/d")).isZero();
  }

  @Test
  void aStopEndsThePauseOfAStep() {
    step = () -> worker.pause(Duration.ofHours(1));
    worker.start();
    timers.awaitWaiting();
    worker.close();
    assertThat(report().state()).isEqualTo(State.STOPPED);
    assertThat(metrics.value("aumbry_server_worker_failures_total", "work", "/d")).isZero();
    assertThatThrownBy(() -> worker.pause(Duration.ZERO)).isInstanceOf(AumbryException.class);
  }

  @Test
  void aWakeUpDoesNotEndThePauseOfAStep() {
    step = () -> worker.pause(PERIOD);
    worker.start();
    timers.awaitWaiting();
    worker.wake();
    timers.pass(PERIOD.minus(MOMENT));
    assertThat(timers.awaitWaiting()).isEqualTo(MOMENT);
    assertThat(runs).hasValue(1);
  }

  @Test
  void aCloseWaitsForTheRunInProgressWithinALimit() {
    step = go::acquireUninterruptibly;
    worker.start();
    awaitRuns(1);
    Semaphore closed = new Semaphore(0);
    Thread.ofPlatform()
        .start(() -> {
          worker.close();
          closed.release();
        });
    assertThat(timers.awaitWaiting()).isEqualTo(Worker.STOP_PATIENCE);
    assertThat(closed.availablePermits()).isZero();
    timers.pass(Worker.STOP_PATIENCE);
    Patience.await().until(closed::tryAcquire);
    assertThat(report().state()).isEqualTo(State.RUNNING);
    go.release();
    awaitState(State.STOPPED);
  }

  @Test
  void aWorkerThatNeverStartedClosesAtOnce() {
    worker.close();
    assertThat(runs).hasValue(0);
  }

  @Test
  void anInterruptEndsAWorker() {
    step =
        () -> {
          throw new InterruptedException();
        };
    worker.start();
    awaitState(State.STOPPED);
    assertThat(runs).hasValue(1);
  }

  @Test
  void theReportAndTheMetricsShowRunsAndBacklog() {
    step = go::acquire;
    worker.start();
    awaitState(State.RUNNING);
    timers.pass(Duration.ofSeconds(3));
    assertThat(report())
        .isEqualTo(
            new WorkerReport(
                "work",
                "/d",
                State.RUNNING,
                new Times(3_000, 3_000, 0),
                new WorkerReport.Backlog(7, "hints"),
                ""));
    go.release();
    timers.awaitWaiting();
    timers.pass(Duration.ofSeconds(2));
    assertThat(report().state()).isEqualTo(State.WAITING);
    assertThat(report().times()).isEqualTo(new Times(2_000, 2_000, 3_000));
    assertThat(metrics.value("aumbry_server_worker_since_run_seconds", "work", "/d")).isEqualTo(2);
    assertThat(metrics.value("aumbry_server_worker_run_seconds", "work", "/d")).isEqualTo(3);
    assertThat(metrics.value("aumbry_server_worker_backlog", "work", "/d")).isEqualTo(7);
  }
}
