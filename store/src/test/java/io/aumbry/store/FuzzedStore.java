package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.store.compaction.Agreement;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * A store with files of every kind, to copy and damage: original and compacted segments, index
 * segments, manifest, quarantine, marks. Knows the state of each blob.
 */
final class FuzzedStore {
  static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, 16 * 1024, 0, 64 << 20, 1000, 1, 16);

  private static final int OLD = 40;
  private static final int BLOBS = 60;
  private static final int UNSEALED = 8;

  /** Known to be damaged, one in its content and one in its header. */
  private static final int FIRST_HURT = 45;

  private static final int SECOND_HURT = 48;

  private final Left left;
  private final List<BlobId> ids = new ArrayList<>();
  private final Set<BlobId> deleted = new HashSet<>();
  private final SplittableRandom random = new SplittableRandom(9);
  private final long nowMillis;
  private final CrashingDisk made = new CrashingDisk(new SplittableRandom(8));
  private final CrashingDisk disk;

  /** The state in which it was left. */
  enum Left {
    /** The damaged blobs were put again. */
    WHOLE,
    /** One blob is still damaged. */
    DAMAGED,
    /** The last records are not indexed, and there is no clean end. */
    KILLED
  }

  FuzzedStore(Left left) {
    this.left = left;
    try (StoreFixture fixture = new StoreFixture()) {
      fill(fixture);
      damageAndHeal(fixture);
      this.disk = left == Left.KILLED ? kill(fixture) : made.copy();
      this.nowMillis = fixture.time().wallMillis();
    }
  }

  private void fill(StoreFixture fixture) {
    try (StoreDisk open = fixture.open(made, CONFIG)) {
      BlobStore store = open.create(Blobs.PARTITION);
      put(fixture, store, OLD);
      delete(fixture, store, ids.stream().filter(id -> ids.indexOf(id) % 3 > 0).toList());
      fixture.time().advance(Duration.ofDays(8).toMillis());
      assertThat(compact(fixture, store)).as("files were compacted").isTrue();
      put(fixture, store, BLOBS);
      delete(fixture, store, List.of(ids.get(OLD), ids.get(OLD + 10)));
    }
  }

  private void damageAndHeal(StoreFixture fixture) {
    hurt(FIRST_HURT, BlobId.SIZE + Blobs.metadata(ids.get(FIRST_HURT)).length + Integer.BYTES);
    hurt(SECOND_HURT, BlobId.SIZE);
    try (StoreDisk open = fixture.open(made, CONFIG)) {
      BlobStore store = open.open(Blobs.PARTITION);
      StoreFixture.scrub(open);
      assertThat(store.damaged().open()).isEqualTo(2);
      putAgain(fixture, store, FIRST_HURT);
      if (left != Left.DAMAGED) {
        putAgain(fixture, store, SECOND_HURT);
      }
      open.followUp(moved -> {});
      assertThat(store.damaged().open()).isEqualTo(left == Left.DAMAGED ? 1 : 0);
    }
  }

  private CrashingDisk kill(StoreFixture fixture) {
    try (StoreDisk open = fixture.open(made, CONFIG)) {
      put(fixture, open.open(Blobs.PARTITION), BLOBS + UNSEALED);
      return made.afterKill().copy();
    }
  }

  /** Puts blobs up to a number. */
  private void put(StoreFixture fixture, BlobStore store, int count) {
    while (ids.size() < count) {
      BlobId id = Blobs.id(random);
      Blobs.put(store, id, content(ids.size()), fixture.patient());
      ids.add(id);
    }
  }

  private void putAgain(StoreFixture fixture, BlobStore store, int number) {
    assertThat(Blobs.put(store, ids.get(number), content(number), fixture.patient()))
        .isEqualTo(new NodeResponse.Done());
  }

  private void delete(StoreFixture fixture, BlobStore store, List<BlobId> some) {
    some.forEach(id -> store.delete(id, fixture.time().wallMillis(), fixture.patient()));
    deleted.addAll(some);
  }

  /** Flips a bit at an offset from the id in the blob's first record. */
  private void hurt(int number, int behind) {
    byte[] id = new byte[BlobId.SIZE];
    ids.get(number).write(ByteBuffer.wrap(id));
    for (String path : made.files()) {
      int at = indexOf(made.bytes(path), id);
      if (path.endsWith(".seg") && at >= 0) {
        made.flip(path, at + behind, 2);
        return;
      }
    }
    throw new AssertionError("the log has no blob " + number);
  }

  private static int indexOf(byte[] in, byte[] what) {
    for (int at = 0; at + what.length <= in.length; at += Integer.BYTES) {
      if (Arrays.equals(in, at, at + what.length, what, 0, what.length)) {
        return at;
      }
    }
    return -1;
  }

  /** Compacts until nothing remains; returns whether anything was done. */
  static boolean compact(StoreFixture fixture, BlobStore store) {
    Agreement all = new Agreement(Long.MAX_VALUE, fixture.time().wallMillis());
    boolean any = false;
    while (store.compact(all, bytes -> {}).didSomething()) {
      any = true;
    }
    return any;
  }

  /** A copy of its disk. */
  CrashingDisk copy() {
    return disk.copy();
  }

  /** The time at which it was left. */
  long nowMillis() {
    return nowMillis;
  }

  int blobs() {
    return ids.size();
  }

  BlobId id(int number) {
    return ids.get(number);
  }

  byte[] content(int number) {
    return BytesOfTests.random(new SplittableRandom(number), 20 + number * 30);
  }

  boolean isDeleted(int number) {
    return deleted.contains(ids.get(number));
  }

  /** Whether nothing proves that this blob was acknowledged once its record is lost. */
  boolean isInDoubt(int number) {
    return number >= BLOBS;
  }

  boolean isDamaged(int number) {
    return left == Left.DAMAGED && number == SECOND_HURT;
  }
}
