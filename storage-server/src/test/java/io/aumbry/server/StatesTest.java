package io.aumbry.server;

import static io.aumbry.protocol.cluster.ReplicaState.BOOTSTRAP;
import static io.aumbry.protocol.cluster.ReplicaState.ERROR;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.LEADER;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.server.TestCluster.Node;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StatesTest {
  private static final int PARTITION = 7;

  @TempDir Path folder;
  private TestCluster cluster;
  private Node node;
  private NodeClientOfTests client;
  private BlobId known;
  private BlobId gone;

  @BeforeEach
  void startOneNode() {
    cluster = new TestCluster(folder, ServerConfig.defaults().withCopies(1), new LocalWires());
    node = cluster.start("node-1");
    client = cluster.client();
    node.assign(PARTITION);
    node.serve(PARTITION);
    known = id();
    gone = id();
    client.put(node.id(), known, new byte[10]);
    client.put(node.id(), gone, new byte[10]);
    client.delete(node.id(), gone);
    node.transition(PARTITION, INACTIVE, OFFLINE);
  }

  @AfterEach
  void stopAll() {
    cluster.close();
  }

  private BlobId id() {
    return NodeClientOfTests.id(PARTITION, cluster.random());
  }

  private void enter(ReplicaState state) {
    List<ReplicaState> path =
        switch (state) {
          case OFFLINE, DROPPED -> List.of();
          case BOOTSTRAP -> List.of(BOOTSTRAP);
          case STANDBY -> List.of(BOOTSTRAP, STANDBY);
          case LEADER -> List.of(BOOTSTRAP, STANDBY, LEADER);
          case INACTIVE -> List.of(BOOTSTRAP, STANDBY, INACTIVE);
          case ERROR -> List.of(BOOTSTRAP, STANDBY, ERROR);
        };
    node.transition(PARTITION, path.toArray(ReplicaState[]::new));
  }

  @ParameterizedTest
  @CsvSource({
    "OFFLINE,   Failed Failed Failed  Failed  Failed Failed  Failed Failed,  0",
    "BOOTSTRAP, Done   Found  Failed  Failed  DeleteRecorded Failed Failed Failed, 1",
    "STANDBY,   Done   Found  Missing Missing Done   Missing Known  Missing, 1",
    "LEADER,    Done   Found  Missing Missing Done   Missing Known  Missing, 1",
    "INACTIVE,  Failed Found  Missing Missing Failed Failed  Known  Missing, 1",
    "ERROR,     Failed Failed Failed  Failed  Failed Failed  Failed Failed,  0",
  })
  void everyOperationInEveryState(ReplicaState state, String answers, int pulled) {
    enter(state);
    assertThat(
            List.of(
                kind(client.put(node.id(), id(), new byte[1])),
                kind(client.get(node.id(), known).response()),
                kind(client.get(node.id(), gone).response()),
                kind(client.get(node.id(), id()).response()),
                kind(client.delete(node.id(), known)),
                kind(client.delete(node.id(), id())),
                kind(look(known)),
                kind(look(id()))))
        .as("put, get of a known, a deleted, an unknown; delete and look of a known, an unknown")
        .containsExactly(answers.split(" +", -1));
    Pull.From start = Pull.From.start(PARTITION);
    NodeRequest pull = new Pull("node-2", List.of(start), Pull.Form.RECORDS, 1 << 20, 0);
    NodeResponse.Pulled answer =
        (NodeResponse.Pulled) client.ask(node.id(), pull, new byte[0]).response();
    assertThat(answer.batches())
        .hasSize(pulled)
        .allSatisfy(all -> assertThat(all.source().bytes()).isEqualTo(all.length()));
    assertThat(node.server().replicas().hasGoneOn(PARTITION)).isEqualTo(state == STANDBY);
  }

  private NodeResponse look(BlobId id) {
    return client.ask(node.id(), new NodeRequest.Look(id), new byte[0]).response();
  }

  private static String kind(NodeResponse response) {
    return response.getClass().getSimpleName();
  }

  @ParameterizedTest
  @EnumSource(ReplicaState.class)
  void anIllegalTransitionIsRefused(ReplicaState from) {
    for (ReplicaState to : ReplicaState.values()) {
      if (!from.next().contains(to)) {
        assertThatThrownBy(
                () -> node.server().replicas().transition(PARTITION, from, to, () -> true))
            .isInstanceOf(AumbryException.class)
            .hasMessageContaining("A replica cannot go from " + from + " to " + to);
      }
    }
  }

  @Test
  void aTransitionFromAnotherStateIsRefusedAndEndsInError() {
    enter(STANDBY);
    assertThatThrownBy(
            () -> node.server().replicas().transition(PARTITION, LEADER, ERROR, () -> true))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("is STANDBY, expected LEADER");
    assertThat(kind(client.get(node.id(), known).response())).isEqualTo("Failed");
  }

  @Test
  void aTransitionCanBeRepeated() {
    enter(BOOTSTRAP);
    node.server().replicas().transition(PARTITION, OFFLINE, BOOTSTRAP, () -> true);
    node.transition(PARTITION, STANDBY);
    node.server().replicas().transition(PARTITION, BOOTSTRAP, STANDBY, () -> true);
    assertThat(kind(client.get(node.id(), known).response())).isEqualTo("Found");
  }

  @Test
  void aReplicaInErrorComesBackThroughOffline() {
    enter(ERROR);
    node.transition(PARTITION, OFFLINE, BOOTSTRAP, STANDBY);
    assertThat(kind(client.get(node.id(), known).response())).isEqualTo("Found");
  }

  @Test
  void aPartitionWithoutFilesIsDroppedAtOnce() {
    node.assign(PARTITION + 1);
    node.transition(PARTITION + 1, ReplicaState.DROPPED);
    assertThat(node.server().replicas().partitions()).containsExactly(PARTITION);
  }
}
