package io.aumbry.transport.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.socket.HostLookups;
import io.aumbry.transport.testing.TestCertificates;
import io.aumbry.transport.tls.TlsConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Name servers that do not answer while a node with a host name is down. */
@Timeout(300)
final class HangingLookupsTest {
  private static final String HANGING = "hanging.invalid";
  private static final String OTHER = "other.invalid";
  private static final Duration LONG = Duration.ofMinutes(5);

  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(2), new SystemTime());
  private final Carrier carrier = loops.carriers().get(0);
  private final Mailbox<String> asked = new Mailbox<>();
  private final Mailbox<Boolean> gate = new Mailbox<>();
  private final HostLookups lookups = new HostLookups(this::resolve);

  @TempDir private Path folder;

  private InetAddress resolve(String host) throws UnknownHostException {
    if (host.equals(HANGING) || host.equals(OTHER)) {
      asked.post(host);
      gate.take();
    }
    return InetAddress.getByName(host);
  }

  @AfterEach
  void stop() {
    for (int i = 0; i < 100; i++) {
      gate.post(true);
    }
    loops.close();
  }

  private static StorageNode node(String host, int port) {
    return new StorageNode(
        new NodeId(SocketTransport.NODE), 1, "z", new Endpoint(host, port), true);
  }

  private Mailbox<NodeReply> call(NodeClient client, StorageNode node) {
    Mailbox<NodeReply> replies = new Mailbox<>();
    RequestContext context =
        new RequestContext("test-request", carrier, Deadline.after(LONG, loops.time()));
    client.send(node, Messages.get(), Body.empty(), context, replies);
    return replies;
  }

  @Test
  void tlsHandshakesDoNotWaitForLookups() {
    Optional<TlsConfig> tls =
        Optional.of(new TestCertificates(folder).config("node", SocketTransport.NODE));
    NodeClientConfig config = SocketTransport.PATIENT.withConnectionsPerNode(4);
    try (NodeServer server =
            NodeServer.start(
                loops,
                NodeServerConfig.defaults("127.0.0.1", 0),
                tls,
                exchange -> exchange.reply(new NodeResponse.Done()));
        SocketNodeClient client = new SocketNodeClient(loops, config, tls, lookups)) {
      var _ = call(client, node(HANGING, 1));
      var _ = call(client, node(OTHER, 1));
      assertThat(List.of(asked.take(), asked.take())).containsExactlyInAnyOrder(HANGING, OTHER);
      assertThat(call(client, node("127.0.0.1", server.port())).take())
          .isInstanceOf(NodeReply.Answer.class);
      assertThat(asked.poll()).as("the connections of a node share a lookup").isEmpty();
    }
  }

  @Test
  void aLookupTakesNoLongerThanAConnectionMay() {
    NodeClientConfig config =
        SocketTransport.PATIENT
            .withConnectionsPerNode(1)
            .withReconnect(new NodeClientConfig.Reconnect(Duration.ofMillis(100), LONG, LONG));
    try (SocketNodeClient client = new SocketNodeClient(loops, config, Optional.empty(), lookups)) {
      assertThat(call(client, node(HANGING, 1)).take())
          .isInstanceOfSatisfying(
              NodeReply.Failure.class,
              failure -> assertThat(failure.reason()).contains("lookup of " + HANGING));
    }
  }
}
