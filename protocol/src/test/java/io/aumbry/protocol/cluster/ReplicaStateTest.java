package io.aumbry.protocol.cluster;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.ERROR;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaStateTest {
  @Test
  void aReplicaIsCompleteBeforeItDeniesBlobs() {
    assertThat(OFFLINE.next()).containsExactlyInAnyOrder(BOOTSTRAP, DROPPED);
    assertThat(BOOTSTRAP.isReadable()).isFalse();
    assertThat(BOOTSTRAP.isWritable()).isTrue();
  }

  @Test
  void aReplicaStopsTakingWritesBeforeItLeaves() {
    assertThat(STANDBY.next()).contains(INACTIVE).doesNotContain(OFFLINE, DROPPED);
    assertThat(LEADER.next()).doesNotContain(OFFLINE, INACTIVE, DROPPED);
    assertThat(INACTIVE.isReadable()).isTrue();
    assertThat(INACTIVE.isWritable()).isFalse();
  }

  @Test
  void nothingFollowsDroppedAndNothingIsServedInErrorOrOffline() {
    assertThat(DROPPED.next()).isEmpty();
    for (ReplicaState state : List.of(OFFLINE, DROPPED, ERROR)) {
      assertThat(state.isReadable()).isFalse();
      assertThat(state.isWritable()).isFalse();
    }
  }
}
