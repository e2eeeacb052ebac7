package io.aumbry.bench.load;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** A phase with one workload, schedule and limit, shared by the threads of its connections. */
final class Phase {
  /** Time after its end for which a phase still sends the overdue requests of an open loop. */
  private static final long GRACE_NANOS = Duration.ofSeconds(1).toNanos();

  /** Pause of a connection after a failure, so that a dead target is not flooded. */
  private static final long REST_NANOS = Duration.ofMillis(10).toNanos();

  private final Workload workload;
  private final Schedule schedule;
  private final Limit limit;
  private final Time time;
  private final Pacer pacer;
  private final long began;
  private final AtomicLong tickets = new AtomicLong();
  private final LongAdder bytes = new LongAdder();

  Phase(Workload workload, Schedule schedule, Limit limit, Time time, Pacer pacer) {
    this.workload = workload;
    this.schedule = schedule;
    this.limit = limit;
    this.time = time;
    this.pacer = pacer;
    this.began = time.monotonicNanos();
  }

  /** Sends requests on a connection until the phase ends. */
  Tally run(BlobConnection connection) {
    Tally tally = new Tally();
    while (true) {
      long ticket = tickets.getAndIncrement();
      long now = time.monotonicNanos();
      long intended = schedule.intendedStart(ticket, began, now);
      if (!limit.admits(ticket, intended - began, bytes.sum())) {
        return tally;
      }
      if (isTooLate(now, intended)) {
        tally.record(
            new RequestResult.Failed("not sent", "the target is slower than the rate"),
            now - intended);
        continue;
      }
      pacer.awaitUntil(intended);
      RequestResult outcome = workload.perform(ticket, connection);
      long ended = time.monotonicNanos();
      tally.record(outcome, ended - intended);
      settle(outcome, ended);
    }
  }

  private void settle(RequestResult outcome, long ended) {
    switch (outcome) {
      case RequestResult.Written(StoredBlob blob) -> bytes.add(blob.size());
      case RequestResult.Read(long read) -> bytes.add(read);
      case RequestResult.Failed _ -> pacer.awaitUntil(ended + REST_NANOS);
    }
  }

  private boolean isTooLate(long now, long intended) {
    long late = now - began - limit.duration().toNanos();
    return intended < now && late > GRACE_NANOS;
  }

  Duration elapsed() {
    return Duration.ofNanos(time.monotonicNanos() - began);
  }
}
