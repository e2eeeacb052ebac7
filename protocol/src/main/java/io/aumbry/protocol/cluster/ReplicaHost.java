package io.aumbry.protocol.cluster;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A node's side of replica transitions. The coordinator's threads call it and may wait. Transitions
 * of one replica come one at a time. Transitions of different replicas run in parallel.
 */
public interface ReplicaHost {
  /**
   * Takes a replica to the next state and returns when it is there. Any transition can be repeated
   * after a crash. A step that needs the replica's peers waits for them without a limit.
   *
   * @param wanted whether the coordinator still wants this state; a waiting step checks it now and
   *     then
   * @return true if the state is reached; false if it was no longer wanted and the replica kept its
   *     state
   * @throws io.aumbry.protocol.error.AumbryException if the transition failed; the replica is then
   *     in {@link ReplicaState#ERROR}
   */
  boolean transition(int partition, ReplicaState from, ReplicaState to, BooleanSupplier wanted);

  /**
   * Whether a replica has served as {@link ReplicaState#STANDBY} without interruption, so that
   * opening it again would find nothing new. Such a replica stays open when the node gets a new
   * session.
   */
  boolean hasGoneOn(int partition);

  /** The partitions that have files on this node. */
  Set<Integer> partitions();

  /** The partitions of which this node has a complete store, open or not. */
  Set<Integer> completeStores();
}
