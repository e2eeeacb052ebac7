package io.aumbry.cluster.metadata;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.TestCluster;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Patience;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The identity of a catalog in the real ZooKeepers of two data centres. */
@Timeout(300)
class ZooKeeperCatalogRecordTest {
  @TempDir Path folder;
  private TestCluster one;
  private TestCluster two;

  @BeforeEach
  void start() throws Exception {
    one = new TestCluster(1, folder);
    one.control("controller-1", 2, 1);
    two = new TestCluster(2, folder);
    two.control("controller-2", 2, 1);
  }

  @AfterEach
  void stop() {
    two.close();
    one.close();
  }

  private ZooKeeperCatalogRecord in(TestCluster dataCentre) {
    return new ZooKeeperCatalogRecord(
        "aumbry", dataCentre.address, List.of(one.address, two.address));
  }

  @Test
  void theFirstIdentityStays() throws Exception {
    assertThat(in(one).recorded()).isEmpty();
    assertThat(in(one).record("a")).isEqualTo("a");
    assertThat(in(one).record("b")).isEqualTo("a");
    assertThat(in(one).recorded()).contains("a");
  }

  @Test
  void aDataCentreWithoutAnIdentityAsksTheOthers() throws Exception {
    in(one).record("a");
    assertThat(in(two).recorded()).contains("a");
    in(two).record("a");
    one.stopZooKeeper();
    assertThat(in(two).recorded()).as("its own is enough").contains("a");
  }

  @Test
  void theFirstIdentityOfADataCentreNeedsAllOthers() {
    one.stopZooKeeper();
    assertCode(() -> in(two).recorded(), ErrorCode.CONNECTION_LOST)
        .hasMessageContaining(one.address.zkConnect());
    assertCode(() -> in(one).recorded(), ErrorCode.CONNECTION_LOST);
  }

  @Test
  void anOperatorForgetsAnIdentityThatIsNamed() throws Exception {
    in(one).record("a");
    assertCode(() -> ClusterProcesses.forgetCatalog(one.address, "b"), ErrorCode.BAD_REQUEST)
        .hasMessageContaining("records the catalog a, not b");
    ClusterProcesses.forgetCatalog(one.address, "a");
    assertCode(() -> ClusterProcesses.forgetCatalog(one.address, "a"), ErrorCode.BAD_REQUEST)
        .hasMessageContaining("records no catalog, not a");
    assertThat(in(one).record("b")).isEqualTo("b");
  }

  @Test
  void noCatalogIsForgottenWhileAFrontendIsLive() throws Exception {
    in(one).record("a");
    one.watch().announce(new AnnouncedProcess(AnnouncedProcess.Kind.FRONTEND, "fe", "h:1", "1", 1));
    Patience.await()
        .ignoreExceptions()
        .untilAsserted(() ->
            assertCode(() -> ClusterProcesses.forgetCatalog(one.address, "a"), ErrorCode.CONFLICT)
                .hasMessageContaining("frontend fe is live"));
    assertThat(in(one).recorded()).contains("a");
  }
}
