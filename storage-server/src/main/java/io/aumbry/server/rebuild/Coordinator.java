package io.aumbry.server.rebuild;

import java.util.Set;
import java.util.function.BooleanSupplier;

/** Requests of a node to the coordinator of its cluster. A call may wait without a limit. */
public interface Coordinator {
  /**
   * Takes a failed replica to OFFLINE, here and in the coordinator's state. The coordinator then
   * takes it to its target state, as if the node had just started.
   *
   * @param failed whether the replica is still failed; asked while it has no transition in progress
   * @throws io.aumbry.protocol.error.AumbryException if the coordinator could not be told; the
   *     replica may be OFFLINE here nevertheless
   */
  void restart(int partition, BooleanSupplier failed) throws InterruptedException;

  /**
   * Tells the coordinator that this node has no space for exactly these replicas, so that it places
   * them on other nodes. Replaces the set of the previous call.
   *
   * @throws io.aumbry.protocol.error.AumbryException if the coordinator could not be told
   */
  void decline(Set<Integer> partitions) throws InterruptedException;
}
