package io.aumbry.cluster.lock;

import java.util.List;
import java.util.Optional;

/**
 * The answer to a request for a lock.
 *
 * @param lock held or waiting; empty if the request was refused
 * @param ahead the locks and requests before it on any of its hosts, in their order
 */
public record LockAnswer(Optional<HostLock> lock, List<HostLock> ahead) {
  public LockAnswer {
    ahead = List.copyOf(ahead);
  }

  public boolean isHeld() {
    return lock.filter(HostLock::isHeld).isPresent();
  }
}
