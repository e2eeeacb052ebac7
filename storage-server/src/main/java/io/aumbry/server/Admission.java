package io.aumbry.server;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;

/**
 * Which replica may do what in which state.
 *
 * <pre>
 *                OFFLINE  BOOTSTRAP       STANDBY  LEADER  INACTIVE  DROPPED  ERROR
 *  PUT, changes  no       yes             yes      yes     no        no       no
 *  DELETE        no       keeps it        yes      yes     no        no       no
 *  GET           no       what it finds   yes      yes     yes       no       no
 *  LOOK          no       no              yes      yes     yes       no       no
 *  pulled from   no       yes             yes      yes     yes       no       no
 * </pre>
 *
 * A replica that bootstraps answers with a blob that it finds, since content never changes. It
 * never says that there is none, not even that it was deleted or has expired: a later record, which
 * it has not got yet, may say otherwise. So it does not say either that a delete has ended the
 * blob, though it keeps that. The same holds in every other state for a replica that is not
 * complete: one that leaves may never have been, and one that was may have lost records. A replica
 * in doubt, see {@link io.aumbry.server.replica.Recency#isDoubtful}, does none of this.
 */
final class Admission {
  private final ReplicaRegistry registry;

  Admission(ReplicaRegistry registry) {
    this.registry = registry;
  }

  /** The replica, if it may be written to. */
  HostedReplica forWrite(int partition) {
    HostedReplica replica = find(partition);
    if (!replica.state().isWritable()) {
      throw unavailable(replica, "takes no writes");
    }
    return replica;
  }

  /** The replica, if it may be read from; see {@link #mayDeny}. */
  HostedReplica forRead(int partition) {
    HostedReplica replica = find(partition);
    if (!replica.state().isReadable() && replica.state() != ReplicaState.BOOTSTRAP) {
      throw unavailable(replica, "answers no reads");
    }
    return replica;
  }

  /**
   * Whether a replica may say that there is nothing to be had under an id; to be asked before its
   * store is, since it may become complete meanwhile.
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
      throw unavailable(replica, "was away for so long that it may have missed what is forgotten");
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
