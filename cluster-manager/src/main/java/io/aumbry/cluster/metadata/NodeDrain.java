package io.aumbry.cluster.metadata;

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
 */
public final class NodeDrain {
  private final CoordinatorClient coordination;

  public NodeDrain(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public NodeDrain(CoordinatorClient coordination) {
    this.coordination = coordination;
  }

  /**
   * Begins to move all replicas off a node.
   *
   * @throws InterruptedException while waiting for ZooKeeper, which has no time limit
   */
  public void begin(NodeId node) throws InterruptedException {
    set(node, InstanceOperation.EVACUATE);
  }

  /** Remaining replicas stay, and the node may get others again. */
  public void end(NodeId node) throws InterruptedException {
    set(node, InstanceOperation.ENABLE);
  }

  private void set(NodeId node, InstanceOperation operation) throws InterruptedException {
    ClusterAddress address = coordination.address();
    coordination.update(
        e ->
            new AumbryException(
                ErrorCode.BAD_REQUEST,
                "cannot change the drain of node " + node + " of " + address + ": " + e,
                e),
        PropertyPathBuilder.instanceConfig(address.clusterName(), node.name()),
        record -> with(record, operation));
  }

  private static ZNRecord with(ZNRecord record, InstanceOperation operation) {
    InstanceConfig instance = new InstanceConfig(record);
    instance.setInstanceOperation(operation);
    return instance.getRecord();
  }
}
