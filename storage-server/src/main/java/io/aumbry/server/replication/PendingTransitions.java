package io.aumbry.server.replication;

import io.aumbry.protocol.report.ReplicaReport.Waiting;
import io.aumbry.protocol.runtime.Time;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The missing conditions for which transitions of replicas wait, as of their last check. A
 * partition has at most one waiting transition. Any thread may read.
 */
public final class PendingTransitions {
  private final Time time;
  private final Map<Integer, Waiting> byPartition = new ConcurrentHashMap<>();

  public PendingTransitions(Time time) {
    this.time = time;
  }

  /** Empty if the replica does not wait. */
  public Waiting of(int partition) {
    return byPartition.getOrDefault(partition, Waiting.NOTHING);
  }

  /** Registers a waiting transition until the result is closed. */
  public Wait begin(int partition) {
    return new Wait(partition, time.wallMillis());
  }

  public final class Wait implements AutoCloseable {
    private final int partition;
    private final long sinceMillis;

    private Wait(int partition, long sinceMillis) {
      this.partition = partition;
      this.sinceMillis = sinceMillis;
    }

    public void isFor(List<String> missing) {
      byPartition.put(partition, new Waiting(sinceMillis, missing));
    }

    @Override
    public void close() {
      byPartition.remove(partition);
    }
  }
}
