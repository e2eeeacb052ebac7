package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.operation.FakeNode.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many concurrent requests with random faults. */
class ClusterRouterLoadTest {
  private static final int READERS = 1000;

  private static final int CHUNK = TestCluster.CHUNK;

  /** Memory for four chunks, the minimum. */
  private static RouterConfig tight(Duration wait) {
    RouterConfig usual = TestCluster.config();
    return new RouterConfig(
        2,
        CHUNK,
        new RouterConfig.Memory(4L * CHUNK, wait, usual.memory().shares()),
        usual.pipeline(),
        usual.nodeTimeout(),
        usual.hedge());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void randomFailuresNeverCauseAFalseReadOrAMemoryLeak(long seed) {
    TestCluster cluster = new TestCluster(seed, 2, 6);
    Random random = new Random(seed);
    Map<BlobId, byte[]> written = new LinkedHashMap<>();
    Set<BlobId> deleted = new HashSet<>();
    for (int round = 0; round < 40; round++) {
      for (int i = 0; i < 6; i++) {
        disturb(cluster.node("1-" + i), random);
      }
      for (int i = 0; i < 4; i++) {
        Runnable step = step(cluster, random, written, deleted);
        cluster.carrier.start("client", step);
      }
      cluster.carrier.pass(Duration.ofMillis(random.nextInt(5000)));
    }
    for (int i = 0; i < 6; i++) {
      calm(cluster.node("1-" + i));
    }
    cluster.requireNothingHeld();
    assertThat(written).as("seed %d", seed).hasSizeGreaterThan(5);
    written.forEach((id, bytes) -> {
      if (!deleted.contains(id)) {
        assertThat(cluster.read(id)).as("seed %d, %s", seed, id).isEqualTo(bytes);
      }
    });
    cluster.requireNothingHeld();
  }

  private static void disturb(FakeNode node, Random random) {
    calm(node);
    node.delay = Duration.ofMillis(1 + random.nextInt(80));
    if (random.nextInt(4) == 0) {
      Fault[] faults = Fault.values();
      node.fault = faults[random.nextInt(faults.length)];
    }
    if (random.nextInt(4) == 0) {
      node.breaksAfter = random.nextInt(CHUNK);
    }
  }

  private static void calm(FakeNode node) {
    node.fault = Fault.NONE;
    node.breaksAfter = Integer.MAX_VALUE;
    node.delay = Duration.ofMillis(1);
  }

  private static Runnable step(
      TestCluster cluster, Random random, Map<BlobId, byte[]> written, Set<BlobId> deleted) {
    List<BlobId> ids = new ArrayList<>(written.keySet());
    int kind = ids.isEmpty() ? 0 : random.nextInt(4);
    byte[] bytes = cluster.bytes(random.nextInt(4 * CHUNK));
    return () -> {
      try {
        switch (kind) {
          case 0, 1 -> {
            var context = cluster.carrier.request(Duration.ofSeconds(20));
            written.put(
                cluster.router.put(cluster.upload(), cluster.body(bytes), context).id(), bytes);
          }
          case 2 -> delete(cluster, ids.get(random.nextInt(ids.size())), deleted);
          default -> {
            BlobId id = ids.get(random.nextInt(ids.size()));
            check(cluster, id, written.getOrDefault(id, bytes), deleted);
          }
        }
      } catch (AumbryException e) {
        assertThat(e.code().category()).as("%s", e).isEqualTo(ErrorCategory.ELSEWHERE);
      }
    };
  }

  private static void delete(TestCluster cluster, BlobId id, Set<BlobId> deleted) {
    // From now on it may be gone, whatever the answer is.
    deleted.add(id);
    var result = cluster.router.delete(id, cluster.carrier.request(Duration.ofSeconds(20)));
    assertThat(result).isInstanceOf(NodeResponse.Done.class);
  }

  private static void check(TestCluster cluster, BlobId id, byte[] bytes, Set<BlobId> deleted) {
    GetOptions options = new GetOptions(new ByteRange.All(), false, false);
    GetResult result =
        cluster.router.get(id, options, cluster.carrier.request(Duration.ofSeconds(20)));
    if (result instanceof GetResult.Found found) {
      try (ByteSource content = found.content();
          Body body = Body.readFully(content)) {
        assertThat(body.toByteArray()).isEqualTo(bytes);
      }
    } else {
      assertThat(deleted).as("%s of %s", result, id).contains(id);
    }
  }

  /** A pause of a client, which only time ends. */
  private static void idle(TestCluster cluster, Duration span) {
    Deadline until = Deadline.after(span, cluster.carrier);
    assertThat(new Mailbox<Integer>().take(until, cluster.carrier)).isEmpty();
  }

  @Test
  void aThousandSlowReadersOfLargeBlobsStayWithinTheMemory() {
    TestCluster cluster = new TestCluster(9, 1, 4, tight(Duration.ofSeconds(1)));
    byte[] bytes = cluster.bytes(5 * CHUNK);
    BlobId id = cluster.put(bytes).id();
    cluster.carrier.settle();
    int[] outcomes = new int[2];
    for (int i = 0; i < READERS; i++) {
      cluster.carrier.start("reader", () -> outcomes[readSlowly(cluster, id, bytes)]++);
    }
    cluster.requireNothingHeld();
    assertThat(outcomes[0]).isGreaterThanOrEqualTo(2);
    assertThat(outcomes[0] + outcomes[1]).isEqualTo(READERS);
    assertThat(outcomes[1]).as("refused").isPositive();
  }

  /** 0 if all was read, 1 if there was no room. */
  private static int readSlowly(TestCluster cluster, BlobId id, byte[] bytes) {
    var context = cluster.carrier.request(Duration.ofHours(1));
    try {
      GetOptions all = new GetOptions(new ByteRange.All(), false, false);
      GetResult.Found found = (GetResult.Found) cluster.router.get(id, all, context);
      int read = 0;
      try (ByteSource content = found.content()) {
        for (Optional<Buffer> next = content.next(); next.isPresent(); next = content.next()) {
          assertThat(cluster.router.bodyMemoryHeld()).isLessThanOrEqualTo(4L * CHUNK);
          read += next.get().size();
          next.get().close();
          idle(cluster, Duration.ofMillis(300));
        }
      }
      assertThat(read).isEqualTo(bytes.length);
      return 0;
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
      return 1;
    }
  }

  @Test
  void manyLargeUploadsShareLittleMemoryAndAllSucceed() {
    TestCluster cluster = new TestCluster(10, 1, 4, tight(Duration.ofSeconds(60)));
    cluster.node("1-0").delay = Duration.ofMillis(40);
    List<BlobId> done = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      byte[] bytes = cluster.bytes(6 * CHUNK + i);
      cluster.carrier.start(
          "writer",
          () -> {
            var context = cluster.carrier.request(Duration.ofHours(1));
            done.add(cluster.router.put(cluster.upload(), cluster.body(bytes), context).id());
            assertThat(cluster.router.bodyMemoryHeld()).isLessThanOrEqualTo(4L * CHUNK);
          });
    }
    cluster.requireNothingHeld();
    assertThat(done).hasSize(12);
  }

  @Test
  void slowUploadHoldsNoMemoryForChunksThatAreStored() {
    TestCluster cluster = new TestCluster(11, 1, 4);
    ByteSource fast = cluster.body(cluster.bytes(6 * CHUNK));
    List<Long> held = new ArrayList<>();
    ByteSource slow =
        new ByteSource() {
          @Override
          public Optional<Buffer> next() {
            idle(cluster, Duration.ofMillis(100));
            held.add(cluster.router.bodyMemoryHeld());
            return fast.next();
          }

          @Override
          public void close() {
            fast.close();
          }
        };
    cluster.put(cluster.upload(), slow);
    cluster.requireNothingHeld();
    assertThat(held).allMatch(bytes -> bytes <= 2L * CHUNK);
  }
}
