package io.aumbry.tests.simulation.threshold;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the code behind each threshold still exists, and that files show their thresholds.
 */
final class ThresholdsTest {
  private static final int PLAIN = 0x41754C47;
  private static final int COMPACTED = 0x41754C43;

  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));
  private final StoreFiles files = new StoreFiles();

  @Test
  void theLineBehindEachThresholdExists() throws IOException {
    for (Threshold each : Thresholds.all()) {
      assertThat(each.line(Path.of(".."))).as(each.name()).isPositive();
    }
  }

  @Test
  void namesAreDifferent() {
    assertThat(ThresholdWatch.names()).doesNotHaveDuplicates().hasSizeGreaterThan(25);
  }

  @BeforeEach
  void makeFolder() throws IOException {
    disk.createFolder("partition-1");
  }

  @Test
  void aLogOfTenFilesIsNoticed() throws IOException {
    for (int i = 0; i < 9; i++) {
      make("partition-1/log-" + i + ".seg", PLAIN);
    }
    files.look("disk", disk);
    assertThat(files.crossed()).isEmpty();
    make("partition-1/log-9.seg", PLAIN);
    files.look("disk", disk);
    assertThat(files.crossed()).containsExactly("a log has ten files or more");
  }

  @Test
  void aCompactedFileThatIsReplacedIsNoticed() throws IOException {
    make("partition-1/log-1.seg", PLAIN);
    files.look("disk", disk);
    replace("partition-1/log-1.seg", "partition-1/log-2.seg");
    assertThat(files.crossed()).as("after the first compaction").isEmpty();
    replace("partition-1/log-2.seg", "partition-1/log-3.seg");
    assertThat(files.crossed()).containsExactly("a compacted file is compacted again");
  }

  private void replace(String file, String by) throws IOException {
    make(by, COMPACTED);
    disk.delete(file);
    files.look("disk", disk);
  }

  private void make(String file, int magic) throws IOException {
    try (DiskFile made = disk.create(file)) {
      made.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, magic), 0);
    }
  }
}
