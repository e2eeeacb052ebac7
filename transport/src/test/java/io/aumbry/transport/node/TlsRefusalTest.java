package io.aumbry.transport.node;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClientConfig.Connections;
import io.aumbry.transport.node.NodeClientConfig.Protocol;
import io.aumbry.transport.node.NodeClientConfig.Reconnect;
import io.aumbry.transport.testing.LogLines;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which peers TLS admits, and the log of a refusal. */
@Timeout(300)
final class TlsRefusalTest {
  private static final String NODE = "node-1";

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private final AtomicReference<Optional<Peer>> asker = new AtomicReference<>(Optional.empty());
  private Optional<NodeServer> server = Optional.empty();

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    server.ifPresent(NodeServer::close);
    loops.close();
  }

  private TestCertificates authority(String name) throws IOException {
    return new TestCertificates(Files.createDirectory(folder.resolve(name)));
  }

  private StorageNode serve(TlsConfig tls) {
    NodeServer started =
        NodeServer.start(
            loops,
            NodeServerConfig.defaults("127.0.0.1", 0),
            Optional.of(tls),
            exchange -> {
              asker.set(Optional.of(exchange.peer()));
              exchange.reply(new NodeResponse.Done());
            });
    server = Optional.of(started);
    return new StorageNode(
        new NodeId(NODE), 1, "z", new Endpoint("127.0.0.1", started.port()), true);
  }

  private NodeReply call(TlsConfig ofServer, TlsConfig ofClient) {
    return call(serve(ofServer), ofClient);
  }

  /** One call. The client tries a node that is down a second time. */
  private NodeReply call(StorageNode node, TlsConfig ofClient) {
    return call(node, ofClient, SocketTransport.PATIENT);
  }

  private NodeReply call(StorageNode node, TlsConfig ofClient, NodeClientConfig usual) {
    NodeClientConfig config = usual.withConnectionsPerNode(1);
    try (SocketNodeClient client = new SocketNodeClient(loops, config, Optional.of(ofClient))) {
      Mailbox<NodeReply> replies = new Mailbox<>();
      RequestContext context =
          new RequestContext(
              "test-request",
              loops.carriers().get(0),
              Deadline.after(Patience.LIMIT, loops.time()));
      client.send(node, Messages.get(), Body.empty(), context, replies);
      return Messages.on(loops.carriers().get(0), replies::take);
    }
  }

  private void assertRefused(TlsConfig ofServer, TlsConfig ofClient, String reason) {
    try (LogLines atServer = new LogLines(logger());
        LogLines atClient = new LogLines(NodePeer.class)) {
      NodeReply reply = call(ofServer, ofClient);
      assertThat(reply)
          .isInstanceOfSatisfying(
              NodeReply.Failure.class,
              failure -> assertThat(failure.reason()).containsIgnoringCase(reason));
      assertThat(atClient.warnings()).hasSize(1);
      assertThat(atClient.warnings().get(0))
          .startsWith("A node is down")
          .contains("node=" + NODE)
          .containsIgnoringCase(reason);
      await().until(() -> !atServer.warnings().isEmpty());
      assertThat(atServer.warnings())
          .allSatisfy(line ->
              assertThat(line)
                  .startsWith("A connection was refused in its TLS handshake")
                  .contains("peer=/127.0.0.1"));
    }
    assertThat(asker.get()).isEmpty();
  }

  private static Class<?> logger() {
    try {
      return Class.forName("io.aumbry.transport.http.server.ProtocolChoice");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aNodeKnowsTheIdentityOfItsPeer() throws IOException {
    TestCertificates authority = authority("a");
    PeerIdentity identity = new PeerIdentity("c", PeerRole.NODE, "node-2");
    NodeReply reply =
        call(
            authority.config("server", NODE), authority.config("client", "node-2", identity.uri()));
    assertThat(reply).isInstanceOf(NodeReply.Answer.class);
    ((NodeReply.Answer) reply).content().close();
    assertThat(asker.get()).hasValue(new Peer.Identified(identity));
  }

  /** A whole change of authority while the node runs. */
  @Test
  void newCertificatesAreTakenWithoutARestart() throws IOException {
    TlsConfig ofNode = authority("a").config("server", NODE);
    Duration often = Duration.ofMillis(20);
    TestCertificates other = authority("b");
    TlsConfig next = other.config("server", NODE);
    StorageNode node = serve(ofNode.withReloadEvery(often));
    Files.copy(next.certificates(), ofNode.certificates(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(next.key(), ofNode.key(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(next.trusted(), ofNode.trusted(), StandardCopyOption.REPLACE_EXISTING);
    PeerIdentity identity = new PeerIdentity("c", PeerRole.NODE, "node-2");
    TlsConfig ofClient = other.config("client", "node-2", identity.uri());
    await().until(() -> call(node, ofClient) instanceof NodeReply.Answer);
    assertThat(asker.get()).hasValue(new Peer.Identified(identity));
  }

  @Test
  void aClientWithoutCertificateIsRefused() throws IOException {
    TestCertificates authority = authority("a");
    TlsConfig own = authority.config("server", NODE);
    TlsConfig none =
        new TlsConfig(
            own.certificates(), own.key(), own.trusted(), false, own.engine(), own.reloadEvery());
    assertRefused(own, none, "certificate");
  }

  @Test
  void aClientOfAnotherAuthorityIsRefused() throws IOException {
    TestCertificates ours = authority("a");
    TlsConfig strange = authority("b").config("client", "node-2");
    TlsConfig trustingUs = TlsConfig.mutual(strange.certificates(), strange.key(), ours.root());
    assertRefused(ours.config("server", NODE), trustingUs, "alert");
  }

  @Test
  void aClientWithAnExpiredCertificateIsRefused() throws IOException {
    TestCertificates authority = authority("a");
    assertRefused(
        authority.config("server", NODE), authority.expired("client", "node-2"), "certificate");
  }

  /** With HTTP/1.1, the connection comes up before the node rejects the certificate. */
  @Test
  void aRefusedClientPausesBeforeItReconnectsWithEitherProtocol() throws IOException {
    TestCertificates ours = authority("a");
    TlsConfig strange = authority("b").config("client", "node-2");
    TlsConfig trustingUs = TlsConfig.mutual(strange.certificates(), strange.key(), ours.root());
    NodeClientConfig config =
        SocketTransport.PATIENT
            .withConnections(new Connections(Protocol.HTTP1, 1))
            .withReconnect(
                new Reconnect(Patience.LIMIT, Duration.ofMinutes(20), Duration.ofMinutes(20)));
    StorageNode node = serve(ours.config("server", NODE));
    try (LogLines atServer = new LogLines(logger());
        LogLines atClient = new LogLines(NodePeer.class);
        SocketNodeClient client = new SocketNodeClient(loops, config, Optional.of(trustingUs))) {
      RequestContext context =
          new RequestContext(
              "test-request",
              loops.carriers().get(0),
              Deadline.after(Patience.LIMIT, loops.time()));
      client.send(node, Messages.get(), Body.empty(), context, new Mailbox<>());
      await().until(() -> !atClient.warnings().isEmpty());
      assertThat(atClient.warnings()).singleElement().asString().startsWith("A node is down");
      await().until(() -> !atServer.warnings().isEmpty());
      assertThat(atServer.warnings()).hasSize(1);
    }
  }

  @Test
  void aNodeOfAnotherAuthorityIsNotTrusted() throws IOException {
    TestCertificates ours = authority("a");
    TlsConfig strange = authority("b").config("server", NODE);
    TlsConfig trustingUs = TlsConfig.mutual(strange.certificates(), strange.key(), ours.root());
    assertRefused(trustingUs, ours.config("client", "node-2"), "TLS: ");
  }

  @Test
  void aNodeWithAnExpiredCertificateIsNotTrusted() throws IOException {
    TestCertificates authority = authority("a");
    assertRefused(authority.expired("server", NODE), authority.config("client", "node-2"), "TLS: ");
  }

  @ParameterizedTest
  @CsvSource({"BORINGSSL, node", "BORINGSSL, server", "JDK, node", "JDK, server"})
  void aNodeThatProvesItsRoleAndNameIsTrusted(TlsConfig.Engine engine, String role)
      throws IOException {
    NodeReply reply = callOf(engine, true, "aumbry://c/" + role + "/" + NODE);
    assertThat(reply).isInstanceOf(NodeReply.Answer.class);
    ((NodeReply.Answer) reply).content().close();
  }

  /** Each has a certificate of the cluster's authority for the host name of the node. */
  @ParameterizedTest
  @CsvSource({
    "BORINGSSL, aumbry://c/operator/node-1",
    "BORINGSSL, aumbry://c/frontend/node-1",
    "BORINGSSL, aumbry://c/node/node-2",
    "BORINGSSL, aumbry://c/server/node-2",
    "BORINGSSL, aumbry://other/node/node-1",
    "BORINGSSL, aumbry://other/server/node-1",
    "BORINGSSL, node-2",
    "JDK, aumbry://c/operator/node-1",
    "JDK, aumbry://c/frontend/node-1",
    "JDK, aumbry://c/node/node-2",
    "JDK, aumbry://c/server/node-2",
    "JDK, aumbry://other/node/node-1",
    "JDK, aumbry://other/server/node-1",
    "JDK, node-2"
  })
  void aProcessThatPosesAsANodeGetsNoMessage(TlsConfig.Engine engine, String name)
      throws IOException {
    assertThat(callOf(engine, true, name))
        .isInstanceOfSatisfying(
            NodeReply.Failure.class,
            failure -> assertThat(failure.reason()).contains("not aumbry://c/node/node-1"));
    assertThat(asker.get()).isEmpty();
  }

  @Test
  void aNodeWithoutARoleIsServedWithAWarningDuringAMigration() throws IOException {
    try (LogLines atClient = new LogLines(NodeConnector.class)) {
      NodeReply reply = callOf(TlsConfig.Engine.BORINGSSL, false, "node-2");
      assertThat(reply).isInstanceOf(NodeReply.Answer.class);
      ((NodeReply.Answer) reply).content().close();
      assertThat(atClient.warnings())
          .singleElement()
          .asString()
          .contains("node=node-1")
          .contains("carries no role");
    }
  }

  /** The reply of a server with a certificate for the host name of the node and another name. */
  private NodeReply callOf(TlsConfig.Engine engine, boolean enforced, String name)
      throws IOException {
    TestCertificates authority = authority("a");
    TlsConfig ofServer = authority.config("server", NODE, name).withEngine(engine);
    TlsConfig ofClient = authority.config("client", "frontend-1").withEngine(engine);
    return call(
        serve(ofServer),
        ofClient,
        SocketTransport.PATIENT.withIdentity(new NodeIdentityCheck("c", enforced)));
  }

  @Test
  void aNodeOfAnotherNameIsNotTrusted() throws IOException {
    TestCertificates authority = authority("a");
    assertRefused(authority.config("server", "node-9"), authority.config("client", "node-2"), NODE);
  }
}
