package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.store.disk.CrashingDisk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random operations, restarts and moves of the clock, against a plain map. */
@Timeout(120)
final class ReferenceModelTest {
  private static final int OPERATIONS = 100_000;
  private static final int MAX_BLOBS = 3000;
  private static final long SEED = 20_261_120;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final StoreFixture fixture = new StoreFixture();
  private final Map<BlobId, Model> model = new HashMap<>();
  private final List<BlobId> ids = new ArrayList<>();
  private CrashingDisk medium = new CrashingDisk(random.split());
  private StoreDisk disk = fixture.open(medium, StoreFixture.SMALL);
  private BlobStore store = disk.create(Blobs.PARTITION);

  private record Model(int seed, int length, long expiry, boolean deleted) {
    byte[] bytes() {
      return BytesOfTests.random(new SplittableRandom(seed), length);
    }
  }

  @Test
  void theStoreDoesWhatAMapDoes() {
    for (int i = 0; i < OPERATIONS; i++) {
      try {
        step();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + SEED + ", operation " + i, e);
      }
    }
    disk.close();
    fixture.close();
    assertThat(fixture.buffers().open()).isZero();
  }

  private void step() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> put();
      case 5 -> putAgain();
      case 6, 7 -> delete();
      case 8 -> fixture.time().advance(random.nextInt(100));
      case 9 -> restartSometimes();
      default -> read();
    }
  }

  private void put() {
    if (ids.size() >= MAX_BLOBS) {
      read();
      return;
    }
    int length = random.nextInt(30) == 0 ? random.nextInt(100_000) : random.nextInt(400);
    long expiry =
        random.nextInt(3) == 0
            ? fixture.time().wallMillis() + random.nextInt(100_000)
            : Expiry.NEVER;
    Model blob = new Model(random.nextInt(), length, expiry, false);
    BlobId id = Blobs.id(random);
    assertThat(Blobs.put(store, id, blob.bytes(), expiry, fixture.patient()))
        .isEqualTo(new WriteResult.Written());
    model.put(id, blob);
    ids.add(id);
  }

  private Optional<BlobId> known() {
    return ids.isEmpty() ? Optional.empty() : Optional.of(ids.get(random.nextInt(ids.size())));
  }

  private void putAgain() {
    known()
        .ifPresent(id -> {
          Model blob = modelOf(id);
          boolean same = random.nextBoolean();
          byte[] bytes = same ? blob.bytes() : new byte[blob.length() + 1];
          assertThat(Blobs.put(store, id, bytes, blob.expiry(), fixture.patient()))
              .isEqualTo(same ? new WriteResult.Written() : new WriteResult.Conflict());
        });
  }

  private void delete() {
    BlobId id = random.nextInt(10) == 0 ? Blobs.id(random) : known().orElse(Blobs.id(random));
    WriteResult result = store.delete(id, Blobs.CREATED, fixture.patient());
    Model blob = model.get(id);
    if (blob == null) {
      assertThat(result).isEqualTo(new WriteResult.Missing(Absence.NOT_FOUND));
    } else if (!blob.deleted() && blob.expiry() <= fixture.time().wallMillis()) {
      assertThat(result).isEqualTo(new WriteResult.Missing(Absence.EXPIRED));
    } else {
      assertThat(result).isEqualTo(new WriteResult.Written());
      model.put(id, new Model(blob.seed(), blob.length(), blob.expiry(), true));
    }
  }

  private void read() {
    known()
        .ifPresent(id -> {
          Model blob = modelOf(id);
          Blobs.Read read = Blobs.read(store, id, fixture.patient());
          if (blob.deleted()) {
            assertThat(read.result()).isEqualTo(new ReadResult.Missing(Absence.DELETED));
          } else if (blob.expiry() <= fixture.time().wallMillis()) {
            assertThat(read.result()).isEqualTo(new ReadResult.Missing(Absence.EXPIRED));
          } else {
            assertThat(read.content()).isEqualTo(blob.bytes());
          }
        });
  }

  private Model modelOf(BlobId id) {
    return Optional.ofNullable(model.get(id)).orElseThrow();
  }

  /** Cleanly, by a kill, or by a crash: all that was answered is durable. */
  private void restartSometimes() {
    if (random.nextInt(100) > 0) {
      return;
    }
    switch (random.nextInt(3)) {
      case 0 -> disk.close();
      case 1 -> leave(medium.afterKill());
      default -> leave(medium.afterCrash());
    }
    disk = fixture.open(medium, StoreFixture.SMALL);
    store = disk.open(Blobs.PARTITION);
  }

  private void leave(CrashingDisk found) {
    disk.close();
    medium = found;
  }
}
