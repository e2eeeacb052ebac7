package io.aumbry.bench.store;

import io.aumbry.bench.load.CallerPhase;
import io.aumbry.bench.load.Latencies;
import io.aumbry.bench.store.engine.OpenStore;

/**
 * The result of a measurement.
 *
 * @param bytes of content
 * @param cost of the processes that did the work
 * @param verified bytes that were compared with the written ones
 * @param aside other work of the store
 */
record StoreMeasurement(
    long operations,
    long bytes,
    long nanos,
    Cost cost,
    Latencies latencies,
    long verified,
    Aside aside) {
  /**
   * Work of a store besides answering.
   *
   * @param syncs number of syncs for appends
   * @param compacted result of compaction
   */
  record Aside(long syncs, OpenStore.Compacted compacted) {
    static final Aside NOTHING = new Aside(0, new OpenStore.Compacted(0, 0));

    static Aside syncs(long count) {
      return new Aside(count, NOTHING.compacted());
    }
  }

  static StoreMeasurement of(CallerPhase.Result result, Cost used, long verified, Aside aside) {
    return new StoreMeasurement(
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

  /** Processor time per operation, in microseconds. */
  double cpuMicros() {
    return cost.loadNanos() / 1e3 / Math.max(1, operations);
  }

  /** Appends per sync; NaN without syncs. */
  double perSync() {
    return aside.syncs() == 0 ? Double.NaN : (double) operations / aside.syncs();
  }

  /** Bytes that compaction wrote per freed byte; NaN if it freed none. */
  double copiedPerFreed() {
    OpenStore.Compacted compacted = aside.compacted();
    return compacted.freedBytes() <= 0
        ? Double.NaN
        : (double) compacted.copiedBytes() / compacted.freedBytes();
  }

  /** Bytes to or from the device per byte of content; NaN without traffic. */
  double deviceBytesPerByte() {
    long moved = cost.device().written() + cost.device().read();
    return moved == 0 || bytes == 0 ? Double.NaN : (double) moved / bytes;
  }
}
