package io.aumbry.router.operation;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.LeavingClaimant;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.RouterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Requests hold memory only for bytes that exist. */
class BodyMemoryTest {
  private static final int CHUNK = TestCluster.CHUNK;
  private static final int SMALL = 4 << 10;
  private static final GetOptions ALL = new GetOptions(new ByteRange.All(), false, false);

  private final TestCluster cluster = new TestCluster(3, 1, 4);

  private long held() {
    return cluster.router.bodyMemoryHeld();
  }

  private GetResult.Found found(BlobId id) {
    return cluster.carrier.run(() ->
        (GetResult.Found)
            cluster.router.get(id, ALL, cluster.carrier.request(TestCluster.PATIENCE)));
  }

  @Test
  void anUploadHoldsTheBytesThatHaveArrived() {
    byte[] bytes = cluster.bytes(SMALL);
    ByteSource fast = cluster.body(bytes);
    ByteSource slow =
        new ByteSource() {
          private int arrived;

          @Override
          public Optional<Buffer> next() {
            var pause = Deadline.after(Duration.ofMillis(100), cluster.carrier);
            assertThat(new Mailbox<Integer>().take(pause, cluster.carrier)).isEmpty();
            assertThat(held()).isLessThanOrEqualTo(arrived);
            Optional<Buffer> next = fast.next();
            arrived += next.map(Buffer::size).orElse(0);
            return next;
          }

          @Override
          public void close() {
            fast.close();
          }
        };
    BlobId id = cluster.put(cluster.upload(), slow).id();
    assertThat(cluster.read(id)).isEqualTo(bytes);
    cluster.requireNothingHeld();
  }

  @Test
  void aReadOfASmallBlobHoldsItsSizeUntilItIsClosed() {
    BlobId id = cluster.put(cluster.bytes(SMALL)).id();
    cluster.carrier.settle();
    GetResult.Found found = found(id);
    assertThat(held()).isEqualTo(SMALL);
    cluster.carrier.run(() -> {
      for (var next = found.content().next(); next.isPresent(); next = found.content().next()) {
        next.get().close();
      }
      return true;
    });
    assertThat(held()).as("until the bytes are sent").isEqualTo(SMALL);
    found.content().close();
    cluster.requireNothingHeld();
  }

  @Test
  void readsOfUnknownSizeHoldLittle() {
    BlobId id = cluster.put(cluster.bytes(CHUNK)).id();
    cluster.carrier.settle();
    cluster.nodesIn(1).forEach(node -> node.delay = Duration.ofMillis(500));
    for (int i = 0; i < 10; i++) {
      cluster.carrier.start("reader", () -> read(cluster, id));
    }
    cluster.carrier.pass(Duration.ofMillis(2));
    assertThat(held()).isPositive().isLessThanOrEqualTo(10L * CHUNK / 2);
    cluster.requireNothingHeld();
  }

  @Test
  void aReadWithoutRoomForItsSizeWaitsAndSucceeds() {
    RouterConfig usual = TestCluster.config();
    TestCluster tight =
        new TestCluster(
            5,
            1,
            4,
            new RouterConfig(
                2,
                CHUNK,
                new RouterConfig.Memory(4L * CHUNK, Duration.ofSeconds(1), usual.memory().shares()),
                usual.pipeline(),
                usual.nodeTimeout(),
                usual.hedge()));
    byte[] bytes = tight.bytes(CHUNK);
    BlobId id = tight.put(bytes).id();
    tight.carrier.settle();
    for (int i = 0; i < 12; i++) {
      tight.carrier.start("reader", () -> assertThat(read(tight, id)).isEqualTo(bytes.length));
    }
    tight.requireNothingHeld();
  }

  /** A client that disconnects while its request waits for nodes. */
  private static final class Leaving implements Claimant {
    private final Thread worker = Thread.currentThread();
    private boolean gone;

    void leave() {
      gone = true;
      LockSupport.unpark(worker);
    }

    @Override
    public boolean isGone() {
      return gone;
    }

    @Override
    public Optional<Object> key(Scope scope) {
      return Optional.empty();
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
      throw new IllegalStateException("nothing waits");
    }
  }

