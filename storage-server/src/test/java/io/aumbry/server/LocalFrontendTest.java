package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.transport.node.LocalNodeClient;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose process also contains a frontend, and requests of another frontend. */
@Timeout(300)
final class LocalFrontendTest {
  private static final int PARTITION = 7;
  private static final int MEGABYTE = 1 << 20;
  private static final Peer FRONTEND =
      new Peer.Identified(new PeerIdentity("test", PeerRole.FRONTEND, "server-1"));

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();

  /** A frontend has a carrier for each of its loops. */
  private final List<PlainCarrier> loops = List.of(new PlainCarrier(), new PlainCarrier());

  private final List<FaultyDisk> disks = new ArrayList<>();
  private final Mailbox<NodeReply> replies = new Mailbox<>();
  private Optional<TestCluster> started = Optional.empty();

  @BeforeEach
  void start() {
    ServerConfig defaults = ServerConfig.defaults();
    ServerConfig tight =
        new ServerConfig(
            ServerConfig.MAX_CONTENT,
            defaults.pullBytes(),
            defaults.waitingPulls(),
            defaults.replication().withCopies(1));
    TestCluster cluster = new TestCluster(folder, tight, wires);
    started = Optional.of(cluster);
    Node node = cluster.start("node-1", 1, disks);
    node.assign(PARTITION);
    node.serve(PARTITION);
  }

  @AfterEach
  void stop() {
    cluster().close();
    Patience.await().untilAsserted(() -> assertThat(wires.pool().open()).isZero());
    loops.forEach(PlainCarrier::close);
    wires.close();
  }

  private TestCluster cluster() {
    return started.orElseThrow();
  }

  private Node node() {
    return cluster().node("node-1");
  }

  private StorageNode address() {
    return cluster().views().current().node(node().id()).orElseThrow();
  }

  private LocalNodeClient local(int maxCalls) {
    return new LocalNodeClient(
        wires.client(), node().id(), address().endpoint(), node().server(), FRONTEND, maxCalls);
  }

  /** Another process, with one connection for each of its loops. */
  private record Distant(Object connection) implements Claimant {
    @Override
    public Optional<Object> key(Scope scope) {
      return switch (scope) {
        case CONNECTION -> Optional.of(connection);
        case ADDRESS -> Optional.of("10.0.0.9");
        case NETWORK, IDENTITY -> Optional.empty();
      };
    }

    @Override
    public long stalledNanos() {
      return 0;
    }

    @Override
    public long bytesPerSecond() {
      return Long.MAX_VALUE;
    }

    @Override
    public void giveWay(String reason) {
      // the process itself works for it
    }
  }

  private RequestContext context(Carrier loop) {
    return new RequestContext("r", loop, Deadline.after(Patience.LIMIT, loop.time()));
  }

  /** The request of another frontend, which comes over the network. */
  private RequestContext distant(Carrier loop) {
    return context(loop).withClaimant(new Distant(loop));
  }

  private NodeCall put(NodeClient client, RequestContext context, BlobId id, byte[] content) {
    try (Body body = Body.of(buffer(content))) {
      return client.send(address(), NodeClientOfTests.put(id, content), body, context, replies);
    }
  }

