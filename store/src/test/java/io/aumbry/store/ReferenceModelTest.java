package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.compaction.CompactionRound;
import io.aumbry.store.compaction.Retention;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.CrashingDisk.Cached;
import io.aumbry.store.partition.StoreConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compares random operations, restarts, compactions and clock steps with a plain map. {@code
 * -Daumbry.model.operations} is the minimum number of operations, {@code -Daumbry.model.seed} the
 * first seed. Each seed has its own store.
 */
@Timeout(7200)
final class ReferenceModelTest {
  private static final long OPERATIONS = Long.getLong("aumbry.model.operations", 1_000_000);
  private static final long SEED = Long.getLong("aumbry.model.seed", 20_261_120);

  private static final int OPERATIONS_OF_A_STORE = 50_000;

  private static final int MAX_BLOBS = 8000;
  private static final long DAY = 86_400_000;
  private static final Retention RETENTION = Retention.defaults();
  private static final StoreConfig CONFIG = StoreFixture.SMALL.withRetention(RETENTION);

  private record Model(int seed, int length, long expiry, int life, boolean deleted, long changed) {
    Model deletedAt(long millis) {
      return new Model(seed, length, expiry, life, true, millis);
    }

    Model alive() {
      return new Model(seed, length, expiry, life + 1, false, 0);
    }

    Model kept() {
      return new Model(seed, length, Expiry.NEVER, life, deleted, changed);
    }

    byte[] bytes() {
      return BytesOfTests.random(new SplittableRandom(seed), length);
    }
  }

  @Test
  void theStoreBehavesLikeAMap() {
    AtomicLong dropped = new AtomicLong();
    long stores = (OPERATIONS + OPERATIONS_OF_A_STORE - 1) / OPERATIONS_OF_A_STORE;
    Seeds.each(
        SEED,
        stores,
        "-Daumbry.model.operations=" + OPERATIONS_OF_A_STORE + " -Daumbry.model.seed=",
        seed -> {
          try (StoreFixture fixture = StoreFixture.light()) {
            dropped.addAndGet(new Run(seed, fixture).perform());
            assertThat(fixture.buffers().open()).isZero();
          }
        });
    assertThat(dropped.get())
        .as("records that compaction dropped")
        .isGreaterThan(stores * OPERATIONS_OF_A_STORE / 100);
    System.out.printf("%d operations, seeds from %d%n", stores * OPERATIONS_OF_A_STORE, SEED);
  }

  private static final class Run {
    private final StoreFixture fixture;
    private final SplittableRandom random;
    private final Map<BlobId, Model> model = new HashMap<>();
    private final List<BlobId> ids = new ArrayList<>();
    private CrashingDisk medium;
    private long dropped;
    private StoreDisk disk;
    private BlobStore store;

    Run(long seed, StoreFixture fixture) {
      this.fixture = fixture;
      this.random = new SplittableRandom(seed);
      this.medium = new CrashingDisk(random.split());
      this.disk = fixture.open(medium, CONFIG);
      this.store = disk.create(Blobs.PARTITION);
    }

    /** Returns the number of records that compaction dropped. */
    long perform() {
      for (int i = 0; i < OPERATIONS_OF_A_STORE; i++) {
        try {
          step();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("in operation " + i, e);
        }
      }
      disk.close();
      return dropped;
    }

    private void step() {
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4 -> put();
        case 5 -> putAgain();
        case 6, 7 -> delete();
        case 8 -> moveTheClock();
        case 9 -> restartSometimes();
        case 10 -> keep();
        case 11 -> undelete();
        case 12 -> compactSometimes();
        case 13 -> countSometimes();
        default -> read();
      }
    }

    private void put() {
      if (ids.size() >= MAX_BLOBS) {
        read();
        return;
      }
      int length = random.nextInt(150) == 0 ? random.nextInt(100_000) : random.nextInt(400);
      long expiry =
          random.nextInt(3) == 0
              ? fixture.time().wallMillis()
                  + random.nextLong(random.nextInt(9) > 0 ? 100_000 : 40 * DAY)
              : Expiry.NEVER;
      Model blob = new Model(random.nextInt(), length, expiry, 0, false, 0);
      BlobId id = Blobs.idOf(1 + random.nextInt(5), random);
      assertThat(Blobs.put(store, id, blob.bytes(), expiry, fixture.patient()))
          .isEqualTo(new NodeResponse.Done());
      model.put(id, blob);
      ids.add(id);
    }

