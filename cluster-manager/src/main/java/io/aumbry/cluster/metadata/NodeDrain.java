package io.aumbry.cluster.metadata;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * Moves all replicas off a node while it continues to serve. A replica leaves when others have all
 * its data. Disabling the node in Helix would instead stop it at once. A drain survives restarts.
 *
 * <p>A drain has a lock of its node from its begin to its end. Drain and lock change in one
 * transaction. Calls wait for ZooKeeper without a time limit.
 */
public final class NodeDrain {
  private final HostLocks locks;

  public NodeDrain(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public NodeDrain(CoordinatorClient coordination) {
    this(new HostLocks(coordination));
  }

  public NodeDrain(HostLocks locks) {
    this.locks = locks;
  }

  /**
   * Begins to move all replicas off a node, under a lock of its own. Does not begin while another
   * lock or a waiting request has the node. A request that waits is repeated by its caller, as in
   * {@link HostLocks#acquire}.
   *
   * @param owner of the lock, for display
   * @param mayWait whether to queue behind others
   * @throws AumbryException {@code CONFLICT} if an operator has disabled the node in Helix
   */
  public LockAnswer begin(NodeId node, String owner, boolean mayWait) throws InterruptedException {
    return locks.drain(LockRequest.ofDrain(node, owner), mayWait, path(node), NodeDrain::drained);
  }

  /**
   * Repeats a request that waits.
   *
   * @param last the request in the last answer
   * @throws AumbryException {@code CONFLICT} if {@link #end(NodeId)} took the drain back meanwhile,
   *     or an operator has disabled the node in Helix
   */
  public LockAnswer again(NodeId node, HostLock last) throws InterruptedException {
    return locks.drainAgain(last, path(node), NodeDrain::drained);
  }

  /**
   * Begins a drain under a lock of the caller. That lock then stays at least until the drain ends.
   *
   * @param lock its fencing number
   * @throws AumbryException {@code NOT_FOUND} if the lock has ended, {@code CONFLICT} if it still
   *     waits or an operator has disabled the node in Helix, {@code BAD_REQUEST} if it is of other
   *     hosts
   */
  public LockAnswer begin(NodeId node, long lock) throws InterruptedException {
    return locks.drain(node, lock, path(node), NodeDrain::drained);
  }

  /**
   * Remaining replicas stay, and the node may get others again unless it is disabled in Helix. The
   * drain's own lock ends. A drain that waits for its turn is taken back.
   */
  public void end(NodeId node) throws InterruptedException {
    locks.endDrain(node, path(node), NodeDrain::enabled);
  }

  /** Ends a drain that began under a lock. No effect unless that lock still drains the node. */
  public void end(NodeId node, long lock) throws InterruptedException {
    locks.endDrain(node, lock, path(node), NodeDrain::enabled);
  }

  private String path(NodeId node) {
    return PropertyPathBuilder.instanceConfig(locks.cluster(), node.name());
  }

  /** A disabled node may do harm, and a drained one serves. */
  private static ZNRecord drained(ZNRecord record) {
    InstanceOperation operation = operation(record);
    if (operation != InstanceOperation.ENABLE && operation != InstanceOperation.EVACUATE) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "%s has the operation %s in Helix; set it to ENABLE first"
              .formatted(record.getId(), operation));
    }
    return with(record, InstanceOperation.EVACUATE);
  }

  private static ZNRecord enabled(ZNRecord record) {
    return operation(record) == InstanceOperation.EVACUATE
        ? with(record, InstanceOperation.ENABLE)
        : record;
  }

  private static InstanceOperation operation(ZNRecord record) {
    return new InstanceConfig(record).getInstanceOperation().getOperation();
  }

  private static ZNRecord with(ZNRecord record, InstanceOperation operation) {
    InstanceConfig instance = new InstanceConfig(record);
    instance.setInstanceOperation(operation);
    return instance.getRecord();
  }
}
