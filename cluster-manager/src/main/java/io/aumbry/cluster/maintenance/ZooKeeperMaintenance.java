package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/** The maintenance workflow of a data centre, in its ZooKeeper. Changes compare versions. */
public final class ZooKeeperMaintenance implements MaintenanceStore {
  private final CoordinatorClient coordination;
  private final String path;

  public ZooKeeperMaintenance(ClusterAddress address) {
    this(new CoordinatorClient(address));
  }

  public ZooKeeperMaintenance(CoordinatorClient coordination) {
    this.coordination = coordination;
    this.path = MaintenanceRecord.path(coordination.address().clusterName());
  }

  /** The table after all earlier changes. */
  @Override
  public MaintenanceTable read() throws InterruptedException {
    return coordination.call(
        this::failed,
        session -> {
          session.sync(path);
          return MaintenanceRecord.table(path, session.read(path));
        });
  }

  @Override
  public MaintenanceTable change(UnaryOperator<MaintenanceTable> change)
      throws InterruptedException {
    AtomicReference<MaintenanceTable> result = new AtomicReference<>(MaintenanceTable.EMPTY);
    ZooKeeperSession.Change update =
        record -> {
          MaintenanceTable after = change.apply(MaintenanceRecord.table(path, Optional.of(record)));
          result.set(after);
          MaintenanceRecord.write(after, record);
          return record;
        };
    return coordination.call(
        this::failed,
        session -> {
          try {
            session.update(path, update);
          } catch (KeeperException.NoNodeException first) {
            ZNRecord empty = new ZNRecord(MaintenanceRecord.NAME);
            session.create(List.of(new ZooKeeperClient.Node(path, Optional.of(empty))));
            session.update(path, update);
          }
          return result.get();
        });
  }

  private AumbryException failed(Exception cause) {
    return new AumbryException(
        ErrorCode.CONNECTION_LOST,
        "cannot reach the maintenance record of " + coordination.address() + ": " + cause,
        cause);
  }
}
