package io.aumbry.cluster;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.constants.InstanceConstants.InstanceOperation;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * Takes all replicas off a node that goes on serving: each leaves when others have all it has. It
 * survives restarts of everything, and can be taken back at any time. A node that is merely
 * disabled in Helix stops serving at once instead.
 */
public final class NodeDrain {
  private final ClusterAddress address;

  public NodeDrain(ClusterAddress address) {
    this.address = address;
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
    String path = PropertyPathBuilder.instanceConfig(address.clusterName(), node.name());
    try (ZooKeeperSession session = new ZooKeeperSession(address)) {
      session.update(path, record -> with(record, operation));
    } catch (KeeperException | IOException e) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST, "node " + node + " of " + address + " cannot be told: " + e, e);
    }
  }

  private static ZNRecord with(ZNRecord record, InstanceOperation operation) {
    InstanceConfig instance = new InstanceConfig(record);
    instance.setInstanceOperation(operation);
    return instance.getRecord();
  }
}
