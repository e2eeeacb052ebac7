package io.aumbry.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSink;
import io.aumbry.protocol.buffer.ByteSource;
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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class BudgetTest {
  private static final int PARTITION = 7;
  private static final int LENGTH = 40 << 20;

  @TempDir Path folder;
  private final LocalWires wires = new LocalWires();

  /** A put whose content does not come until the test says that its sender is gone. */
  private final class SlowPut implements NodeExchange, ByteSource {
    private final NodeRequest.Put request;
    private final Mailbox<Boolean> reading = new Mailbox<>();
    private final Mailbox<Boolean> gone = new Mailbox<>();
    private final Mailbox<NodeResponse> replies = new Mailbox<>();

    SlowPut(NodeRequest.Put small) {
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
    public ByteSink reply(NodeResponse response) {
      replies.post(response);
      return Buffer::close;
    }

    @Override
    public Optional<Buffer> next() {
      reading.post(true);
      gone.take();
      return Optional.empty();
    }

    @Override
    public void close() {
      // nothing came
    }
  }

  @Test
  void aPutBeyondTheBudgetIsRefusedAtOnceAndOneThatEndsGivesItsShareBack() {
    ServerConfig defaults = ServerConfig.defaults();
    ServerConfig tight =
        new ServerConfig(
            ServerConfig.MAX_CONTENT,
            defaults.pullBytes(),
            defaults.waitingPulls(),
            defaults.replication().withCopies(1));
    try (TestCluster cluster = new TestCluster(folder, tight, wires)) {
      Node node = cluster.start("node-1");
      node.assign(PARTITION);
      node.serve(PARTITION);
      SlowPut first = start(node, cluster);
      assertThat(first.reading.take()).isTrue();
      SlowPut second = start(node, cluster);
      assertThat(code(second.replies.take())).isEqualTo(ErrorCode.OVERLOADED);
      assertThat(second.reading.poll()).isEmpty();
      first.gone.post(true);
      assertThat(code(first.replies.take())).isEqualTo(ErrorCode.CORRUPT_TRANSFER);
      SlowPut third = start(node, cluster);
      assertThat(third.reading.take()).isTrue();
      third.gone.post(true);
      third.replies.take();
    }
  }

  private SlowPut start(Node node, TestCluster cluster) {
    SlowPut put =
        new SlowPut(
            NodeClientOfTests.put(NodeClientOfTests.id(PARTITION, cluster.random()), new byte[0]));
    wires.carrier().start("put", () -> node.server().handle(put));
    return put;
  }

  private static ErrorCode code(NodeResponse response) {
    return ((NodeResponse.Failed) response).code();
  }
}
