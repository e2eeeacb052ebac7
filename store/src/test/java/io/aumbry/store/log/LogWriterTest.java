package io.aumbry.store.log;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.Blobs;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.record.GatherBuffer;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How the current file of the log grows. */
final class LogWriterTest {
  private static final long CAPACITY = 16 << 20;
  private static final int SMALL = 100;
  private static final int LARGE = 100_000;

  private final SplittableRandom random = new SplittableRandom(1);
  private final CrashingDisk disk = new CrashingDisk(random);
  private RecordLog log;
  private LogWriter writer;

  @BeforeEach
  void create() throws IOException {
    disk.createFolder("s");
    log = RecordLog.create(disk, "s", new UUID(1, 2), CAPACITY);
    LogPosition start = new LogPosition(1, FileMark.LENGTH);
    writer = new LogWriter(log, new GatherBuffer(), new RecentWrites(() -> 0), 0, start, 0);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  private RecordDraft draft(byte[] bytes) {
    Body content = Body.of(BytesOfTests.slices(bytes, bytes.length, random));
    return new RecordDraft(
        RecordType.PUT,
        Blobs.id(random),
        new StoredState(0, false, Blobs.CREATED, Blobs.CREATED),
        HeapBuffer.copyOf(new byte[0]),
        BlockChecksums.of(content),
        content);
  }

  /** Adds and syncs records one by one, and grows the file when due, as the helper would. */
  private void force(int records, int length) throws IOException {
    for (int i = 0; i < records; i++) {
      writer.add(draft(BytesOfTests.random(random, length)));
      writer.write();
      writer.force();
      if (writer.isGrowthDue()) {
        writer.growAhead();
      }
    }
  }

  private byte[] file() {
    return disk.bytes("s/" + LogSegment.nameOf(1));
  }

  @Test
  void zerosAreWrittenAheadOfSmallRecordsOnly() throws IOException {
    disk.giveRoom(false);
    force(20, SMALL);
    assertThat(file().length).isGreaterThan((int) writer.end().offset() + 100 * SMALL);
    force(30, LARGE);
    assertThat(file()).hasSize((int) writer.end().offset());
    force(100, SMALL);
    assertThat(file().length).isGreaterThan((int) writer.end().offset() + 100 * SMALL);
  }

  @Test
  void spaceIsAllocatedAheadOfLargeRecords() throws IOException {
    force(40, LARGE);
    assertThat(file().length).isGreaterThan((int) writer.end().offset() + LARGE);
    writer.trim();
    assertThat(file()).hasSize((int) writer.end().offset());
  }

  @Test
  void reservedSpaceIsNotAllocatedAhead() throws IOException {
    disk.limitTo(disk.usedSpace() + 40 * LARGE);
    writer =
        new LogWriter(
            log, new GatherBuffer(), new RecentWrites(() -> 0), 20 * LARGE, writer.end(), 0);
    force(15, LARGE);
    assertThat(file()).hasSize((int) writer.end().offset());
  }

  /** The helper may run between adding and writing a record that extends the file. */
  @Test
  void zerosAreNeverWrittenOverARecord() throws IOException {
    byte[] bytes = BytesOfTests.random(random, LARGE);
    RecordDraft draft = draft(bytes);
    LogPosition position = writer.add(draft);
    writer.growAhead();
    writer.write();
    writer.growAhead();
    writer.force();
    int from = (int) position.offset() + draft.headerLength();
    assertThat(Arrays.copyOfRange(file(), from, from + LARGE)).isEqualTo(bytes);
    assertThat(file().length).isGreaterThan((int) writer.end().offset());
  }

  /** Otherwise compaction would take the file in use for a finished one. */
  @Test
  void aSegmentWithoutRoomForItsListIsNotInUse() throws IOException {
    force(3, SMALL);
    disk.limitSecretlyTo(disk.usedSpace() + 2 * FileMark.LENGTH);
    assertCode(this::startSegment, ErrorCode.NO_SPACE);
    assertThat(log.sealed()).isEmpty();
    disk.limitSecretlyTo(Long.MAX_VALUE);
    log.verifyManifest();
    force(3, SMALL);
    writer.startSegment();
    force(3, SMALL);
    assertThat(log.sealed()).singleElement().returns(1, RecordLog.SealedSegment::number);
    log.verifyManifest();
  }

  private void startSegment() {
    try {
      writer.startSegment();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
