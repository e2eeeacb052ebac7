package io.aumbry.server.replication;

import io.aumbry.protocol.report.ReplicaReport.Waiting;
import io.aumbry.protocol.runtime.Time;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * For what transitions of replicas wait, as each saw when it last looked. A partition has one at a
 * time; any thread may ask.
 */
public final class Waits {
  private final Time time;
  private final Map<Integer, Waiting> byPartition = new ConcurrentHashMap<>();

  Waits(Time time) {
    this.time = time;
  }

  /** For what a transition of this partition's replica waits; nothing when none does. */
  public Waiting of(int partition) {
    return byPartition.getOrDefault(partition, Waiting.NOTHING);
  }

  /** A transition begins to wait, and does so until what it gets is closed. */
  Wait begin(int partition) {
    return new Wait(partition, time.wallMillis());
  }

  /** One that waits. */
  final class Wait implements AutoCloseable {
    private final int partition;
    private final long sinceMillis;

    private Wait(int partition, long sinceMillis) {
      this.partition = partition;
      this.sinceMillis = sinceMillis;
    }

    /** What is missing now. */
    void isFor(List<String> missing) {
      byPartition.put(partition, new Waiting(sinceMillis, missing));
    }

    @Override
    public void close() {
      byPartition.remove(partition);
    }
  }
}
