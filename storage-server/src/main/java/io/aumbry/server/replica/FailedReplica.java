package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import java.util.Optional;

/**
 * A replica that cannot be served, until its store is open again or made anew.
 *
 * @param disk that its store is on; empty when that is not known, or it has none
 * @param bytes that its store occupied when it was last open; 0 when that is not known
 * @param cause of the last failure
 */
public record FailedReplica(
    int partition, Optional<ReplicaDisk> disk, long bytes, AumbryException cause) {
  /** Whether it failed with its disk. */
  public boolean hasLostItsDisk() {
    return disk.filter(each -> !each.isHealthy()).isPresent();
  }

  FailedReplica with(AumbryException later) {
    return new FailedReplica(partition, disk, bytes, later);
  }
}
