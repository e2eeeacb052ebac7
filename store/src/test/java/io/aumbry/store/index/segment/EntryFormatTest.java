package io.aumbry.store.index.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.Blobs;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Entries survive encoding, and invalid entries are damage. */
final class EntryFormatTest {
  private static final int AT = 64;

  private final BlobId id = Blobs.id(new SplittableRandom(1));
  private final IndexEntry entry =
      new IndexEntry(
          id, new StoredState(3, true, 5, 7), new PutPlace(new LogPosition(2, 4096), 100, 10));
  private final MemorySegment bytes = MemorySegment.ofArray(new byte[3 * EntryFormat.SIZE]);

  @BeforeEach
  void write() {
    EntryFormat.write(EntryKey.of(id), entry, bytes, AT);
  }

  private void assertImpossible() {
    assertThat(Blobs.codeOf(() -> EntryFormat.read(id, bytes, AT)))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void anEntryIsReadAsItWasWritten() {
    assertThat(EntryFormat.idAt(Blobs.PARTITION, bytes, AT)).isEqualTo(id);
    assertThat(EntryFormat.read(id, bytes, AT)).isEqualTo(entry);
  }

  @Test
  void anIdOfAnotherVersionIsDamage() {
    bytes.set(EntryFormat.LONG, AT + 16, -1);
    assertThat(Blobs.codeOf(() -> EntryFormat.idAt(Blobs.PARTITION, bytes, AT)))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
  }

  @Test
  void aLifeVersionBelowZeroIsDamage() {
    bytes.set(EntryFormat.INT, AT + 28, 0x8000_0000);
    assertImpossible();
  }

  @Test
  void aTimeBeforeTheEpochIsDamage() {
    bytes.set(EntryFormat.LONG, AT + 32, -1);
    assertImpossible();
  }

  @Test
  void lengthsThatNoRecordHasAreDamage() {
    bytes.set(EntryFormat.INT, AT + 60, -1);
    assertImpossible();
    bytes.set(EntryFormat.INT, AT + 60, 10);
    bytes.set(EntryFormat.INT, AT + 56, 1 << 30);
    assertImpossible();
  }
}