  private Buffer buffer(byte[] content) {
    try {
      return wires.pool().fill(content.length, target -> target.put(content));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BlobId id() {
    return NodeClientOfTests.id(PARTITION, cluster().random());
  }

  private byte[] content(int size) {
    byte[] content = new byte[size];
    for (int i = 0; i < size; i++) {
      content[i] = (byte) (i >> 8 ^ i);
    }
    return content;
  }

  private NodeResponse response() {
    NodeReply.Answer answer = (NodeReply.Answer) replies.take();
    answer.content().close();
    return answer.response();
  }

  @Test
  void aBlobComesBackAsItWasPutAndIsVerifiedByTheStore() {
    LocalNodeClient client = local(10);
    for (int size : new int[] {0, 1, 65_537, 5 * MEGABYTE}) {
      BlobId id = id();
      byte[] content = content(size);
      put(client, context(loops.getFirst()), id, content);
      assertThat(response()).isInstanceOf(NodeResponse.Done.class);
      NodeRequest get = NodeClientOfTests.get(id);
      client.send(address(), get, Body.empty(), context(loops.getFirst()), replies);
      NodeReply.Answer answer = (NodeReply.Answer) replies.take();
      ByteSource read = answer.content();
      assertThat(read.isVerified()).isEqualTo(true);
      try (Body body = Body.readFully(read)) {
        assertThat(body.toByteArray()).isEqualTo(content);
      }
    }
    assertThat(node().metrics().value("aumbry_server_put_bytes_held")).isZero();
  }

  @Test
  void aReadIsCountedOnceItsContentIsTaken() {
    LocalNodeClient client = local(10);
    BlobId id = id();
    put(client, context(loops.getFirst()), id, content(MEGABYTE));
    assertThat(response()).isInstanceOf(NodeResponse.Done.class);
    for (boolean isTaken : new boolean[] {true, false}) {
      NodeRequest get = NodeClientOfTests.get(id);
      client.send(address(), get, Body.empty(), context(loops.getFirst()), replies);
      ByteSource read = ((NodeReply.Answer) replies.take()).content();
      read.next().orElseThrow().close();
      assertThat(reads("done") + reads("broken")).isEqualTo(isTaken ? 0 : 1);
      if (isTaken) {
        Body.readFully(read).close();
      } else {
        read.close();
      }
    }
    assertThat(reads("done")).isEqualTo(1);
    assertThat(reads("broken")).isEqualTo(1);
  }

  private double reads(String outcome) {
    return node().metrics().value("aumbry_server_requests_seconds", "get", outcome);
  }

  @Test
  void theLocalFrontendLeavesMemoryForPutsOfOthers() {
    CountDownLatch gate = disks.getFirst().holdPuts();
    LocalNodeClient client = local(100);
    assertFillsItsShare(loop -> put(client, context(loop), id(), content(7 * MEGABYTE)));
    put(wires.client(), distant(loops.getFirst()), id(), content(4 * MEGABYTE));
    assertEndsWell(gate);
  }

  @Test
  void otherFrontendsLeaveMemoryForPutsOfTheLocalOne() {
    CountDownLatch gate = disks.getFirst().holdPuts();
    assertFillsItsShare(loop -> put(wires.client(), distant(loop), id(), content(7 * MEGABYTE)));
    put(local(100), context(loops.getFirst()), id(), content(4 * MEGABYTE));
    assertEndsWell(gate);
  }

  /** Sends PUTs of 7 MiB until one is refused: a frontend may hold 42 of the 64 MiB. */
  private void assertFillsItsShare(Consumer<PlainCarrier> put) {
    for (int i = 0; i < 6; i++) {
      put.accept(loops.get(i % 2));
    }
    double full = 6.0 * 7 * MEGABYTE;
    Patience.await()
        .untilAsserted(() ->
            assertThat(node().metrics().value("aumbry_server_put_bytes_held")).isEqualTo(full));
    put.accept(loops.getFirst());
    assertThat(((NodeResponse.Failed) response()).code()).isEqualTo(ErrorCode.OVERLOADED);
  }

  private void assertEndsWell(CountDownLatch gate) {
    Patience.await()
        .untilAsserted(() ->
            assertThat(node().metrics().value("aumbry_server_put_bytes_held"))
                .isEqualTo(46.0 * MEGABYTE));
    gate.countDown();
    for (int i = 0; i < 7; i++) {
      assertThat(response()).isInstanceOf(NodeResponse.Done.class);
    }
  }

  @Test
  void theLimitOfLocalCallsHoldsForAllLoopsTogether() {
    CountDownLatch gate = disks.getFirst().holdPuts();
    LocalNodeClient client = local(4);
    for (int i = 0; i < 4; i++) {
      put(client, context(loops.get(i % 2)), id(), content(10));
    }
    put(client, context(loops.getFirst()), id(), content(10));
    assertThat(((NodeReply.Failure) replies.take()).code()).isEqualTo(ErrorCode.OVERLOADED);
    put(wires.client(), distant(loops.getFirst()), id(), content(10));
    gate.countDown();
    for (int i = 0; i < 5; i++) {
      assertThat(response()).isInstanceOf(NodeResponse.Done.class);
    }
  }

  @Test
  void aNodeThatIsClosedRefusesLocalCalls() {
    LocalNodeClient client = local(4);
    node().server().close();
    put(client, context(loops.getFirst()), id(), content(10));
    assertThat(((NodeResponse.Failed) response()).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
  }
}
