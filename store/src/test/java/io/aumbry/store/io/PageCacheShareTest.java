package io.aumbry.store.io;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.log.RecentWrites;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.WritesOfTests;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limits of disks that share the available memory. */
final class PageCacheShareTest {
  private static final long MIB = 1L << 20;

  private final AtomicLong available = new AtomicLong(16_000 * MIB);
  private final PageCacheShare share = PageCacheShare.in(new Metrics(), available::get);
  private final CrashingDisk disk = new CrashingDisk(new SplittableRandom(1));
  private RecordLog log;

  @BeforeEach
  void create() throws IOException {
    disk.createFolder("s");
    log = RecordLog.create(disk, "s", new UUID(1, 2), 1024 * MIB);
  }

  @AfterEach
  void close() throws IOException {
    log.close();
  }

  @Test
  void aDiskHasThePercentageOfTheMemoryThatIsAvailableNow() {
    assertThat(share.limit(25)).isEqualTo(4000 * MIB);
    available.set(4000 * MIB);
    assertThat(share.limit(50)).isEqualTo(2000 * MIB);
  }

  @Test
  void aDiskKeepsTheLeastWithoutMemoryAndNoMoreThanTheMost() {
    available.set(0);
    assertThat(share.limit(25)).isEqualTo(PageCacheShare.MIN);
    available.set(16_000 * MIB);
    assertThat(share.limit(0)).isEqualTo(PageCacheShare.MIN);
    available.set(Long.MAX_VALUE);
    assertThat(share.limit(100)).isEqualTo(PageCacheShare.MAX);
  }

  @Test
  void disksWithRecentWritesHaveEqualParts() {
    RecentWrites first = share.open(25);
    RecentWrites second = share.open(25);
    share.open(25);
    WritesOfTests.largeRecords(first, log, MIB);
    assertThat(share.limit(25)).isEqualTo(4000 * MIB);
    WritesOfTests.largeRecords(second, log, 3 * MIB);
    assertThat(share.limit(25)).isEqualTo(2000 * MIB);
    assertThat(share.bytes()).isEqualTo(4 * MIB);

    share.close(first);
    assertThat(share.limit(25)).isEqualTo(4000 * MIB);
    assertThat(share.bytes()).isEqualTo(3 * MIB);
  }
}
