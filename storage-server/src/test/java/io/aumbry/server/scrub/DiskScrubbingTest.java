package io.aumbry.server.scrub;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.HandViews;
import io.aumbry.server.replica.OpenReplicas;
import io.aumbry.server.replication.AnsweringPeers;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.StandingCarrier;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.HandTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A scrub that is always behind its schedule. */
@Timeout(300)
class DiskScrubbingTest {
  private static final String HERE = "partition-" + Blobs.PARTITION;

  /** Offset of a byte of the first record's content in its file. */
  private static final int FIRST_CONTENT = 160;

  private final SplittableRandom random = new SplittableRandom(8);
  private final OpenReplicas replicas = new OpenReplicas();
  private final AtomicInteger repairs = new AtomicInteger();
  private final List<BlobId> ids = new ArrayList<>();
  private final DiskScrubbing scrubbing =
      new DiskScrubbing(
          replicas.faults(),
          new ScrubConfig(Duration.ofSeconds(1), 1L << 30),
          replicas.registry(),
          repairs::incrementAndGet,
          new NodeEnvironment(
              new HandViews(),
              new AnsweringPeers(),
              new StandingCarrier(new LateTime(replicas.carrier().time()), replicas.carrier()),
              random.split(),
              new Metrics()));

  /** A clock by which each round is overdue. */
  private record LateTime(Time time) implements Time {
    @Override
    public long wallMillis() {
      return new HandTime().wallMillis() + Duration.ofDays(1000).toMillis();
    }

    @Override
    public long monotonicNanos() {
      return time.monotonicNanos();
    }
  }

  @AfterEach
  void close() {
    scrubbing.worker().close();
    replicas.close();
  }

  private BlobStore store() {
    return replicas.registry().find(Blobs.PARTITION).orElseThrow().store();
  }

  private void put(int count) {
    for (int i = 0; i < count; i++) {
      ids.add(Blobs.id(random));
      put(ids.getLast());
    }
  }

  private void put(BlobId id) {
    assertThat(Blobs.put(store(), id, new byte[100], replicas.carrier().patient()))
        .isEqualTo(new NodeResponse.Done());
  }

  private void startBehind() {
    replicas.open(ReplicaState.STANDBY);
    put(300);
    scrubbing.worker().start();
    await().until(() -> replicas.disk().scrubState().rounds() > 1);
  }

  private String file(String suffix) throws Exception {
    return HERE
        + "/"
        + replicas.medium().list(HERE).stream()
            .filter(name -> name.endsWith(suffix))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void damageIsRepairedMeanwhile() throws Exception {
    startBehind();
    replicas.medium().flip(file(".seg"), FIRST_CONTENT, 1);
    await().until(() -> store().damaged().open() == 1);
    await().until(() -> repairs.get() > 0);
    put(ids.getFirst());
    await().until(() -> store().damaged().open() == 0);
  }
}
