package io.aumbry.protocol.cluster;

import java.util.Set;

/**
 * The node's side of the coordinator's wishes. Transitions of one replica come one at a time, those
 * of different replicas at once, on threads of the coordinator that may wait.
 */
public interface ReplicaHost {
  /**
   * Takes a replica from one state to the next and returns when it is there. Each can be repeated
   * after a crash in it.
   *
   * @throws io.aumbry.protocol.error.AumbryException when it cannot; the replica is then in {@link
   *     ReplicaState#ERROR}
   */
  void transition(int partition, ReplicaState from, ReplicaState to);

  /** The partitions that have files on this node. */
  Set<Integer> partitions();
}
