package io.aumbry.cluster;

import io.aumbry.cluster.WriteOperation.InCoordinator;
import io.aumbry.cluster.WriteOperation.Start;
import io.aumbry.cluster.WriteOperation.Task;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import io.aumbry.cluster.maintenance.ZooKeeperMaintenance;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.metadata.ZooKeeperCatalogRecord;
import io.aumbry.cluster.metadata.ZooKeeperHorizons;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/** Writes of records that Helix does not know. */
final class RecordWrites {
  private static final String CATALOG = "catalog-a";
  private static final long NOW = 1_800_000_000_000L;

  private RecordWrites() {}

  static List<WriteOperation> all() {
    return List.of(
        new WriteOperation(
            "horizons", Start.NODE, raising(Map.of(1, 50L, 1001, 70L)), raising(Map.of(1, 60L))),
        WriteOperation.of(
            "catalog",
            Start.NODE,
            WriteOperation.inSession(RecordWrites::recordCatalog),
            WriteOperation.inSession(session ->
                ZooKeeperCatalogRecord.record(session, WriteOperation.ADDRESS, "catalog-b"))),
        WriteOperation.of(
            "end of a catalog", Start.CATALOG, forgettingCatalog(), forgettingCatalog()),
        WriteOperation.of(
            "end of an announcement",
            Start.ANNOUNCED,
            forgetting("frontend-1"),
            forgetting("frontend-1")),
        WriteOperation.of(
            "maintenance workflow",
            Start.NODE,
            starting("first", WriteOperation.NODE.name()),
            starting("rival", WriteOperation.OTHER.name())));
  }

  /** A node raises its horizons again after an error. */
  private static Task raising(Map<Integer, Long> horizons) {
    return (_, server) -> {
      boolean done = false;
      while (!done) {
        try {
          new ZooKeeperHorizons(WriteOperation.ADDRESS, () -> session(server)).raise(horizons);
          done = true;
        } catch (AumbryException e) {
          done = e.code() != ErrorCode.CONNECTION_LOST;
        }
      }
    };
  }

  private static ZooKeeperSession session(ModelZooKeeper server) {
    return new ZooKeeperSession(WriteOperation.ADDRESS, server.connect(), () -> {});
  }

  static void recordCatalog(ZooKeeperSession session) throws KeeperException, InterruptedException {
    ZooKeeperCatalogRecord.record(session, WriteOperation.ADDRESS, CATALOG);
  }

  private static InCoordinator forgettingCatalog() {
    return unlessGone(
        WriteOperation.inSession(
            session -> ZooKeeperCatalogRecord.forget(session, WriteOperation.ADDRESS, CATALOG)));
  }

  private static InCoordinator forgetting(String frontend) {
    return unlessGone(
        coordination -> ClusterProcesses.forget(coordination, Kind.FRONTEND, frontend));
  }

  /** A repeated command finds nothing if the first attempt has removed the record. */
  private static InCoordinator unlessGone(InCoordinator command) {
    return coordination -> {
      try {
        command.perform(coordination);
      } catch (AumbryException e) {
        if (e.code() != ErrorCode.BAD_REQUEST) {
          throw e;
        }
      }
    };
  }

  /** A frontend has announced itself and is no longer live. */
  static void announced(CoordinatorClient coordination) throws InterruptedException {
    String cluster = WriteOperation.ADDRESS.clusterName();
    String folder = AnnouncedProcess.folder(cluster, Kind.FRONTEND);
    WriteOperation.inSession(session ->
            session.create(
                List.of(
                    new ZooKeeperClient.Node(
                        folder.substring(0, folder.lastIndexOf('/')), Optional.empty()),
                    new ZooKeeperClient.Node(folder, Optional.empty()),
                    new ZooKeeperClient.Node(
                        folder + "/frontend-1", Optional.of(new ZNRecord("frontend-1"))))))
        .perform(coordination);
  }

  /** No effect while another workflow is active. */
  private static InCoordinator starting(String id, String host) {
    return coordination -> {
      try {
        new ZooKeeperMaintenance(coordination).change(table -> table.start(order(id, host), NOW));
      } catch (AumbryException e) {
        if (e.code() != ErrorCode.CONFLICT) {
          throw e;
        }
      }
    };
  }

  private static MaintenanceOrder order(String id, String host) {
    return new MaintenanceOrder(
        id,
        "ann",
        "upgrade",
        new TreeSet<>(List.of(host)),
        Map.of(HostStep.UPGRADE, List.of("upgrade")),
        new MaintenanceOrder.Parameters(new TreeMap<>(), new TreeMap<>()),
        new MaintenanceOrder.Limits(
            new ImpactLimits(34, 60, OptionalInt.empty(), true),
            MaintenanceHours.parse("22:00-06:00"),
            1,
            1,
            new MaintenanceOrder.Times(
                Duration.ofHours(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(7),
                Duration.ofMinutes(10)),
            new MachineRule(Optional.empty(), false)));
  }
}
