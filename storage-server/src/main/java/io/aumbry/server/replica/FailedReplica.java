package io.aumbry.server.replica;

import io.aumbry.protocol.error.AumbryException;
import java.util.Optional;

/**
 * A replica that cannot be served until its store is opened again or rebuilt.
 *
 * @param disk of its store, if known
 * @param bytes size of its store when it was last open; 0 if unknown
 * @param cause the last failure
 */
public record FailedReplica(
    int partition, Optional<ReplicaDisk> disk, long bytes, AumbryException cause) {
  public boolean hasLostItsDisk() {
    return disk.filter(each -> !each.isHealthy()).isPresent();
  }

  FailedReplica with(AumbryException later) {
    return new FailedReplica(partition, disk, bytes, later);
  }
}