  /** Runs a request, lets its client leave after 10 ms, and returns the bytes held 1 ms later. */
  private long heldAfterLeaving(Consumer<RequestContext> request) {
    List<ErrorCode> ends = new ArrayList<>();
    cluster.carrier.start(
        "request",
        () -> {
          Leaving client = new Leaving();
          cluster.carrier.schedule(Duration.ofMillis(10), client::leave);
          try {
            request.accept(cluster.carrier.request(TestCluster.PATIENCE).withClaimant(client));
          } catch (AumbryException e) {
            ends.add(e.code());
          }
        });
    cluster.carrier.pass(Duration.ofMillis(9));
    assertThat(held()).isPositive();
    cluster.carrier.pass(Duration.ofMillis(2));
    assertThat(ends).containsExactly(ErrorCode.CLIENT_GONE);
    return held();
  }

  @Test
  void aReadForADisconnectedClientWaitsForNoNode() {
    BlobId id = cluster.put(cluster.bytes(SMALL)).id();
    cluster.carrier.settle();
    cluster.fault(1, FakeNode.Fault.SILENT);
    assertThat(heldAfterLeaving(context -> cluster.router.get(id, ALL, context))).isZero();
    cluster.requireNothingHeld();
  }

  /** The stream of an answer ends when its client leaves, which says nothing about the replica. */
  @Test
  void aClientThatLeavesDuringAReadCausesNoFurtherRequest() {
    BlobId id = cluster.put(cluster.bytes(CHUNK)).id();
    cluster.carrier.settle();
    cluster.nodesIn(1).forEach(node -> node.breaksAfter = CHUNK / 2);
    AtomicBoolean gone = new AtomicBoolean();
    cluster.carrier.run(() -> {
      RequestContext context =
          cluster
              .carrier
              .request(TestCluster.PATIENCE)
              .withClaimant(new LeavingClaimant(gone::get));
      int before = cluster.nodes.sent().size();
      try (ByteSource content =
          ((GetResult.Found) cluster.router.get(id, ALL, context)).content()) {
        content.next().orElseThrow().close();
        gone.set(true);
        assertCode(() -> Body.readFully(content).close(), ErrorCode.CLIENT_GONE);
      }
      assertThat(cluster.nodes.sent()).hasSize(before + 1);
      return true;
    });
    cluster.requireNothingHeld();
  }

  @Test
  void anUploadOfADisconnectedClientWaitsForNoNodeAndLeavesNothingBehind() {
    cluster.nodesIn(1).forEach(node -> node.delay = Duration.ofMillis(500));
    byte[] bytes = cluster.bytes(CHUNK + SMALL);
    assertThat(
            heldAfterLeaving(
                context -> cluster.router.put(cluster.upload(), cluster.body(bytes), context)))
        .isZero();
    cluster.requireNothingHeld();
    assertThat(cluster.nodesIn(1)).allSatisfy(node -> assertThat(node.readable()).isZero());
  }

  /** A disconnecting client must not stop a delete between a blob and its chunks. */
  @Test
  void aDeleteIsCompletedAfterItsClientDisconnects() {
    BlobId id = cluster.put(cluster.bytes(2 * CHUNK)).id();
    cluster.carrier.settle();
    cluster.nodesIn(1).forEach(node -> node.delay = Duration.ofMillis(7));
    cluster.carrier.start(
        "delete",
        () -> {
          Leaving client = new Leaving();
          cluster.carrier.schedule(Duration.ofMillis(10), client::leave);
          RequestContext context =
              cluster.carrier.request(TestCluster.PATIENCE).withClaimant(client);
          assertThat(cluster.router.delete(id, context)).isInstanceOf(NodeResponse.Done.class);
        });
    cluster.requireNothingHeld();
    assertThat(cluster.nodesIn(1)).allSatisfy(node -> assertThat(node.readable()).isZero());
  }

  private static long read(TestCluster from, BlobId id) {
    var context = from.carrier.request(TestCluster.PATIENCE);
    GetResult.Found found = (GetResult.Found) from.router.get(id, ALL, context);
    long size = 0;
    try (ByteSource content = found.content()) {
      for (var next = content.next(); next.isPresent(); next = content.next()) {
        size += next.get().size();
        next.get().close();
        Deadline pause = Deadline.after(Duration.ofMillis(20), from.carrier);
        assertThat(new Mailbox<Integer>().take(pause, from.carrier)).isEmpty();
      }
    }
    return size;
  }
}
