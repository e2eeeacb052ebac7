package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.cluster.NodeId;
import org.junit.jupiter.api.Test;

class PartitionFullnessTest {
  private static final NodeId ONE = new NodeId("one");
  private static final NodeId OTHER = new NodeId("other");

  private final PartitionFullness fullness = new PartitionFullness();

  @Test
  void theMeanOfEachPartitionIsKeptWhenHigherIdsAppear() {
    fullness.told(3, ONE, 2000);
    fullness.told(3, OTHER, 4000);
    for (int partition = 64; partition < 4096; partition *= 2) {
      fullness.told(partition, ONE, partition);
    }
    assertThat(fullness.mean(3)).isEqualTo(3000);
    assertThat(fullness.mean(64)).isEqualTo(64);
    assertThat(fullness.mean(2048)).isEqualTo(2048);
    assertThat(fullness.mean(2049)).isEqualTo(PartitionFullness.UNKNOWN);
  }

  @Test
  void anIdBeyondTheBoundTakesNoMemory() {
    fullness.told(1 << 20, ONE, 1);
    assertThat(fullness.isEmpty()).isTrue();
    fullness.told((1 << 20) - 1, ONE, 1);
    assertThat(fullness.mean((1 << 20) - 1)).isEqualTo(1);
    assertThat(fullness.isEmpty()).isFalse();
  }
}