    private Optional<BlobId> known() {
      return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(random.nextInt(ids.size())));
    }

    /** Mostly small steps, and sometimes beyond the retentions. */
    private void moveTheClock() {
      boolean far = random.nextInt(200) == 0;
      fixture.time().advance(far ? random.nextLong(DAY * 20) : random.nextInt(100));
    }

    private boolean isExpired(Model blob) {
      return blob.expiry() <= fixture.time().wallMillis();
    }

    /** After that the state of the blob is no longer certain. */
    private boolean mayBeGone(Model blob) {
      long now = fixture.time().wallMillis();
      return blob.deleted()
          ? blob.changed() + RETENTION.deleted().toMillis() <= now
          : isExpired(blob) && blob.expiry() + RETENTION.expired().toMillis() <= now;
    }

    private void putAgain() {
      known()
          .filter(id -> !mayBeGone(modelOf(id)))
          .ifPresent(id -> {
            Model blob = modelOf(id);
            boolean same = random.nextBoolean();
            byte[] bytes = same ? blob.bytes() : new byte[blob.length() + 1];
            assertThat(Blobs.put(store, id, bytes, blob.expiry(), fixture.patient()))
                .isEqualTo(same ? new NodeResponse.Done() : WriteResult.Refused.OTHER_CONTENT);
          });
    }

    private void delete() {
      BlobId id = random.nextInt(10) == 0 ? Blobs.id(random) : known().orElse(Blobs.id(random));
      Model blob = model.get(id);
      long now = fixture.time().wallMillis();
      if (blob == null) {
        assertThat(store.delete(id, now, fixture.patient()))
            .isEqualTo(new NodeResponse.Missing(Absence.NOT_FOUND));
      } else if (!mayBeGone(blob)) {
        WriteResult result = store.delete(id, now, fixture.patient());
        if (!blob.deleted() && isExpired(blob)) {
          assertThat(result).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
        } else {
          assertThat(result).isInstanceOf(NodeResponse.Done.class);
          model.put(id, blob.deleted() ? blob : blob.deletedAt(now));
        }
      }
    }

    private void keep() {
      known()
          .filter(id -> !mayBeGone(modelOf(id)))
          .ifPresent(id -> {
            Model blob = modelOf(id);
            WriteResult result = store.updateTtl(id, fixture.patient());
            if (blob.deleted()) {
              assertThat(result).isEqualTo(new NodeResponse.Missing(Absence.DELETED));
            } else if (isExpired(blob)) {
              assertThat(result).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
            } else {
              assertThat(result).isInstanceOf(NodeResponse.Done.class);
              model.put(id, blob.kept());
            }
          });
    }

    private void undelete() {
      known()
          .ifPresent(id -> {
            Model blob = modelOf(id);
            WriteResult result =
                Blobs.undelete(store, id, fixture.time().wallMillis(), fixture.patient());
            if (mayBeGone(blob)) {
              assertThat(result).isInstanceOf(NodeResponse.Missing.class);
            } else if (isExpired(blob)) {
              assertThat(result).isEqualTo(new NodeResponse.Missing(Absence.EXPIRED));
            } else {
              assertThat(result).isInstanceOf(NodeResponse.Done.class);
              model.put(id, blob.alive());
            }
          });
    }

    private void compactSometimes() {
      if (random.nextInt(120) > 0) {
        return;
      }
      long now = fixture.time().wallMillis();
      Agreement agreement =
          random.nextInt(4) == 0
              ? new Agreement(random.nextLong(store.lastSequence() + 1), now)
              : new Agreement(Long.MAX_VALUE, now);
      boolean more = true;
      while (more) {
        CompactionRound round = store.compact(agreement, bytes -> {});
        more = round.didSomething();
        dropped += round.droppedRecords();
      }
      count();
    }

    private void countSometimes() {
      if (random.nextInt(20) == 0) {
        count();
      }
    }

    private void count() {
      UsageModel usage = new UsageModel(fixture.time().wallMillis());
      model.forEach((id, blob) -> {
        if (!blob.deleted()) {
          usage.add(id, blob.length(), blob.expiry());
        }
      });
      usage.assertCountedBy(store, fixture.patient());
    }

    private void read() {
      known()
          .ifPresent(id -> {
            Model blob = modelOf(id);
            Blobs.Read read = Blobs.read(store, id, fixture.patient());
            if (mayBeGone(blob)) {
              assertThat(read.result()).isInstanceOf(NodeResponse.Missing.class);
            } else if (blob.deleted()) {
              assertThat(read.result())
                  .isEqualTo(new NodeResponse.Missing(Absence.DELETED, blob.life()));
            } else if (isExpired(blob)) {
              assertThat(read.result())
                  .isEqualTo(new NodeResponse.Missing(Absence.EXPIRED, blob.life()));
            } else {
              assertThat(read.content()).isEqualTo(blob.bytes());
            }
          });
    }

    private Model modelOf(BlobId id) {
      return Optional.ofNullable(model.get(id)).orElseThrow();
    }

    /** By a clean end, a kill or a crash. All answered changes are durable. */
    private void restartSometimes() {
      if (random.nextInt(100) > 0) {
        return;
      }
      switch (random.nextInt(3)) {
        case 0 -> disk.close();
        case 1 -> leave(medium.afterKill());
        default -> leave(medium.afterCrash());
      }
      medium.cache(random.nextInt(4) == 0 ? Cached.SOME : Cached.ALL);
      disk = fixture.open(medium, CONFIG);
      store = disk.open(Blobs.PARTITION);
      count();
    }

    private void leave(CrashingDisk found) {
      disk.close();
      medium = found;
    }
  }
}
