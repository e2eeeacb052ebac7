package io.aumbry.protocol.metrics;

import java.util.concurrent.atomic.LongAdder;

/** Number of events since the start of the process. */
public final class Counter implements Metric {
  private final LongAdder count = new LongAdder();

  public void increment() {
    count.increment();
  }

  public void add(long events) {
    count.add(events);
  }

  public long count() {
    return count.sum();
  }
}
