package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.operation.FakeNode.Fault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The usage of containers, from one replica of each partition. */
class UsageQueryTest {
  private static final int CONTAINERS = 7;

  private final TestCluster cluster = new TestCluster(3, 1, 6);
  private final Map<Integer, Map<Integer, ContainerUsage>> stored = new HashMap<>();

  @AfterEach
  void nothingIsHeld() {
    cluster.requireNothingHeld();
  }

  private void fill() {
    for (int i = 0; i < 60; i++) {
      int container = 1 + i % CONTAINERS;
      Upload upload =
          new Upload(
              101,
              container,
              cluster.properties(),
              OptionalLong.empty(),
              OptionalInt.empty(),
              Long.MAX_VALUE);
      BlobId id = cluster.put(upload, cluster.body(cluster.bytes(i))).id();
      stored
          .computeIfAbsent(id.partition(), _ -> new TreeMap<>())
          .merge(container, new ContainerUsage(101, container, 1, i), ContainerUsage::plus);
    }
    cluster.carrier.settle();
  }

  private record Report(Map<Integer, List<ContainerUsage>> found, List<Integer> missing) {}

  private Report report() {
    Map<Integer, List<ContainerUsage>> found = new HashMap<>();
    List<Integer> missing =
        cluster.carrier.run(() ->
            cluster.router.usage(
                (partition, containers) ->
                    assertThat(found.put(partition.id(), List.copyOf(containers))).isNull(),
                cluster.carrier.request(TestCluster.PATIENCE)));
    return new Report(found, missing);
  }

  private void requireAll(Report report) {
    assertThat(report.missing()).isEmpty();
    assertThat(report.found().keySet()).containsExactlyInAnyOrderElementsOf(partitions());
    report
        .found()
        .forEach((partition, containers) ->
            assertThat(containers)
                .containsExactlyElementsOf(stored.getOrDefault(partition, Map.of()).values()));
  }

  private List<Integer> partitions() {
    return cluster.router.partitions();
  }

  private long questions() {
    return cluster.nodes.sent().stream()
        .filter(sent -> sent.request() instanceof NodeRequest.Compare)
        .count();
  }

  @Test
  void oneReplicaOfEachPartitionIsAsked() {
    fill();
    requireAll(report());
    assertThat(questions()).isEqualTo(partitions().size());
  }

  @Test
  void pagesOfAReplicaContinue() {
    fill();
    cluster.group(1, 0).forEach(node -> node.usagePage = 1);
    cluster.group(1, 1).forEach(node -> node.usagePage = 3);
    requireAll(report());
    assertThat(questions()).isGreaterThan(partitions().size());
  }

  @ParameterizedTest
  @EnumSource(names = {"DOWN", "SILENT", "REFUSING", "OLD"})
  void anotherReplicaIsAskedIfOneDoesNotAnswer(Fault fault) {
    fill();
    for (int group = 0; group < 2; group++) {
      for (FakeNode node : cluster.group(1, group)) {
        node.fault = fault;
        requireAll(report());
        node.fault = Fault.NONE;
      }
    }
  }

  /** The pages before are those of the other replica, too. */
  @Test
  void aReplicaThatFailsBetweenPagesIsReplacedFromTheBeginning() {
    fill();
    for (int group = 0; group < 2; group++) {
      for (FakeNode node : cluster.group(1, group)) {
        node.usagePage = 1;
        node.fault = Fault.REFUSING;
        node.faulty =
            request ->
                request instanceof NodeRequest.Compare(_, _, NodeRequest.Compare.Usage(var from, _))
                    && from.container() >= 3;
      }
      cluster.group(1, group).getLast().fault = Fault.NONE;
    }
    requireAll(report());
  }

  @Test
  void aConfusedReplicaIsNotBelieved() {
    fill();
    for (int group = 0; group < 2; group++) {
      for (FakeNode node : cluster.group(1, group).subList(0, 2)) {
        node.confusion = Optional.of(new NodeResponse.Done());
      }
    }
    requireAll(report());
  }

  @Test
  void partitionsWithoutAnAnswerAreNamed() {
    fill();
    cluster.group(1, 1).forEach(node -> node.fault = Fault.REFUSING);
    Report report = report();
    assertThat(report.missing())
        .isEqualTo(partitions().stream().filter(id -> id % 2 == 1).toList());
    assertThat(report.found().keySet()).allMatch(id -> id % 2 == 0).isNotEmpty();
  }
}
