package io.aumbry.router.operation;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.transport.node.NodeCall;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeReply;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ClusterRouterCostTest {
  private static final int ROUNDS = 20_000;

  /** Like a network buffer; a checksum of bytes on the heap would copy them. */
  private record DirectBuffer(ByteBuffer bytes) implements Buffer {
    @Override
    public int size() {
      return bytes.remaining();
    }

    @Override
    public ByteBuffer view() {
      return bytes.duplicate();
    }

    @Override
    public Buffer slice(int from, int length) {
      return new DirectBuffer(bytes.slice(from, length));
    }

    @Override
    public Buffer retain() {
      return this;
    }

    @Override
    public void close() {
      // Never returned.
    }
  }

  /** Answers every read at once with the same blob. */
  private static final class OneBlobClient implements NodeClient {
    private final Buffer content = new DirectBuffer(ByteBuffer.allocateDirect(4096));
    private final NodeResponse.Found found;

    OneBlobClient(Buffer metadata) {
      BlockChecksums checksums = BlockChecksums.of(Body.of(content));
      BlobState state = new BlobState(0, false, Expiry.NEVER);
      this.found = new NodeResponse.Found(state, metadata, 4096, 0, 4096, checksums);
    }

    private record Call(StorageNode node) implements NodeCall {
      @Override
      public void cancel() {
        // The answer is already there.
      }
    }

    @Override
    public NodeCall send(
        StorageNode node,
        NodeRequest request,
        Body body,
        RequestContext context,
        Mailbox<NodeReply> replies) {
      Call call = new Call(node);
      replies.post(new NodeReply.Answer(call, found, once()));
      return call;
    }

    private ByteSource once() {
      boolean[] read = {false};
      return new ByteSource() {
        @Override
        public Optional<Buffer> next() {
          boolean first = !read[0];
          read[0] = true;
          return first ? Optional.of(content) : Optional.empty();
        }

        @Override
        public void close() {
          read[0] = true;
        }
      };
    }

    @Override
    public void close() {
      // Holds nothing.
    }
  }

  /** Garbage of the router, excluding the returned properties. */
  @Test
  void getOfASmallBlobMakesLessThanTwoKibibytesOfGarbage() {
    TestCluster cluster = new TestCluster(1, 1, 2);
    BlobId id = cluster.put(cluster.bytes(4096)).id();
    cluster.requireNothingHeld();
    Buffer metadata =
        HeapBuffer.copyOf(
            BlobPropertiesCodec.encode(
                new BlobProperties(
                    4096,
                    1,
                    Expiry.INFINITE_TTL,
                    OptionalInt.of(1),
                    false,
                    new BlobProperties.Labels("", "", "", "", "", ""),
                    Map.of())));
    Router router =
        new ClusterRouter(
            cluster,
            new OneBlobClient(metadata),
            TestCluster.config(),
            cluster.carrier,
            cluster.random,
            cluster.random,
            new Metrics());
    RequestContext context = cluster.carrier.request(Duration.ofHours(1));
    // Once compilation in the background is complete.
    await()
        .untilAsserted(
            () -> assertThat(garbageOf(() -> get(router, id, context))).isBetween(100L, 2048L));
  }

  /** Mean bytes of many requests. */
  private static long garbageOf(Runnable request) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      request.run();
    }
    return (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
  }

  private static void get(Router router, BlobId id, RequestContext context) {
    GetOptions all = new GetOptions(new ByteRange.All(), false, false);
    GetResult.Found found = (GetResult.Found) router.get(id, all, context);
    try (ByteSource content = found.content()) {
      content.next().orElseThrow().close();
      assertEnded(content);
    }
  }

  private static void assertEnded(ByteSource content) {
    if (content.next().isPresent()) {
      throw new AssertionError("more than one slice");
    }
  }
}
