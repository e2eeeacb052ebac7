package io.aumbry.cluster.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.LaggingFollower;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Forget horizons, read from a follower of ZooKeeper. */
@Timeout(300)
final class HorizonsOnFollowerTest {
  @TempDir private Path folder;

  private static ZooKeeperClient.Node node(String path, Optional<ZNRecord> record) {
    return new ZooKeeperClient.Node(path, record);
  }

  /** A replica would be trusted by an old horizon, although it missed forgotten deletes. */
  @Test
  void aHorizonThatTheFollowerHasNotReceivedYetIsRead() throws Exception {
    try (LaggingFollower follower = new LaggingFollower(folder)) {
      ClusterAddress address = follower.address("cluster");
      String store = PropertyPathBuilder.propertyStore("cluster");
      ZNRecord record = new ZNRecord("horizons-0");
      record.setLongField("1", 50);
      try (ZooKeeperSession session = new ZooKeeperSession(address)) {
        session.create(
            List.of(
                node("/cluster", Optional.empty()),
                node(store, Optional.empty()),
                node(store + "/horizons-0", Optional.of(record))));
        assertThat(session.read(store + "/horizons-0")).as("without a sync").isEmpty();
      }
      assertThat(new ZooKeeperHorizons(address).raise(Map.of(1, 0L))).isEqualTo(Map.of(1, 50L));
    }
  }
}
