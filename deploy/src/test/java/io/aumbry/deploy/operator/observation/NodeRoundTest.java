package io.aumbry.deploy.operator.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Reported;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A round asks all nodes in parallel, page by page, and names the failed ones. */
class NodeRoundTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final MachineReport MACHINE =
      new MachineReport(OptionalInt.of(42), 8, 1L << 35, List.of(100L));

  private final Map<NodeId, Function<NodeRequest.Report, NodeResponse>> answers = new HashMap<>();

  private static StorageNode node(String name) {
    return new StorageNode(new NodeId(name), 1, "zone", new Endpoint("localhost", 1), true);
  }

  private static Reported page(int partition, int next) {
    return page(partition, next, Optional.empty());
  }

  private static Reported page(int partition, int next, Optional<MachineReport> machine) {
    ReplicaReport replica =
        new ReplicaReport(
            partition,
            "/d1",
            new UUID(1, 1),
            new ReplicaReport.Standing(ReplicaState.LEADER, true),
            new ReplicaReport.Content(1, 1, 1, 1, 0),
            List.of(),
            ReplicaReport.Waiting.NOTHING);
    return new Reported(
        new NodeReport("v" + partition, 1, 1, List.of(), List.of(), machine),
        List.of(replica),
        next);
  }

  private Map<StorageNode, NodePages> asked(String... names) {
    Map<StorageNode, NodePages> asked = new HashMap<>();
    Stream.of(names).forEach(name -> asked.put(node(name), new NodePages(new SystemTime())));
    return asked;
  }

  private static Optional<ClusterObservation.Said> said(
      Map<StorageNode, NodePages> asked, String name) {
    return Optional.ofNullable(asked.get(node(name))).flatMap(NodePages::said);
  }

  private Map<NodeId, String> ask(Map<StorageNode, NodePages> asked) {
    return new NodeRound(new Fake(), new Threads()).ask(asked, PATIENCE);
  }

  @Test
  void allPagesAreRequested() {
    answers.put(
        new NodeId("a"),
        report ->
            switch (report.first()) {
              case 0 -> page(3, 7, Optional.of(MACHINE));
              case 7 -> page(7, 20);
              default -> page(20, Reported.NO_MORE);
            });
    Map<StorageNode, NodePages> asked = asked("a");
    assertThat(ask(asked)).isEmpty();
    ClusterObservation.Said said = said(asked, "a").orElseThrow();
    assertThat(said.byPartition()).containsOnlyKeys(3, 7, 20);
    assertThat(said.node().version()).isEqualTo("v20");
    assertThat(said.node().machine()).as("of the first page").contains(MACHINE);
  }

  @Test
  void anEarlierBuildIsAskedForThePartsThatItKnows() {
    List<Integer> asked = new ArrayList<>();
    answers.put(
        new NodeId("a"),
        report -> {
          asked.add(report.fromPartition());
          return switch (report.fromPartition()) {
            case NodeRequest.Report.WITH_MACHINE -> page(3, 7, Optional.of(MACHINE));
            case 7 -> page(7, Reported.NO_MORE);
            default -> page(3, 7);
          };
        });
    Map<StorageNode, NodePages> pages = asked("a");
    assertThat(ask(pages)).isEmpty();
    ClusterObservation.Said said = said(pages, "a").orElseThrow();
    assertThat(said.byPartition()).containsOnlyKeys(3, 7);
    assertThat(said.node().machine()).contains(MACHINE);
    assertThat(asked)
        .containsExactly(
            NodeRequest.Report.whole(0).fromPartition(), NodeRequest.Report.WITH_MACHINE, 7);
  }

  /** A node that changed its build between two pages may begin again. */
  @ParameterizedTest
  @ValueSource(ints = {7, 3, 0})
  void aPageThatDoesNotLeadOnIsRefused(int next) {
    answers.put(
        new NodeId("a"),
        report -> report.first() == 0 ? page(3, 7, Optional.of(MACHINE)) : page(3, next));
    Map<StorageNode, NodePages> asked = asked("a");
    assertThat(ask(asked))
        .containsValue("the page from partition 7 names partition " + next + " as the next");
    assertThat(said(asked, "a")).isPresent();
  }

  /** The report is of the time 1. The request is sent at one time and answered at another. */
  @ParameterizedTest
  @CsvSource({"0, 1, 0", "1, 1, 0", "0, 5, 0", "3, 9, -2", "-9, -4, 5"})
  void aClockIsWrongIfItsTimeIsNotBetweenRequestAndResponse(
      long asked, long received, long errorMillis) {
    SettableTime time = new SettableTime();
    NodePages pages = new NodePages(time);
    time.millis = asked;
    pages.first();
    time.millis = received;
    pages.next(page(1, 2, Optional.of(MACHINE)));
    time.millis = received + 100;
    pages.next(page(2, Reported.NO_MORE));
    assertThat(pages.said().orElseThrow().clockErrorMillis()).hasValue(errorMillis);
  }

  @Test
  void aSlowResponseSaysTooLittleAboutAClock() {
    SettableTime time = new SettableTime();
    NodePages pages = new NodePages(time);
    pages.first();
    time.millis = 1_001;
    pages.next(page(1, Reported.NO_MORE, Optional.of(MACHINE)));
    assertThat(pages.said().orElseThrow().clockErrorMillis()).isEmpty();
  }

  private static final class SettableTime implements Time {
    long millis;

    @Override
    public long wallMillis() {
      return millis;
    }

    @Override
    public long monotonicNanos() {
      return 0;
    }
  }

  @Test
  void failedNodesAreNamedAndOthersReported() {
    answers.put(new NodeId("a"), report -> page(1, Reported.NO_MORE));
    answers.put(
        new NodeId("b"), report -> new NodeResponse.Failed(ErrorCode.SHUTTING_DOWN, "is ending"));
    answers.put(new NodeId("c"), report -> new NodeResponse.Done());
    Map<StorageNode, NodePages> asked = asked("a", "b", "c", "d");
    assertThat(ask(asked))
        .isEqualTo(
            Map.of(
                new NodeId("b"),
                "is ending",
                new NodeId("c"),
                "unexpected response Done[lifeVersion=0]",
                new NodeId("d"),
                "is down"));
    assertThat(said(asked, "a")).isPresent();
    assertThat(said(asked, "b")).isEmpty();
  }

  @Test
  void pagesBeforeAFailureAreKept() {
    answers.put(
        new NodeId("a"),
        report ->
            report.asksMachine()
                ? page(1, 2)
                : new NodeResponse.Failed(ErrorCode.TIMED_OUT, "too late"));
    Map<StorageNode, NodePages> asked = asked("a");
    assertThat(ask(asked)).containsValue("too late");
    assertThat(said(asked, "a").orElseThrow().replicas()).hasSize(1);
  }

  @Test
  void aRoundWithoutNodesEndsAtOnce() {
    assertThat(ask(Map.of())).isEmpty();
  }

  /** Responds at once, as configured. */
  private final class Fake implements NodeClient {
    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body content,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      NodeCall call = new Call(node);
      replies.post(
          Optional.ofNullable(answers.get(node.id()))
              .<NodeReply>map(answer ->
                  new NodeReply.Answer(
                      call, answer.apply((NodeRequest.Report) request), new Nothing()))
              .orElseGet(() -> new NodeReply.Failure(call, ErrorCode.CONNECTION_LOST, "is down")));
      return call;
    }

    @Override
    public void close() {}
  }

  private record Call(StorageNode node) implements NodeCall {
    @Override
    public void cancel() {}
  }

  private static final class Nothing implements ByteSource {
    @Override
    public Optional<Buffer> next() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  /** Needs no timer, because the test waits for nothing. */
  private static final class Threads implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      Thread.ofVirtual().name(name).start(task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      throw new AssertionError("nothing waits");
    }

    @Override
    public Time time() {
      return new SystemTime();
    }
  }
}
