package io.aumbry.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.Blobs;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.LogRecovery.Outcome;
import io.aumbry.store.record.GatherBuffer;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordType;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The records that recovery finds: all intact ones and no others. */
final class LogRecoveryTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final long CAPACITY = 4096;
  private static final int LENGTH = 200;
  private static final LogPosition START = RecordLog.start();

  private final SplittableRandom random = new SplittableRandom(1);
  private final CrashingDisk disk = new CrashingDisk(random);
  private RecordLog log;
  private LogWriter writer;

  /** The first record is at index 0. */
  private final List<LogPosition> places = new ArrayList<>();

  private final List<Long> visited = new ArrayList<>();
  private final List<LogPosition> visitedAt = new ArrayList<>();
  private final List<Long> settled = new ArrayList<>();

  @BeforeEach
  void create() throws IOException {
    disk.createFolder("s");
    log = RecordLog.create(disk, "s", STORE, CAPACITY);
    writer = new LogWriter(log, new GatherBuffer(), new RecentWrites(() -> 0), 0, START, 0);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  private void add(int records) throws IOException {
    for (int i = 0; i < records; i++) {
      byte[] bytes = BytesOfTests.random(random, LENGTH);
      Body content = Body.of(BytesOfTests.slices(bytes, bytes.length, random));
      RecordDraft draft =
          new RecordDraft(
              RecordType.PUT,
              Blobs.id(random),
              StoredState.put(Blobs.CREATED, Blobs.CREATED),
              HeapBuffer.copyOf(new byte[0]),
              BlockChecksums.of(content),
              content);
      if (writer.isSegmentFullFor(draft.recordLength())) {
        writer.startSegment();
      }
      places.add(writer.add(draft));
      writer.write();
    }
  }

  private void force(int records) throws IOException {
    for (int i = 0; i < records; i++) {
      add(1);
      writer.force();
    }
  }

  private static String file(LogPosition place) {
    return "s/" + LogSegment.nameOf(place.segment());
  }

  /** Damages a record, numbered from 1. */
  private void flip(long sequence, int at) {
    LogPosition place = places.get((int) sequence - 1);
    disk.flip(file(place), (int) place.offset() + at, 1);
  }

  private void flipHeader(long sequence) {
    flip(sequence, 4);
  }

  private void flipContent(long sequence) {
    flip(sequence, (int) (places.get(1).offset() - places.get(0).offset()) - LENGTH / 2);
  }

  private Outcome recover(LogPosition from, long lastKnown, long reached) {
    try {
      return LogRecovery.recover(
          log,
          from,
          lastKnown,
          reached,
          (header, position, durable) -> {
            visited.add(header.stamp().sequence());
            visitedAt.add(position);
            settled.add(durable);
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aSoundLogIsReadToItsEnd() throws IOException {
    force(6);
    Outcome outcome = recover(START, 0, 6);
    assertThat(outcome).isEqualTo(new Outcome(writer.end(), 6, outcome.damage()));
    assertThat(outcome.damage()).isEmpty();
    assertThat(visited).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    assertThat(visitedAt).isEqualTo(places);
    assertThat(settled).as("all before it").containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void eachRecordSettlesTheRecordsThatWereDurableBeforeIt() throws IOException {
    force(4);
    recover(START, 0, 0);
    assertThat(settled).containsExactly(0L, 0L, 1L, 2L);
  }

  @Test
  void recoveryContinuesAfterTheKnownRecords() throws IOException {
    force(6);
    assertThat(recover(places.get(3), 3, 3).damage()).isEmpty();
    assertThat(visited).containsExactly(4L, 5L, 6L);
  }

  @Test
  void recoveryContinuesInTheNextSegment() throws IOException {
    force(40);
    int first = (int) places.stream().filter(place -> place.segment() == 1).count();
    LogPosition end = new LogPosition(1, log.segments().segments().getFirst().limit());
    assertThat(recover(end, first, first).damage()).isEmpty();
    assertThat(visited).hasSize(40 - first).startsWith(first + 1L).endsWith(40L);
  }

  @Test
  void aMissingSegmentAfterTheKnownEndIsCorrupt() throws IOException {
    force(40);
    int first = (int) places.stream().filter(place -> place.segment() == 1).count();
    assertThat(Blobs.codeOf(() -> recover(START, first + 1, 0)))
        .isEqualTo(ErrorCode.CORRUPT_RECORD);
    assertThat(visited).isEmpty();
  }

  @Test
  void intactRecordsAreReadWhenOneIsDamaged() throws IOException {
    force(6);
    flipHeader(3);
    Outcome outcome = recover(START, 0, 0);
    assertThat(outcome.damage().orElseThrow()).contains("record 3").contains("segment 1");
    assertThat(outcome.lastSequence()).isEqualTo(6);
    assertThat(visited).containsExactly(1L, 2L, 4L, 5L, 6L);
    assertThat(settled.subList(2, 5)).as("a later start must find it").containsOnly(0L);
  }

  @Test
  void intactRecordsAreReadWhenTwoAdjacentOnesAreDamaged() throws IOException {
    force(7);
    flipHeader(3);
    flipContent(4);
    assertThat(recover(START, 0, 0).damage().orElseThrow()).contains("record 3");
    assertThat(visited).containsExactly(1L, 2L, 5L, 6L, 7L);
  }

  @Test
  void theFirstOfSeveralDamagesIsReported() throws IOException {
    force(9);
    flipHeader(3);
    flipContent(6);
    assertThat(recover(START, 0, 0).damage().orElseThrow()).contains("record 3");
    assertThat(visited).containsExactly(1L, 2L, 4L, 5L, 7L, 8L, 9L);
  }

  @Test
  void damageAtTheEndOfASegmentIsNotTheEndOfTheLog() throws IOException {
    force(40);
    long last = places.stream().filter(place -> place.segment() == 1).count();
    flipHeader(last);
    Outcome outcome = recover(START, 0, 0);
    assertThat(outcome.damage().orElseThrow()).contains("no intact record " + last);
    assertThat(outcome.lastSequence()).isEqualTo(40);
    assertThat(visited).hasSize(39).doesNotContain(last);
  }

  @Test
  void aRecordOfAnotherPositionIsIgnored() throws IOException {
    force(6);
    int length = (int) (places.get(1).offset() - places.get(0).offset());
    ByteBuffer copy = ByteBuffer.allocate(length);
    try (DiskFile file = disk.open(file(START))) {
      file.read(copy, places.get(3).offset());
      file.write(copy.flip(), places.get(2).offset());
    }
    assertThat(recover(START, 0, 0).damage()).isPresent();
    assertThat(visited).containsExactly(1L, 2L, 4L, 5L, 6L);
    assertThat(visitedAt).doesNotContain(places.get(2));
  }

  @Test
  void aTornTailIsCutOffAndZeroed() throws IOException {
    force(4);
    LogPosition end = writer.end();
    add(2);
    flipContent(5);
    Outcome outcome = recover(START, 0, 4);
    assertThat(outcome.damage()).as("no later record proves that it was durable").isEmpty();
    assertThat(outcome.lastSequence()).isEqualTo(4);
    assertThat(outcome.end()).isEqualTo(end);
    byte[] bytes = disk.bytes(file(START));
    byte[] behind = Arrays.copyOfRange(bytes, (int) end.offset(), bytes.length);
    assertThat(behind).containsOnly(0);
  }

  @Test
  void aLogThatEndsBeforeADurableRecordIsDamagedAndUnchanged() throws IOException {
    force(4);
    add(1);
    flipContent(5);
    byte[] before = disk.bytes(file(START));
    assertThat(recover(START, 0, 5).damage().orElseThrow())
        .contains("record 4", "record 5 was durable");
    assertThat(disk.bytes(file(START))).isEqualTo(before);
  }

  @Test
  void theLastRecordProvesThatTheOneBeforeWasDurable() throws IOException {
    force(4);
    flipHeader(3);
    assertThat(recover(START, 0, 0).damage().orElseThrow()).contains("record 3");
    assertThat(visited).containsExactly(1L, 2L, 4L);
  }

  @Test
  void recordsThatNoKnownSyncCoversMayBeCutOff() throws IOException {
    force(2);
    add(3);
    flipHeader(3);
    Outcome outcome = recover(START, 0, 2);
    assertThat(outcome.damage()).isEmpty();
    assertThat(outcome.lastSequence()).isEqualTo(2);
    assertThat(visited).containsExactly(1L, 2L);
  }

  /** After a failed sync, the file system takes pages for clean that the medium does not have. */
  @Test
  void allRecordsInDoubtAreWrittenAgain() throws IOException {
    force(2);
    add(3);
    disk.failForces(true);
    assertThatThrownBy(writer::force).isInstanceOf(IOException.class);
    disk.failForces(false);
    log.close();
    log = RecordLog.open(disk, "s", STORE, CAPACITY);
    Outcome outcome = recover(START, 0, 2);
    assertThat(visited).containsExactly(1L, 2L, 3L, 4L, 5L);
    int length = (int) (outcome.end().offset() - START.offset());
    assertThat(disk.isDurable(file(START), (int) START.offset(), length)).isTrue();
  }

  @Test
  void aGapInTheNumbersIsDamage() throws IOException {
    force(2);
    writer = new LogWriter(log, new GatherBuffer(), new RecentWrites(() -> 0), 0, writer.end(), 7);
    force(1);
    assertThat(recover(START, 0, 0).damage().orElseThrow()).contains("record 3", "record 8");
    assertThat(visited).containsExactly(1L, 2L, 8L);
  }

  @Test
  void aRecordOfANewerVersionIsRefusedAndKept() throws IOException {
    force(3);
    byte[] newer = {RecordCodec.VERSION + 1};
    disk.overwrite(file(START), (int) places.get(2).offset() + 8, newer);
    byte[] before = disk.bytes(file(START));
    assertThat(Blobs.codeOf(() -> recover(START, 0, 0))).isEqualTo(ErrorCode.UNSUPPORTED_VERSION);
    assertThat(disk.bytes(file(START))).isEqualTo(before);
  }
}
