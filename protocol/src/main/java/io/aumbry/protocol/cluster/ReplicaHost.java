package io.aumbry.protocol.cluster;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The node's side of the coordinator's wishes. Transitions of one replica come one at a time, those
 * of different replicas at once, on threads of the coordinator that may wait.
 */
public interface ReplicaHost {
  /**
   * Takes a replica from one state to the next and returns when it is there. Each can be repeated
   * after a crash in it. A step that needs the peers of the replica waits for them, for as long as
   * it takes.
   *
   * @param wanted whether the coordinator still wishes it; a step that waits looks now and then
   * @return whether it is there; if not, the wish was withdrawn and the replica is where it was
   * @throws io.aumbry.protocol.error.AumbryException when it cannot; the replica is then in {@link
   *     ReplicaState#ERROR}
   */
  boolean transition(int partition, ReplicaState from, ReplicaState to, BooleanSupplier wanted);

  /**
   * Whether a replica has served as {@link ReplicaState#STANDBY} without a break, and so well that
   * nothing would be found by opening it anew. It need not be when the node has a new session.
   */
  boolean hasGoneOn(int partition);

  /** The partitions that have files on this node. */
  Set<Integer> partitions();
}
