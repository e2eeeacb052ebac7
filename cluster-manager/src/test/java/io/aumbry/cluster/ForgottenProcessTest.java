package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.WriteOperation.Start;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ModelZooKeeper;
import io.aumbry.cluster.zookeeper.ModelZooKeeper.Fault;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The removal of the record of a process, while its session with ZooKeeper expires. */
final class ForgottenProcessTest {
  private static final String NAME = "frontend-1";
  private static final String PATH =
      AnnouncedProcess.path(WriteOperation.ADDRESS.clusterName(), Kind.FRONTEND, NAME);

  /** Forgets a process in a cluster of its own, and returns the number of calls. */
  private static int forget(int expiring, Fault fault) throws InterruptedException {
    ModelZooKeeper server = new ModelZooKeeper();
    CoordinatorClient coordination =
        new CoordinatorClient(
            WriteOperation.ADDRESS,
            () -> new ZooKeeperSession(WriteOperation.ADDRESS, server.connect(), () -> {}));
    WriteOperation.of("none", Start.ANNOUNCED, _ -> {}, _ -> {}).arrange(coordination);
    AtomicInteger calls = new AtomicInteger();
    server.breakCalls((_, _) -> calls.getAndIncrement() == expiring ? fault : Fault.NONE);
    ClusterProcesses.forget(coordination, Kind.FRONTEND, NAME);
    server.breakCalls((_, _) -> Fault.NONE);
    assertThat(server.contents()).doesNotContainKey(PATH);
    return calls.get();
  }

  @Test
  void aProcessIsForgottenWithoutAnErrorIfTheSessionExpires() throws InterruptedException {
    int calls = forget(-1, Fault.NONE);
    for (int at = 0; at < calls; at++) {
      forget(at, Fault.EXPIRED_BEFORE);
      forget(at, Fault.EXPIRED_AFTER);
    }
  }
}
