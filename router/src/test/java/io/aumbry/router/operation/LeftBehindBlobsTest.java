package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Silence;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import io.aumbry.router.replica.BackgroundDeletes;
import io.aumbry.router.replica.LeftOver;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.StorageNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Blobs of failed uploads to names that the router gives up to delete. */
@ExtendWith(Silence.class)
final class LeftBehindBlobsTest {
  private static final BlobId.Owner OWNER = new BlobId.Owner(1, 101, 5, false);
  private static final long FIRST_MILLIS = 1000;
  private static final long BLOBS = 30_000;

  private final TestCluster cluster = new TestCluster(3, 1, 1);
  private final List<Runnable> tasks = new ArrayList<>();
  private final RequestContext context =
      new RequestContext("test", new Manual(), new Deadline(Long.MAX_VALUE));
  private final BackgroundDeletes deletes =
      new BackgroundDeletes(
          new RecordChange(
              new StorageNodes(
                  cluster,
                  cluster.nodes,
                  TestCluster.config(),
                  cluster.carrier,
                  cluster.random,
                  new Metrics()),
              2,
              cluster.carrier),
          Duration.ofSeconds(1),
          new Metrics());

  /** Leaves it to the test to run the tasks. */
  private final class Manual implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      tasks.add(task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      throw new IllegalStateException("nothing is tried again");
    }

    @Override
    public Time time() {
      return cluster.carrier;
    }
  }

  private LeftOver madeAt(long millis) {
    BlobId id = BlobId.create(OWNER, BlobKind.SIMPLE, 0, millis, cluster.random);
    return LeftOver.ofPut(id.withName(), List.of(1));
  }

  private void fillQueue() {
    BlobId chunk = BlobId.create(OWNER, BlobKind.CHUNK, 0, FIRST_MILLIS, cluster.random);
    LeftOver one = LeftOver.forEver(chunk);
    deletes.add(Collections.nCopies(BackgroundDeletes.CAPACITY, one), context);
  }

  /** Returns the most blobs that were found neither pending nor left behind. */
  private long unaccounted() {
    long most = 0;
    OptionalLong pending;
    do {
      pending = deletes.oldestNamed();
      long leftBehind = deletes.namedLeftBehind();
      most = Math.max(most, pending.orElse(FIRST_MILLIS + BLOBS) - FIRST_MILLIS - leftBehind);
    } while (pending.isPresent());
    return most;
  }

  /**
   * A frontend that renews its lease asks for both in this order, and says then whether it left any
   * blob without a name.
   */
  @Test
  void aBlobIsLeftBehindBeforeItIsNoLongerPending() throws Exception {
    List<LeftOver> blobs =
        LongStream.range(0, BLOBS).mapToObj(i -> madeAt(FIRST_MILLIS + i)).toList();
    deletes.addAfter(this::fillQueue, blobs, context);
    assertThat(deletes.oldestNamed()).hasValue(FIRST_MILLIS);
    try (var frontend = Executors.newSingleThreadExecutor()) {
      Future<Long> unaccounted = frontend.submit(this::unaccounted);
      tasks.getFirst().run();
      assertThat(unaccounted.get()).isZero();
    }
    assertThat(deletes.namedLeftBehind()).isEqualTo(BLOBS);
  }
}
