package io.aumbry.store.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.store.disk.CrashingDisk;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class LogSegmentTest {
  private static final UUID STORE = new UUID(1, 2);

  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));

  /**
   * The system reports a failed write-back once, to whichever thread syncs first. If that is the
   * helper, the writer must still learn of it before it acknowledges records.
   */
  @Test
  void aFailedSyncFailsForEveryCaller() throws IOException {
    disk.createFolder("s");
    FileMark mark = new FileMark(FileMark.LOG, STORE, 1, 1, 1 << 20);
    try (LogSegment segment = LogSegment.create(disk, "s", mark)) {
      disk.failForces(true);
      assertThatThrownBy(() -> segment.writeZerosTo(1 << 16)).isInstanceOf(IOException.class);
      assertThat(segment.allocated()).as("the writer may use it").isEqualTo(FileMark.LENGTH);
      disk.failForces(false);
      assertThatThrownBy(segment::force).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aLateAllocationDoesNotExtendATrimmedSegment() throws IOException {
    disk.createFolder("s");
    FileMark mark = new FileMark(FileMark.LOG, STORE, 1, 1, 1 << 20);
    try (LogSegment segment = LogSegment.create(disk, "s", mark)) {
      segment.writeZerosTo(1 << 16);
      segment.trimTo(4096);
      segment.writeZerosTo(1 << 16);
      assertThat(segment.allocated()).isEqualTo(4096);
      assertThat(disk.bytes("s/" + LogSegment.nameOf(1))).hasSize(4096);
    }
  }
}
