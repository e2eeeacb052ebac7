package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.HorizonRecord;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * The forget horizons of a data centre, at {@code /CLUSTER/PROPERTYSTORE/horizons-N} in its
 * ZooKeeper. Each record of about 20 KB has a thousand partitions: id to milliseconds since 1970.
 */
public final class ZooKeeperHorizons implements HorizonRecord {
  /** Keeps a record far below ZooKeeper's limit of 1 MB. */
  private static final int PARTITIONS_OF_A_RECORD = 1000;

  private final ClusterAddress address;
  private final CoordinatorClient.Sessions sessions;

  public ZooKeeperHorizons(ClusterAddress address) {
    this(address, () -> new ZooKeeperSession(address));
  }

  public ZooKeeperHorizons(ClusterAddress address, CoordinatorClient.Sessions sessions) {
    this.address = address;
    this.sessions = sessions;
  }

  @Override
  public Map<Integer, Long> raise(Map<Integer, Long> wanted) throws InterruptedException {
    Map<Integer, Map<Integer, Long>> parts = new TreeMap<>();
    wanted.forEach((partition, millis) ->
        parts
            .computeIfAbsent(partition / PARTITIONS_OF_A_RECORD, _ -> new TreeMap<>())
            .put(partition, millis));
    Map<Integer, Long> recorded = new TreeMap<>();
    try (ZooKeeperSession session = sessions.begin()) {
      for (Map.Entry<Integer, Map<Integer, Long>> part : parts.entrySet()) {
        recorded.putAll(raise(session, part.getKey(), part.getValue()));
      }
    } catch (KeeperException | IOException e) {
      throw new AumbryException(
          ErrorCode.CONNECTION_LOST, "cannot exchange forget horizons with " + address, e);
    }
    return recorded;
  }

  private Map<Integer, Long> raise(ZooKeeperSession session, int part, Map<Integer, Long> wanted)
      throws KeeperException, InterruptedException {
    String name = "horizons-" + part;
    String path = PropertyPathBuilder.propertyStore(address.clusterName()) + "/" + name;
    session.sync(path);
    boolean isRaised = wanted.values().stream().anyMatch(millis -> millis > 0);
    if (isRaised && session.read(path).isEmpty()) {
      session.create(List.of(new ZooKeeperClient.Node(path, Optional.of(new ZNRecord(name)))));
    }
    if (isRaised) {
      session.update(path, record -> raised(record, wanted));
    }
    Optional<ZNRecord> record = session.read(path);
    Map<Integer, Long> recorded = new TreeMap<>();
    for (int partition : wanted.keySet()) {
      record
          .map(each -> horizon(each, partition))
          .filter(millis -> millis > 0)
          .ifPresent(millis -> recorded.put(partition, millis));
    }
    return recorded;
  }

  private static ZNRecord raised(ZNRecord record, Map<Integer, Long> wanted) {
    wanted.forEach((partition, millis) -> {
      if (millis > horizon(record, partition)) {
        record.setLongField(String.valueOf(partition), millis);
      }
    });
    return record;
  }

  private static long horizon(ZNRecord record, int partition) {
    return record.getLongField(String.valueOf(partition), 0);
  }
}
