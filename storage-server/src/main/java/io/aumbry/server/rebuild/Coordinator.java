package io.aumbry.server.rebuild;

import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The coordinator of a cluster, as a node asks things of it. Each call may wait for as long as it
 * takes.
 */
public interface Coordinator {
  /**
   * Takes a replica that has failed to OFFLINE, here and in what the cluster knows of it; the
   * coordinator then takes it to where it is to be, as if the node had just started.
   *
   * @param failed whether it still has; asked when no transition of it is under way
   * @throws io.aumbry.protocol.error.AumbryException when that could not be said; the replica may
   *     be OFFLINE here all the same
   */
  void restart(int partition, BooleanSupplier failed) throws InterruptedException;

  /**
   * Says that this node cannot have these replicas, and no others that it ever said this of: they
   * are placed on other nodes.
   *
   * @throws io.aumbry.protocol.error.AumbryException when that could not be said
   */
  void decline(Set<Integer> partitions) throws InterruptedException;
}
