package io.aumbry.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.participant.FileParticipant;
import io.aumbry.cluster.view.FileClusterViews;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileClusterViewsTest extends ClusterViewsContract {
  @TempDir Path folder;
  private final Set<String> down = new TreeSet<>();
  private FileClusterViews views;

  @BeforeEach
  @Override
  void wholeAtFirst() throws Exception {
    write(text());
    views = FileClusterViews.start(file(), "home");
    super.wholeAtFirst();
  }

  @AfterEach
  void stop() {
    views.close();
  }

  @Override
  ClusterViews views() {
    return views;
  }

  @Override
  void leave(String node) {
    down.add(node);
    write(text());
  }

  @Override
  void join(String node) {
    down.remove(node);
    write(text());
  }

  @Test
  void theLastViewStaysWhileTheFileIsInvalid() {
    ClusterView before = views.current();
    write("{");
    leave("node-1");
    ClusterView after = Views.await(views, view -> !isLive(view, "node-1"));

    assertThat(before.nodes()).hasSameSizeAs(after.nodes());
    write("{");
    assertThat(views.current()).isSameAs(after);
  }

  @Test
  void sealedPartitionsAreNotWritable() {
    write(text().replace("\"sealed\":[]", "\"sealed\":[3]"));

    ClusterView view =
        Views.await(views, now -> now.partition(3).filter(part -> part.sealed()).isPresent());

    assertThat(view.partition(3).orElseThrow().isWritableIn(1, 1)).isFalse();
    assertThat(view.partition(4).orElseThrow().isWritableIn(1, 3)).isTrue();
  }

  @Test
  void aPartitionHasTheClassInTheFileOrTheDefault() {
    write(text().replace("\"id\":3,", "\"id\":3,\"class\":\"cold\","));

    ClusterView view = Views.await(views, now -> classOf(now, 3).name().equals("cold"));

    assertThat(classOf(view, 4)).isEqualTo(PartitionClass.DEFAULT);
  }

  private static PartitionClass classOf(ClusterView view, int partition) {
    return view.partition(partition).orElseThrow().partitionClass();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"down\":[]|\"down\":[\"node-9\"]|there is no 'node-9'",
        "\"sealed\":[]|\"sealed\":[99]|there is no '99'",
        "\"sealed\":[]|\"sealed\":[],\"colour\":1|colour",
        "\"sealed\":[]|\"sealed\":null|sealed",
        "\"port\":1001|\"port\":0|port 0",
        "\"port\":1001|\"port\":1.5|'nodes[0].port': must be a whole number",
        "\"port\":1001|\"prot\":1001|'nodes[0].port': is missing",
        "\"name\":\"node-1\"|\"name\":\"node-2\"|node-2 is listed twice",
        "\"name\":\"node-1\"|\"name\":\"../x\"|../x",
        "\"zone\":\"zone-1\"|\"zone\":\"zone-2\"|two replicas in zone 'zone-2'",
        "\"zone\":\"zone-1\"|\"zone\":\"\"|zone of node node-1 is empty",
        "\"id\":0,|\"id\":-1,|partition -1",
        "\"id\":0,|\"id\":0,\"class\":\"c o\",|'c o' is not a partition class",
        "\"id\":0,|\"id\":0,\"class\":null,|class",
        "\"id\":0,|\"id\":1,|partition 1 is listed twice",
        "\"name\":\"home\"|\"name\":\"away\"|'home' is not among",
        "\"dataCenters\"|\"dataCentres\"|'dataCenters'"
      })
  void anErrorInTheFileIsNamed(String right, String wrong, String named) {
    assertThat(text()).contains(right);
    Path other = folder.resolve("other.json");
    write(other, text().replaceFirst(java.util.regex.Pattern.quote(right), wrong));

    assertThatThrownBy(() -> FileClusterViews.start(other, "home"))
        .isInstanceOf(AumbryException.class)
        .hasMessageContaining("other.json")
        .hasMessageContaining(named);
  }

  @Test
  void aParticipantTakesItsReplicasToTheStatesOfTheFile() throws Exception {
    RecordingHost host = new RecordingHost();
    host.broken.add(6);
    try (FileParticipant participant = FileParticipant.join(views, new NodeId("node-1"), host)) {
      assertThat(participant).isNotNull();
      assertThat(host.states)
          .containsOnlyKeys(0, 2, 4, 6, 8, 10)
          .containsEntry(0, ReplicaState.LEADER)
          .containsEntry(2, ReplicaState.STANDBY)
          .containsEntry(6, ReplicaState.ERROR);

      leave("node-1");
      Patience.await().until(() -> host.states.get(0) == ReplicaState.OFFLINE);
      join("node-1");
      Patience.await().until(() -> host.states.get(0) == ReplicaState.LEADER);

      assertThat(host.illegal).isEmpty();
      assertThat(host.states).containsEntry(6, ReplicaState.ERROR);
    }
  }

  private Path file() {
    return folder.resolve("cluster.json");
  }

  private void write(String text) {
    write(file(), text);
  }

  private static void write(Path path, String text) {
    try {
      Path next = path.resolveSibling(path.getFileName() + ".next");
      Files.writeString(next, text);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private String text() {
    String nodes =
        IntStream.rangeClosed(1, 6)
            .mapToObj(FileClusterViewsTest::node)
            .collect(Collectors.joining(","));
    String partitions =
        IntStream.range(0, PARTITIONS)
            .mapToObj(FileClusterViewsTest::partition)
            .collect(Collectors.joining(","));
    String gone = down.stream().map(name -> '"' + name + '"').collect(Collectors.joining(","));
    return """
    {"dataCenters":[{"id":1,"name":"home"}],
     "nodes":[%s],
     "partitions":[%s],
     "down":[%s],"sealed":[]}
    """
        .formatted(nodes, partitions, gone);
  }

  private static String node(int i) {
    return """
    {"name":"node-%d","dataCenter":1,"zone":"zone-%d","host":"127.0.0.1","port":%d}\
    """
        .formatted(i, (i - 1) % 3 + 1, 1000 + i);
  }

  /** Even partitions are on nodes 1 to 3, odd ones on 4 to 6. The leader rotates. */
  private static String partition(int id) {
    int first = id % 2 == 0 ? 0 : 3;
    String replicas =
        IntStream.range(0, 3)
            .mapToObj(i -> "\"node-" + (first + (id / 2 + i) % 3 + 1) + '"')
            .collect(Collectors.joining(","));
    return "{\"id\":%d,\"replicas\":[%s]}".formatted(id, replicas);
  }
}
