package io.aumbry.server;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;

/**
 * Decides which operations a replica serves in which state.
 *
 * <pre>
 *                OFFLINE  BOOTSTRAP       STANDBY  LEADER  INACTIVE  DROPPED  ERROR
 *
 *  PUT, changes  no       yes             yes      yes     no        no       no
 *  DELETE        no       stores it       yes      yes     no        no       no
 *
 *  GET           no       if found        yes      yes     yes       no       no
 *  LOOK          no       no              yes      yes     yes       no       no
 *  pulled from   no       yes             yes      yes     yes       no       no
 * </pre>
 *
 * A replica in BOOTSTRAP returns a blob that it finds, since content never changes. It never
 * answers that a blob is missing, deleted or expired, because a later record that it lacks may say
 * otherwise. For the same reason it stores a delete, but does not confirm that the delete has ended
 * the blob. The same holds for an incomplete replica in any other state: it may never have been
 * complete, or may have lost records. A replica in doubt serves none of these; see {@link
 * io.aumbry.server.replica.StalenessCheck#isDoubtful}.
 */
final class Admission {
  private final ReplicaRegistry registry;

  Admission(ReplicaRegistry registry) {
    this.registry = registry;
  }

  HostedReplica forWrite(int partition) {
    HostedReplica replica = find(partition);
    if (!replica.state().isWritable()) {
      throw unavailable(replica, "accepts no writes");
    }
    return replica;
  }

  /** See also {@link #mayDeny}. */
  HostedReplica forRead(int partition) {
    HostedReplica replica = find(partition);
    if (!replica.state().isReadable() && replica.state() != ReplicaState.BOOTSTRAP) {
      throw unavailable(replica, "serves no reads");
    }
    return replica;
  }

  /**
   * Whether a replica may answer that a blob is missing, deleted or expired. Callers ask before
   * they read the store, because the replica may become complete between the two.
   */
  static boolean mayDeny(HostedReplica replica) {
    return replica.state().isReadable() && replica.progress().isComplete();
  }

  private HostedReplica find(int partition) {
    HostedReplica replica =
        registry
            .find(partition)
            .orElseThrow(() ->
                new AumbryException(
                    ErrorCode.REPLICA_UNAVAILABLE,
                    "Partition " + partition + " is not open on this node"));
    if (replica.isDoubtful()) {
      throw unavailable(replica, "may have missed deletes that its peers have forgotten");
    }
    return replica;
  }

  static AumbryException unavailable(HostedReplica replica, String why) {
    return new AumbryException(
        ErrorCode.REPLICA_UNAVAILABLE,
        "Replica of partition %d is in state %s and %s"
            .formatted(replica.partition(), replica.state(), why));
  }
}
