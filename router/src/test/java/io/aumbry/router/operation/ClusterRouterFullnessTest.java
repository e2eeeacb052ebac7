package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Placement of blobs when nodes report how full their disks are. */
class ClusterRouterFullnessTest {
  private final TestCluster cluster = new TestCluster(1, 2, 6);

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  @BeforeEach
  void eachBlobTakesATurnOfItsOwn() {
    for (int dataCenter = 1; dataCenter <= 2; dataCenter++) {
      cluster.nodesIn(dataCenter).forEach(node -> node.delay = Duration.ofMillis(100));
    }
  }

  private void fill(int dataCenter, int group, int fill) {
    cluster.group(dataCenter, group).forEach(node -> node.fill = OptionalInt.of(fill));
  }

  /** Number of blobs, of 400, that go to the first group. */
  private int inFirstGroup(DurabilityLevel level) {
    int count = 0;
    for (int i = 0; i < 400; i++) {
      byte[] content = cluster.bytes(100);
      int partition = cluster.put(cluster.upload(level), cluster.body(content)).id().partition();
      count += partition % 2 == 0 ? 1 : 0;
    }
    return count;
  }

  @Test
  void emptierDisksGetMoreBlobsAndTheSharesFollowTheReports() {
    assertThat(inFirstGroup(DurabilityLevel.LOCAL)).as("without reports").isBetween(120, 280);
    fill(1, 0, 1000);
    fill(1, 1, 9000);
    assertThat(inFirstGroup(DurabilityLevel.LOCAL)).isGreaterThan(320);
    fill(1, 0, 9000);
    fill(1, 1, 1000);
    inFirstGroup(DurabilityLevel.LOCAL);
    assertThat(inFirstGroup(DurabilityLevel.LOCAL)).isLessThan(80);
    fill(1, 0, 1000);
    inFirstGroup(DurabilityLevel.LOCAL);
    assertThat(inFirstGroup(DurabilityLevel.LOCAL)).isBetween(120, 280);
  }

  @Test
  void oneFullDiskOfThreeReducesTheShare() {
    fill(1, 0, 5000);
    fill(1, 1, 5000);
    cluster.group(1, 0).getLast().fill = OptionalInt.of(9000);
    inFirstGroup(DurabilityLevel.LOCAL);
    assertThat(inFirstGroup(DurabilityLevel.LOCAL)).isLessThan(80);
  }

  @Test
  void fullnessInOtherDataCentersDoesNotMatter() {
    fill(1, 0, 5000);
    fill(1, 1, 5000);
    fill(2, 0, 9000);
    fill(2, 1, 0);
    assertThat(inFirstGroup(DurabilityLevel.REMOTE)).isBetween(120, 280);
  }

  @Test
  void emptyDisksDoNotMakeUpForNodesThatAreDown() {
    fill(1, 0, 0);
    fill(1, 1, 9000);
    inFirstGroup(DurabilityLevel.LOCAL);
    cluster.group(1, 0).forEach(node -> node.fault = Fault.DOWN);
    assertThat(inFirstGroup(DurabilityLevel.LOCAL)).isZero();
  }
}
