package io.aumbry.server;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.server.compaction.CompactionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ReapingTest {
  private static final int DAMAGED = 3;
  private static final int WHOLE = 4;

  @TempDir Path folder;

  /** The damage may have hit an undelete, and the blob would seem to have ended. */
  @Test
  void noBlobOfADamagedStoreIsReaped() {
    ServerConfig config =
        ServerConfig.defaults()
            .withCopies(2)
            .withCompaction(new CompactionConfig(Duration.ofSeconds(1), 1L << 30));
    List<FaultyDisk> disks = new ArrayList<>();
    try (TestCluster cluster = new TestCluster(folder, config, new LocalWires())) {
      Node leader = cluster.start("node-1", 1, disks);
      Node other = cluster.start("node-2");
      FaultyDisk disk = disks.getFirst();
      disk.damage(Set.of(DAMAGED));
      for (int partition : List.of(DAMAGED, WHOLE)) {
        leader.assign(partition);
        other.assign(partition);
        TestCluster.serveAtOnce(partition, leader, other);
        leader.transition(partition, ReplicaState.LEADER);
      }
      await().until(() -> disk.searches(WHOLE) > 1);
      assertThat(disk.searches(DAMAGED)).isZero();
      disk.damage(Set.of());
      await().until(() -> disk.searches(DAMAGED) > 0);
    }
  }
}
