package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.access.AccessPolicy.Mode;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.report.ReportedProcess;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeClientConfig.Connections;
import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.node.NodeReply;
import io.aumbry.transport.node.NodeServer;
import io.aumbry.transport.node.NodeServerConfig;
import io.aumbry.transport.node.SocketNodeClient;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Sends every message from every kind of sender to a storage server behind TLS on loopback. */
@Timeout(300)
class AccessMatrixTest {
  private static final String CLUSTER = "photos";
  private static final BlobId ID = NodeClientOfTests.id(7, SystemRandom.fast());

  /** Senders by certificate. Messages that name a node name node-a. */
  private enum Sender {
    NO_ROLE("web-1"),
    SEVERAL_ROLES("x", "aumbry://photos/frontend/x", "aumbry://photos/operator/x"),
    ONE_ROLE_IN_TWO_FORMS(
        "x", "aumbry://photos/node/node-a", "spiffe://e/aumbry/photos/node/node-a"),
    MALFORMED_ROLE("x", "aumbry://photos/node/node-a/"),
    UNKNOWN_ROLE("x", "aumbry://photos/root/x"),
    FRONTEND("fe-1", "aumbry://photos/frontend/fe-1"),
    FRONTEND_NAMED_AS_A_NODE("node-a", "aumbry://photos/frontend/node-a"),
    NODE_A("node-a", "aumbry://photos/node/node-a", "https://example.org/other"),
    NODE_A_BY_SPIFFE("node-a", "spiffe://example.org/aumbry/photos/node/node-a"),
    NODE_B("node-a", "aumbry://photos/node/node-b"),
    NODE_NOT_IN_VIEW("node-z", "aumbry://photos/node/node-z"),
    SERVER_A("node-a", "aumbry://photos/server/node-a"),
    SERVER_B("node-a", "aumbry://photos/server/node-b"),
    SERVER_NOT_IN_VIEW("node-z", "aumbry://photos/server/node-z"),
    OPERATOR("alice", "aumbry://photos/operator/alice"),
    CONTROLLER("controller", "aumbry://photos/controller/controller"),
    ZOOKEEPER("zk", "aumbry://photos/zookeeper/zk"),
    SERVER_A_OF_ANOTHER_CLUSTER("node-a", "aumbry://videos/server/node-a"),
    NODE_A_OF_ANOTHER_CLUSTER("node-a", "aumbry://videos/node/node-a"),
    OPERATOR_OF_ANOTHER_CLUSTER("alice", "aumbry://videos/operator/alice"),
    EXPIRED("node-a", "aumbry://photos/node/node-a"),
    OF_ANOTHER_AUTHORITY("node-a", "aumbry://photos/node/node-a");

    /** Separated by spaces. */
    private final String names;

    Sender(String... names) {
      this.names = String.join(" ", names);
    }

    private boolean failsHandshake() {
      return this == EXPIRED || this == OF_ANOTHER_AUTHORITY;
    }
  }

  private static final Set<Sender> BLOB_SENDERS =
      EnumSet.of(
          Sender.FRONTEND,
          Sender.FRONTEND_NAMED_AS_A_NODE,
          Sender.NODE_A,
          Sender.NODE_A_BY_SPIFFE,
          Sender.NODE_B,
          Sender.SERVER_A,
          Sender.SERVER_B,
          Sender.SERVER_NOT_IN_VIEW);

  /** The frontend of a server serves before the view has its node. */
  private static final Set<Sender> FRONTENDS =
      EnumSet.of(
          Sender.FRONTEND,
          Sender.FRONTEND_NAMED_AS_A_NODE,
          Sender.SERVER_A,
          Sender.SERVER_B,
          Sender.SERVER_NOT_IN_VIEW);

  private static final Set<Sender> NODE_A_ALONE =
      EnumSet.of(Sender.NODE_A, Sender.NODE_A_BY_SPIFFE, Sender.SERVER_A);

