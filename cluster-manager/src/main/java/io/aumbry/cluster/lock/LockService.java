package io.aumbry.cluster.lock;

import java.time.Duration;
import java.util.Optional;

/** The locks of hosts, as activities use them. See {@link HostLocks} for the contracts. */
public interface LockService {
  LockAnswer acquire(LockRequest request, boolean mayWait) throws InterruptedException;

  HostLock renew(long number, Optional<Duration> lease) throws InterruptedException;

  Optional<HostLock> release(long number) throws InterruptedException;
}
