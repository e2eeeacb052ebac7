package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Latencies;

/**
 * What came of a measurement.
 *
 * @param bytes of content
 * @param cost of the processes that did the work
 * @param verified bytes that were compared with what had been written
 * @param aside what the store did beside
 */
record StoreFigures(
    long operations,
    long bytes,
    long nanos,
    Cost cost,
    Latencies latencies,
    long verified,
    Aside aside) {
  /**
   * What a store did beside answering.
   *
   * @param syncs how often appends were made durable
   * @param compacted by compaction
   */
  record Aside(long syncs, OpenStore.Compacted compacted) {
    static final Aside NOTHING = new Aside(0, new OpenStore.Compacted(0, 0));

    static Aside syncs(long count) {
      return new Aside(count, NOTHING.compacted());
    }
  }

  static StoreFigures of(CallerPhase.Result result, Cost used, long verified, Aside aside) {
    return new StoreFigures(
        result.operations(),
        result.bytes(),
        result.nanos(),
        used,
        Latencies.of(result.latency()),
        verified,
        aside);
  }

  double perSecond() {
    return operations * 1e9 / Math.max(1, nanos);
  }

  double bytesPerSecond() {
    return bytes * 1e9 / Math.max(1, nanos);
  }

  /** Processor time in microseconds. */
  double cpuMicros() {
    return cost.loadNanos() / 1e3 / Math.max(1, operations);
  }

  /** Appends that shared a sync; not a number where nothing was synced. */
  double perSync() {
    return aside.syncs() == 0 ? Double.NaN : (double) operations / aside.syncs();
  }

  /** Bytes that compaction wrote for each that it freed; not a number where it freed none. */
  double copiedPerFreed() {
    OpenStore.Compacted compacted = aside.compacted();
    return compacted.freedBytes() <= 0
        ? Double.NaN
        : (double) compacted.copiedBytes() / compacted.freedBytes();
  }

  /** Bytes to or from the device for each that was asked for; not a number where none went. */
  double deviceBytesPerByte() {
    long moved = cost.device().written() + cost.device().read();
    return moved == 0 || bytes == 0 ? Double.NaN : (double) moved / bytes;
  }
}
