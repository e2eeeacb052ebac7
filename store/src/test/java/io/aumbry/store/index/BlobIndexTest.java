package io.aumbry.store.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.Blobs;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.index.IndexEntry.PutPlace;
import io.aumbry.store.log.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class BlobIndexTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final int MAX_ACTIVE = 16;

  private final SplittableRandom random = new SplittableRandom(1);
  private final CrashingDisk disk = new CrashingDisk(random);

  /** The thread that seals may be at work while the writer has not yet synced the log. */
  @Test
  void aFullPartIsNotSealedBeforeTheWriterSaysSo() throws IOException {
    disk.createFolder("s");
    BlobIndex index = BlobIndex.open(disk, "s", STORE, MAX_ACTIVE);
    boolean full = false;
    for (int i = 0; i < MAX_ACTIVE; i++) {
      LogPosition at = new LogPosition(1, 64 + 8L * i);
      index.put(new IndexEntry(Blobs.id(random), StoredState.put(1, 2), new PutPlace(at, 100, 10)));
      full = index.cover(i + 1, at, new LogPosition(1, 72 + 8L * i));
    }
    assertThat(full).isTrue();
    index.seal();
    assertThat(disk.list("s")).isEmpty();
    index.freeze();
    index.seal();
    assertThat(disk.list("s")).hasSize(1);
  }

  @Test
  void whatACrashLeftOfAnUnfinishedSegmentIsRemoved() throws IOException {
    disk.createFolder("s");
    disk.create("s/index-00000000000000000001-00000000000000000016.idx.new").close();
    BlobIndex.open(disk, "s", STORE, MAX_ACTIVE);
    assertThat(disk.list("s")).isEmpty();
  }
}
