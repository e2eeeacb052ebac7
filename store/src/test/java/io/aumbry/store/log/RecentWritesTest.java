package io.aumbry.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.ReadMode;
import io.aumbry.store.disk.Span;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pages that recent writes keep and drop, in parts of files. */
final class RecentWritesTest {
  private static final long PART = ReadMarks.PART;
  private static final long LARGE = RecentWrites.LARGE;

  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));
  private final AtomicLong limit = new AtomicLong(3 * PART);
  private final List<RecordLog> logs = new ArrayList<>();
  private final RecentWrites recent = new RecentWrites(limit::get);
  private LogSegment segment;

  @BeforeEach
  void create() throws IOException {
    segment = newSegment("s");
  }

  private LogSegment newSegment(String folder) throws IOException {
    disk.createFolder(folder);
    RecordLog log = RecordLog.create(disk, folder, new UUID(1, 2), 1L << 30);
    logs.add(log);
    return log.last();
  }

  @AfterEach
  void close() throws IOException {
    for (RecordLog log : logs) {
      log.close();
    }
  }

  private void write(LogSegment target, long firstPart, long parts) {
    recent.wrote(target, firstPart * PART, (firstPart + parts) * PART, LARGE);
  }

  private List<Span> dropped(String folder) {
    return disk.uncached(folder + "/" + LogSegment.nameOf(1));
  }

  private static Span part(long number) {
    return new Span(number * PART, (number + 1) * PART);
  }

  @Test
  void oldestPartsAreDroppedBeyondTheLimit() {
    write(segment, 0, 3);
    assertThat(dropped("s")).isEmpty();
    write(segment, 3, 2);
    assertThat(dropped("s")).containsExactly(part(0), part(1));
    assertThat(recent.bytes()).isEqualTo(3 * PART);
  }

  @Test
  void smallRecordsNeitherCountNorAreDropped() {
    recent.wrote(segment, 0, 10 * PART, LARGE - 1);
    assertThat(recent.bytes()).isZero();
    recent.wrote(segment, 10 * PART + 1000, 11 * PART, LARGE);
    write(segment, 11, 3);
    assertThat(dropped("s")).containsExactly(new Span(10 * PART + 1000, 11 * PART));
  }

  @Test
  void partsThatWereReadAreLeftToTheSystem() throws IOException {
    write(segment, 0, 3);
    segment.read(ByteBuffer.allocate(10), PART - 5, ReadMode.WAIT);
    write(segment, 3, 3);
    assertThat(dropped("s")).containsExactly(part(2));
    assertThat(recent.bytes()).isEqualTo(3 * PART);
  }

  @Test
  void sequentialReadsOfPeersAndCompactionDoNotCount() throws IOException {
    write(segment, 0, 3);
    segment.read(ByteBuffer.allocate(10), 0, ReadMode.STREAM);
    write(segment, 3, 1);
    assertThat(dropped("s")).containsExactly(part(0));
  }

  @Test
  void aPartThatGrowsIsRecent() {
    recent.wrote(segment, 0, PART / 2, LARGE);
    write(segment, 1, 2);
    recent.wrote(segment, PART / 2, PART, LARGE);
    write(segment, 3, 1);
    assertThat(dropped("s")).containsExactly(part(1));
    assertThat(recent.bytes()).isEqualTo(3 * PART);
  }

  @Test
  void logsOfADiskShareTheLimit() throws IOException {
    LogSegment other = newSegment("t");
    write(segment, 0, 2);
    write(other, 0, 2);
    assertThat(dropped("s")).containsExactly(part(0));
    assertThat(dropped("t")).isEmpty();
  }

  @Test
  void aLowerLimitIsReachedStepByStep() {
    limit.set(100 * PART);
    write(segment, 0, RecentWrites.EXAMINED / PART);
    limit.set(PART);
    write(segment, 40, RecentWrites.EXAMINED / PART);
    assertThat(dropped("s")).hasSize(RecentWrites.DROPPED_AT_ONCE);
    for (int i = 0; i < 10; i++) {
      write(segment, 80 + i, 1);
    }
    assertThat(recent.bytes()).isEqualTo(PART);
  }

  @Test
  void theLimitIsExaminedAgainOnlyAfterManyBytes() {
    write(segment, 0, 1);
    limit.set(100 * PART);
    write(segment, 1, 4);
    assertThat(dropped("s")).containsExactly(part(0), part(1));
    write(segment, 5, RecentWrites.EXAMINED / PART);
    assertThat(recent.bytes()).isEqualTo(3 * PART + RecentWrites.EXAMINED);
  }
}
