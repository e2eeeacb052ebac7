package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.Coordination;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/**
 * Takes all replicas off a node that goes on serving: each leaves when others have all it has. It
 * survives restarts of everything, and can be taken back at any time. A node that is merely
 * disabled in Helix stops serving at once instead.
 */
public final class NodeDrain {
  private final Coordination coordination;

  public NodeDrain(ClusterAddress address) {
    this(new Coordination(address));
  }

  public NodeDrain(Coordination coordination) {
    this.coordination = coordination;
  }

  /**
   * From now on the node loses its replicas and gets no others.
   *
   * @throws InterruptedException while it waited for ZooKeeper, for as long as it takes
   */
  public void begin(NodeId node) throws InterruptedException {
    set(node, InstanceOperation.EVACUATE);
  }

  /** From now on the node may have replicas again; those that have not left stay. */
  public void end(NodeId node) throws InterruptedException {
    set(node, InstanceOperation.ENABLE);
  }

  private void set(NodeId node, InstanceOperation operation) throws InterruptedException {
    ClusterAddress address = coordination.address();
    coordination.update(
        e ->
            new AumbryException(
                ErrorCode.BAD_REQUEST,
                "node " + node + " of " + address + " cannot be told: " + e,
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
