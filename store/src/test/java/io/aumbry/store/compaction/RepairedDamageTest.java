package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreFixture;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.store.record.LogPosition;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Repaired damage whose bytes are intact again, as those of blocks that could be read later. */
final class RepairedDamageTest {
  private static final int SEGMENT = 16 * 1024;
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, SEGMENT, 0, 64 << 20, 1000, 1, 32);

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk medium = new CrashingDisk(random);
  private final List<BlobId> ids = new ArrayList<>();
  private UUID id = new UUID(0, 0);

  @BeforeEach
  void fill() {
    try (StoreDisk stores = fixture.open(medium, CONFIG)) {
      BlobStore store = stores.create(Blobs.PARTITION);
      id = store.id();
      for (int i = 0; i < 40; i++) {
        ids.add(Blobs.id(random));
        Blobs.put(store, ids.getLast(), new byte[1000], fixture.patient());
      }
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  /** The damage begins with the second record of the first file. */
  private Optional<LogRewrite.Outlook> planned(long lastSequence, List<BlobId> lost)
      throws IOException {
    try (RecordLog log = RecordLog.open(medium, "partition-7", id, SEGMENT)) {
      List<LogPosition> homes = new ArrayList<>();
      plan(log, new NoDamage(), homes).close();
      LogPosition place = homes.get(1);
      long length = homes.get((int) lastSequence).offset() - place.offset();
      Damage repaired = new Damage(place, length, 2, lastSequence, lost);
      NoDamage known =
          new NoDamage() {
            @Override
            public Optional<Damage> healedAt(LogPosition home) {
              return Optional.of(repaired).filter(damage -> damage.covers(home));
            }
          };
      try (LogRewrite rewrite = plan(log, known, new ArrayList<>())) {
        return Optional.of(rewrite.outlook());
      } catch (AumbryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
        return Optional.empty();
      }
    }
  }

  private static LogRewrite plan(RecordLog log, NoDamage damage, List<LogPosition> homes)
      throws IOException {
    LogRewrite.Keep all =
        (_, home) -> {
          homes.add(home);
          return true;
        };
    List<Integer> first = List.of(log.sealed().getFirst().number());
    return LogRewrite.plan(log, first, new LogRewrite.Rules(all, damage), _ -> {});
  }

  /** Followers skip the whole damage, so a file must have all of it or nothing. */
  @Test
  void damageThatMayHaveHeldChangesStaysInItsFile() throws IOException {
    assertThat(planned(3, List.of())).isEmpty();
  }

  @Test
  void damagedPutsAreDropped() throws IOException {
    assertThat(planned(3, ids.subList(1, 3)))
        .hasValueSatisfying(outlook -> assertThat(outlook.droppedRecords()).isEqualTo(2));
  }
}
