package io.aumbry.cluster.lock;

import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The locks of a data centre without a ZooKeeper. */
public final class MemoryLocks implements LockService {
  private final Time time;
  private LockTable table = LockTable.EMPTY;

  public MemoryLocks(Time time) {
    this.time = time;
  }

  /** An operator deletes the record. Its successor begins as {@link HostLocks} lets it begin. */
  public void lose() {
    table = new LockTable(time.wallMillis(), List.of());
  }

  public LockTable table() {
    table = table.at(time.wallMillis());
    return table;
  }

  private <T> T apply(LockTable.Step<T> step) {
    table = step.after();
    return step.answer();
  }

  @Override
  public LockAnswer acquire(LockRequest request, boolean mayWait) {
    return apply(table.acquire(request, mayWait, time.wallMillis()));
  }

  @Override
  public HostLock renew(long number, Optional<Duration> lease) {
    return apply(table.renew(number, lease, time.wallMillis()));
  }

  @Override
  public Optional<HostLock> release(long number) {
    return apply(table.release(number, time.wallMillis()));
  }

  public void drain(String host, long number) {
    apply(table.drain(host, number, time.wallMillis()));
  }

  public void endDrain(String host) {
    table = table.at(time.wallMillis()).endDrain(host);
  }
}
