package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.TestCluster.Node;
import io.aumbry.transport.node.NodeExchange;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class BudgetTest {
  private static final int PARTITION = 7;
  private static final int LENGTH = 40 << 20;

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();

  /** A put that sends {@code size} bytes, and no more until the test ends it. */
  private final class SlowPut implements NodeExchange, ByteSource {
    private final NodeRequest.Put request;
    private final AtomicInteger size;
    private final Mailbox<Boolean> reading = new Mailbox<>();
    private final Mailbox<Boolean> gone = new Mailbox<>();
    private final Mailbox<NodeResponse> replies = new Mailbox<>();

    SlowPut(NodeRequest.Put small, int size) {
      this.size = new AtomicInteger(size);
      int blocks = BlockChecksums.blocksIn(LENGTH);
      ByteBuffer zeros = ByteBuffer.allocate(Integer.BYTES * blocks);
      BlockChecksums checksums = BlockChecksums.read(zeros, blocks);
      request =
          new NodeRequest.Put(
              small.id(), 1, small.expiryMillis(), small.metadata(), LENGTH, checksums);
    }

    @Override
    public NodeRequest request() {
      return request;
    }

    @Override
    public RequestContext context() {
      return wires.carrier().patient();
    }

    @Override
    public Peer peer() {
      return new Peer.Anonymous();
    }

    @Override
    public ByteSource content() {
      return this;
    }

    @Override
    public void reply(NodeResponse response, ByteSource answer) {
      answer.close();
      replies.post(response);
    }

    @Override
    public Optional<Buffer> next() {
      int bytes = size.getAndSet(0);
      if (bytes > 0) {
        return Optional.of(HeapBuffer.copyOf(new byte[bytes]));
      }
      reading.post(true);
      gone.take();
      return Optional.empty();
    }

    @Override
    public void close() {
      // timed out
    }
  }

  @Test
  void aPutThatOnlyAnnouncesItsContentHoldsNoMemory() {
    try (TestCluster cluster = tight()) {
      Node node = cluster.start("node-1");
      node.assign(PARTITION);
      node.serve(PARTITION);
      SlowPut announced = start(node, cluster, 0);
      assertThat(announced.reading.take()).isTrue();
      SlowPut sent = start(node, cluster, LENGTH - 1);
      assertThat(sent.reading.take()).isTrue();
      for (SlowPut each : List.of(announced, sent)) {
        each.gone.post(true);
        assertThat(code(each.replies.take())).isEqualTo(ErrorCode.CORRUPT_TRANSFER);
      }
    }
  }

  private TestCluster tight() {
    ServerConfig defaults = ServerConfig.defaults();
    ServerConfig tight =
        new ServerConfig(
            ServerConfig.MAX_CONTENT,
            defaults.pullBytes(),
            defaults.waitingPulls(),
            defaults.replication().withCopies(1));
    return new TestCluster(folder, tight, wires);
  }

  @Test
  void aPutBeyondTheBudgetIsRefusedUntilAnotherEnds() {
    try (TestCluster cluster = tight()) {
      Node node = cluster.start("node-1");
      node.assign(PARTITION);
      node.serve(PARTITION);
      SlowPut first = start(node, cluster, LENGTH - 1);
      assertThat(first.reading.take()).isTrue();
      SlowPut second = start(node, cluster, LENGTH - 1);
      assertThat(code(second.replies.take())).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(second.reading.poll()).isEmpty();
      first.gone.post(true);
      assertThat(code(first.replies.take())).isEqualTo(ErrorCode.CORRUPT_TRANSFER);
      SlowPut third = start(node, cluster, LENGTH - 1);
      assertThat(third.reading.take()).isTrue();
      third.gone.post(true);
      third.replies.take();
    }
  }

  private SlowPut start(Node node, TestCluster cluster, int size) {
    SlowPut put =
        new SlowPut(
            NodeClientOfTests.put(NodeClientOfTests.id(PARTITION, cluster.random()), new byte[0]),
            size);
    wires.carrier().start("put", () -> node.server().handle(put));
    return put;
  }

  private static ErrorCode code(NodeResponse response) {
    return ((NodeResponse.Failed) response).code();
  }
}