  /** The permitted senders, by the class of the message. */
  private static final Map<Class<?>, Set<Sender>> PERMITTED =
      Map.ofEntries(
          Map.entry(NodeRequest.Put.class, FRONTENDS),
          Map.entry(NodeRequest.Get.class, BLOB_SENDERS),
          Map.entry(NodeRequest.Delete.class, BLOB_SENDERS),
          Map.entry(NodeRequest.UpdateTtl.class, FRONTENDS),
          Map.entry(NodeRequest.Undelete.class, FRONTENDS),
          Map.entry(NodeRequest.Look.class, BLOB_SENDERS),
          Map.entry(NodeRequest.Hint.class, FRONTENDS),
          Map.entry(Pull.class, NODE_A_ALONE),
          Map.entry(Compare.class, NODE_A_ALONE),
          Map.entry(NodeRequest.Confirm.class, NODE_A_ALONE),
          Map.entry(NodeRequest.Report.class, EnumSet.of(Sender.OPERATOR)),
          Map.entry(NodeRequest.Verify.class, EnumSet.of(Sender.OPERATOR)));

  private static final List<NodeRequest> MESSAGES =
      List.of(
          NodeClientOfTests.put(ID, new byte[0]),
          NodeClientOfTests.get(ID),
          NodeClientOfTests.delete(ID),
          new NodeRequest.UpdateTtl(ID),
          new NodeRequest.Undelete(ID, new NodeRequest.Undelete.Life(1, 2, 3)),
          new NodeRequest.Look(ID),
          new NodeRequest.Hint(ID),
          new Pull("node-a", List.of(Pull.From.start(7)), Pull.Form.RECORDS, 1, 0),
          new Pull("node-a", List.of(Pull.From.start(7)), Pull.Form.SUMMARIES, 1, 0),
          new Pull("node-a", List.of(Pull.From.start(7)), Pull.Form.NOTHING, 1, 0),
          new Pull("node-a", List.of(Pull.From.start(7)), Pull.Form.OFFERED, 1, 0),
          new Compare("node-a", 7, new Compare.Digests(new Compare.Scope(1, 2), List.of())),
          new Compare("node-a", 7, new Compare.Entries(IdRange.of(ID), 1)),
          new Compare("node-a", 7, new Compare.Records(List.of(ID), 1)),
          new Compare("node-a", 7, new Compare.Proven()),
          new Compare(Compare.FRONTEND, 7, new Compare.Named(IdRange.of(ID), 1)),
          new Compare(
              Compare.FRONTEND,
              7,
              new Compare.Removable(
                  List.of(new DeletedContainer(DeletedContainer.Key.of(ID), 1, 2)),
                  IdRange.of(ID),
                  1)),
          new Compare(Compare.FRONTEND, 7, new Compare.Usage(UsagePage.From.START, 1)),
          new NodeRequest.Confirm("node-a", 7, new UUID(1, 2), 3, 4),
          new NodeRequest.Report(0),
          new NodeRequest.Verify(NodeRequest.Verify.ALL, 0, 0));

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final Metrics metrics = new Metrics();
  private final HandViews views = new HandViews();

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    loops.close();
  }

  @Test
  void everyMessageHasARuleInThisTest() {
    assertThat(PERMITTED.keySet())
        .containsExactlyInAnyOrder(NodeRequest.class.getPermittedSubclasses());
    assertThat(MESSAGES.stream().<Class<?>>map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(NodeRequest.class.getPermittedSubclasses());
    assertThat(
            MESSAGES.stream()
                .filter(Pull.class::isInstance)
                .map(message -> ((Pull) message).form()))
        .containsExactlyInAnyOrder(Pull.Form.values());
    assertThat(
            MESSAGES.stream()
                .filter(Compare.class::isInstance)
                .<Class<?>>map(message -> ((Compare) message).question().getClass()))
        .containsExactlyInAnyOrderElementsOf(records(Compare.Question.class).toList());
  }

  private static Stream<Class<?>> records(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(AccessMatrixTest::records)
        : Stream.of(type);
  }

  @ParameterizedTest
  @CsvSource({"H2,BORINGSSL", "H2,JDK", "HTTP1,BORINGSSL", "HTTP1,JDK"})
  void onlyPermittedSendersAreAccepted(Protocol protocol, TlsConfig.Engine engine)
      throws IOException {
    TestCertificates authority = authority("ours");
    TestCertificates other = authority("other");
    try (Served served = serve(Mode.REQUIRED, Optional.of(authority.config("n", "node-1")))) {
      Map<Sender, List<NodeRequest>> accepted =
          accepted(
              EnumSet.allOf(Sender.class),
              protocol,
              sender -> config(sender, authority, other).withEngine(engine),
              served.node());
      accepted.forEach((sender, messages) ->
          assertThat(messages)
              .as("%s", sender)
              .isEqualTo(
                  MESSAGES.stream().filter(each -> permitted(each).contains(sender)).toList()));
    }
  }

  /** The answers that a sender waits for, in the order of the messages. */
  private record Asked(SocketNodeClient client, List<Mailbox<NodeReply>> replies)
      implements AutoCloseable {
    List<NodeRequest> accepted() {
      List<NodeRequest> accepted = new ArrayList<>();
      for (int i = 0; i < MESSAGES.size(); i++) {
        if (isAccepted(replies.get(i).take())) {
          accepted.add(MESSAGES.get(i));
        }
      }
      return accepted;
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /**
   * Returns the messages that a node accepts from each sender. All senders ask at the same time,
   * because a report takes a second.
   */
  private Map<Sender, List<NodeRequest>> accepted(
      Set<Sender> senders, Protocol protocol, Function<Sender, TlsConfig> tls, StorageNode node) {
    Map<Sender, Asked> asked = new EnumMap<>(Sender.class);
    try {
      for (Sender sender : senders) {
        SocketNodeClient client = client(protocol, Optional.of(tls.apply(sender)));
        asked.put(
            sender,
            new Asked(
                client, MESSAGES.stream().map(message -> send(client, node, message)).toList()));
      }
      Map<Sender, List<NodeRequest>> accepted = new EnumMap<>(Sender.class);
      asked.forEach((sender, each) -> accepted.put(sender, each.accepted()));
      return accepted;
    } finally {
      asked.values().forEach(Asked::close);
    }
  }

  private static Set<Sender> permitted(NodeRequest message) {
    return message instanceof Compare compare && compare.asker().equals(Compare.FRONTEND)
        ? FRONTENDS
        : Optional.ofNullable(PERMITTED.get(message.getClass())).orElseThrow();
  }

  @Test
  void withoutTlsNothingIsAcceptedWhereRolesAreRequired() {
    try (Served served = serve(Mode.REQUIRED, Optional.empty());
        SocketNodeClient client = client(Protocol.H2, Optional.empty())) {
      for (NodeRequest message : MESSAGES) {
        assertThat(isAccepted(ask(client, served.node(), message))).as("%s", message).isFalse();
      }
    }
    assertThat(denials("pull", "no_certificate")).isEqualTo(Pull.Form.values().length);
  }

  /** The steps of a migration: no message is refused, and only warn counts. */
  @ParameterizedTest
  @EnumSource(value = Mode.class, names = "REQUIRED", mode = EnumSource.Mode.EXCLUDE)
  void beforeRolesAreRequiredEverySenderOfTheAuthorityIsAccepted(Mode mode) throws IOException {
    TestCertificates authority = authority("ours");
    try (Served served = serve(mode, Optional.of(authority.config("n", "node-1")))) {
      Set<Sender> senders = EnumSet.allOf(Sender.class);
      senders.removeIf(Sender::failsHandshake);
      accepted(senders, Protocol.H2, sender -> config(sender, authority, authority), served.node())
          .forEach((sender, messages) -> assertThat(messages).as("%s", sender).isEqualTo(MESSAGES));
    }
    boolean counts = mode == Mode.WARN;
    assertThat(denials("report", "no_role")).isEqualTo(counts ? 5 : 0);
    assertThat(denials("report", "wrong_role")).isEqualTo(counts ? 11 : 0);
    assertThat(denials("report", "other_cluster")).isEqualTo(counts ? 3 : 0);
    assertThat(denials("confirm", "other_node")).isEqualTo(counts ? 4 : 0);
    assertThat(denials("get", "unknown_node")).isEqualTo(counts ? 1 : 0);
  }

  private double denials(String operation, String reason) {
    return metrics.value("aumbry_server_forbidden_total", operation, reason);
  }

  private TlsConfig config(Sender sender, TestCertificates ours, TestCertificates other) {
    String[] names = sender.names.split(" ", -1);
    return switch (sender) {
      case EXPIRED -> ours.expired("client", names);
      case OF_ANOTHER_AUTHORITY -> {
        TlsConfig strange = other.config("client", names);
        yield TlsConfig.mutual(strange.certificates(), strange.key(), ours.root());
      }
      default -> ours.config("client", names);
    };
  }

  private TestCertificates authority(String name) throws IOException {
    return new TestCertificates(Files.createDirectory(folder.resolve(name)));
  }

  private SocketNodeClient client(Protocol protocol, Optional<TlsConfig> tls) {
    NodeClientConfig config =
        NodeClientConfig.defaults()
            .withConnections(new Connections(protocol, 1))
            .withReconnect(
                new NodeClientConfig.Reconnect(
                    Patience.LIMIT, Duration.ofMillis(100), Duration.ofSeconds(5)));
    return new SocketNodeClient(loops, config, tls);
  }

  private NodeReply ask(SocketNodeClient client, StorageNode node, NodeRequest message) {
    return send(client, node, message).take();
  }

  private Mailbox<NodeReply> send(SocketNodeClient client, StorageNode node, NodeRequest message) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext(
            "attack", loops.carriers().getFirst(), Deadline.after(Patience.LIMIT, loops.time()));
    client.send(node, message, Body.empty(), context, replies);
    return replies;
  }

  private static boolean isAccepted(NodeReply reply) {
    return switch (reply) {
      case NodeReply.Failure _ -> false;
      case NodeReply.Answer answer -> {
        answer.content().close();
        yield !(answer.response() instanceof NodeResponse.Failed(ErrorCode code, String reason)
            && code == ErrorCode.FORBIDDEN
            && reason.contains("accepted only from"));
      }
    };
  }

  private Served serve(Mode mode, Optional<TlsConfig> tls) {
    for (String name : Arrays.asList("node-1", "node-a", "node-b")) {
      views.place(HandViews.node(name, true));
    }
    SocketNodeClient none = client(Protocol.H2, Optional.empty());
    StorageServer storage =
        new StorageServer(
            new NodeId("node-1"),
            ReportedProcess.of("of tests"),
            ServerConfig.defaults(),
            new AccessPolicy(CLUSTER, mode),
            List.of(),
            new NodeEnvironment(
                views, none, loops.carriers().getFirst(), SystemRandom.fast(), metrics));
    NodeServer server =
        NodeServer.start(loops, NodeServerConfig.defaults("127.0.0.1", 0), tls, storage);
    StorageNode node =
        new StorageNode(
            new NodeId("node-1"), 1, "z", new Endpoint("127.0.0.1", server.port()), true);
    return new Served(node, server, storage, none);
  }

  private record Served(
      StorageNode node, NodeServer server, StorageServer storage, SocketNodeClient client)
      implements AutoCloseable {
    @Override
    public void close() {
      storage.drain();
      server.close();
      storage.close();
      client.close();
    }
  }
}
