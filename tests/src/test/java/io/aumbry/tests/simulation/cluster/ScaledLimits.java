package io.aumbry.tests.simulation.cluster;

import io.aumbry.router.RouterConfig;
import io.aumbry.server.ServerConfig;
import io.aumbry.server.compaction.CompactionConfig;
import io.aumbry.server.entropy.EntropyConfig;
import io.aumbry.server.replication.ReplicationConfig;
import io.aumbry.server.sealing.SealingConfig;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.io.QueueLimits;
import io.aumbry.store.partition.StoreConfig;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Draws times and sizes of the product so small that a run of a few seconds reaches them. A third
 * of the runs keeps the constants of production. Another third scales each constant with
 * probability 1/2. The last third scales all of them.
 */
final class ScaledLimits {
  private static final List<Integer> SEGMENTS = List.of(8 << 10, 16 << 10, 24 << 10);
  private static final int CHANCES = 6;

  private final SplittableRandom random;

  /** The number of {@link #CHANCES} that give a small value. */
  private final int share;

  ScaledLimits(SplittableRandom random) {
    this.random = random;
    this.share = random.nextInt(3) * CHANCES / 2;
  }

  ClusterPlan of(ClusterPlan plan) {
    return new ClusterPlan(
        plan.shape(),
        plan.session(),
        store(plan.store()),
        server(plan.server()),
        plan.router()
            .withTuning(tuning(plan.router().tuning()))
            .withPagesOf(pages(plan.router().chunking().pageChunks())),
        upkeep(plan.upkeep()));
  }

  private boolean isSmall() {
    return random.nextInt(CHANCES) < share;
  }

  /** Returns a duration from {@code least} to twice that, or the usual one. */
  private Duration small(Duration usual, Duration least) {
    long millis = random.nextLong(1 + least.toMillis());
    return isSmall() ? least.plusMillis(millis) : usual;
  }

  /** Returns a number from {@code least} to twice that, or the usual one. */
  private int small(int usual, int least) {
    int more = random.nextInt(1 + least);
    return isSmall() ? least + more : usual;
  }

  /**
   * Returns the size of a page in chunks, which is small in half of all runs. Only blobs of several
   * chunks have pages, and runs with small segments have none.
   */
  private int pages(int usual) {
    int chunks = random.nextInt(1, 4);
    return random.nextBoolean() ? chunks : usual;
  }

  private StoreConfig store(StoreConfig usual) {
    int tiny = SEGMENTS.get(random.nextInt(SEGMENTS.size()));
    IndexLimits index = usual.index();
    QueueLimits queue = usual.queue();
    return usual
        .withQueue(new QueueLimits(queue.bytes(), small(queue.requests(), 4)))
        .withSegmentBytes(isSmall() ? tiny : usual.segmentBytes())
        .withIndex(
            new IndexLimits(
                small(index.activeEntries(), 4),
                small((int) index.activeBytes(), 16 << 10),
                small(index.mergeFanIn(), 2),
                small(index.mostUnsealed(), 1)));
  }

  private ServerConfig server(ServerConfig usual) {
    ReplicationConfig replication = usual.replication();
    ReplicationConfig.Tuning tuning = replication.tuning();
    CompactionConfig compaction = usual.compaction();
    return usual
        .withReplication(
            replication
                .withGrace(small(replication.grace(), Duration.ofMillis(10)))
                .withRollCall(small(replication.rollCall(), Duration.ofMillis(100)))
                .with(
                    new ReplicationConfig.Tuning(
                        small(tuning.avoided(), Duration.ofMillis(300)),
                        small(tuning.longestBackoff(), Duration.ofMillis(200)),
                        tuning.mended(),
                        small(tuning.points(), 1),
                        small(tuning.summaryBytes(), 512),
                        small((int) tuning.stretchBytes(), 8 << 10))))
        .withWaitingPulls(small(usual.waitingPulls(), 4))
        .withCompaction(
            new CompactionConfig(
                small(compaction.interval(), Duration.ofSeconds(1)), compaction.bytesPerSecond()));
  }

  private RouterConfig.Tuning tuning(RouterConfig.Tuning usual) {
    return new RouterConfig.Tuning(
        small(usual.suspicion(), Duration.ofMillis(200)),
        small(usual.avoidance(), Duration.ofMillis(300)),
        small(usual.silence(), Duration.ofMillis(500)),
        small(usual.hold(), Duration.ofSeconds(1)),
        small(usual.deleteRetry(), Duration.ofMillis(50)),
        small(usual.hintAge(), Duration.ofMillis(10)),
        small(usual.hints(), 1));
  }

  private Upkeep upkeep(Upkeep usual) {
    EntropyConfig comparison = usual.comparison();
    SealingConfig sealing = usual.sealing();
    return new Upkeep(
        usual.rebuilds(),
        usual.compares(),
        new EntropyConfig(
            comparison.period(),
            comparison.settle(),
            comparison.blobsPerSecond(),
            small(comparison.inStep(), Duration.ofMillis(200)),
            small(comparison.mostSuspects(), 1)),
        small(usual.firstPause(), Duration.ofMillis(200)),
        new SealingConfig(
            sealing.sealPercent(),
            sealing.unsealPercent(),
            small(sealing.interval(), Duration.ofMillis(200))));
  }
}
