package io.aumbry.catalog.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.identity.User;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.PlainCarrier;
import io.aumbry.protocol.runtime.RequestContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

final class SnapshotWatcherTest {
  @TempDir private Path folder;
  private final PlainCarrier carrier = new PlainCarrier();
  private final Metrics metrics = new Metrics();
  private final Source source = new Source();

  /** A database that can be down. */
  private static final class Source implements SnapshotSource {
    private volatile long version;
    private volatile String history = "";
    private volatile boolean down;
    private volatile boolean isSlow;
    private final Mailbox<Boolean> ended = new Mailbox<>();
    private final AtomicInteger loads = new AtomicInteger();
    private final AtomicInteger looks = new AtomicInteger();

    synchronized long change() {
      version = version + 1;
      return version;
    }

    @Override
    public Revision revision(RequestContext context) {
      looks.incrementAndGet();
      if (down) {
        throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "down");
      }
      return new Revision(version, history);
    }

    @Override
    public CatalogSnapshot load(RequestContext context) {
      loads.incrementAndGet();
      if (isSlow) {
        ended.take(context.deadline(), context.carrier());
        throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "closed");
      }
      return of(revision(context));
    }

    @Override
    public void close() {
      ended.post(true);
    }
  }

  private static CatalogSnapshot of(Revision revision) {
    User user =
        new User(
            "u", 0, "name " + revision.changes() + revision.history(), true, revision.changes());
    return new CatalogSnapshot(
        revision, new SnapshotContent(List.of(), List.of(user), List.of(), List.of(), List.of()));
  }

  private SnapshotWatcher watch(Duration period, Metrics figures) {
    return watch(file(), period, figures);
  }

  private SnapshotWatcher watch(SnapshotFile file, Duration period, Metrics figures) {
    return new SnapshotWatcher(
        source,
        file,
        period,
        new SnapshotWatcher.Environment(BlockingThreads.ofPlatform(), carrier, figures));
  }

  private SnapshotFile file() {
    return new SnapshotFile(folder.resolve("snapshot"));
  }

  @AfterEach
  void close() {
    carrier.close();
  }

  @Test
  void aChangeIsSeenAfterAPeriod() {
    try (SnapshotWatcher watcher = watch(Duration.ofMillis(10), metrics)) {
      source.version = 5;
      Patience.await().until(() -> watcher.snapshot().revision().changes() == 5);
      assertThat(watcher.snapshot().user("u").orElseThrow().name()).isEqualTo("name 5");
      int loads = source.loads.get();
      int looks = source.looks.get();
      Patience.await().until(() -> source.looks.get() > looks + 3);
      assertThat(source.loads).hasValue(loads);
    }
  }

  @Test
  void anOwnChangeIsSeenAtOnce() {
    try (SnapshotWatcher watcher = watch(Duration.ofHours(1), metrics)) {
      source.version = 5;
      assertThat(watcher.refresh(carrier.patient())).isTrue();
      assertThat(watcher.snapshot().revision().changes()).isEqualTo(5);
    }
  }

  @Test
  void concurrentChangesShareLoads() throws Exception {
    try (SnapshotWatcher watcher = watch(Duration.ofHours(1), metrics)) {
      List<Long> seen = new CopyOnWriteArrayList<>();
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 50; i++) {
          threads.execute(() -> seen.add(leadAfterOwnChange(watcher)));
        }
      }
      assertThat(seen).hasSize(50).allMatch(lead -> lead >= 0);
    }
  }

  private long leadAfterOwnChange(SnapshotWatcher watcher) {
    long own = source.change();
    watcher.refresh(carrier.patient());
    return watcher.snapshot().revision().changes() - own;
  }

  @Test
  void theSavedSnapshotServesWhileTheDatabaseIsDown() throws Exception {
    source.version = 7;
    try (SnapshotWatcher watcher = watch(Duration.ofMillis(10), metrics)) {
      Patience.await().until(() -> Files.exists(file().path()));
      Patience.await().until(() -> watcher.snapshot().revision().changes() == 7);
      Patience.await().until(() -> file().read().orElseThrow().revision().changes() == 7);
    }
    source.down = true;
    Metrics figures = new Metrics();
    try (SnapshotWatcher watcher = watch(Duration.ofMillis(10), figures)) {
      assertThat(watcher.snapshot().user("u").orElseThrow().name()).isEqualTo("name 7");
      assertThat(watcher.isConfirmed()).isFalse();
      assertThat(watcher.refresh(carrier.patient())).isFalse();
      Patience.await().until(() -> figures.value("aumbry_catalog_snapshot_age_seconds") > 0.05);
      assertThat(figures.value("aumbry_catalog_snapshot_failures_total")).isPositive();
      source.version = 9;
      source.down = false;
      Patience.await().until(() -> watcher.snapshot().revision().changes() == 9);
      assertThat(watcher.isConfirmed()).isTrue();
      assertThat(figures.value("aumbry_catalog_snapshot_confirmed")).isOne();
      Patience.await().until(() -> file().read().orElseThrow().revision().changes() == 9);
    }
  }

  @Test
  void aSnapshotIsSavedWhenItsWatcherIsClosed() throws Exception {
    try (SnapshotWatcher watcher = watch(Duration.ofDays(1), metrics)) {
      source.version = 8;
      assertThat(watcher.refresh(carrier.patient())).isTrue();
    }
    assertThat(file().read().orElseThrow().revision().changes()).isEqualTo(8);
  }

  @Test
  @Timeout(200)
  void aWatcherThatIsClosedEndsItsLoad() {
    source.isSlow = true;
    source.version = 3;
    SnapshotWatcher watcher = watch(Duration.ofMillis(10), metrics);
    Patience.await().until(() -> source.loads.get() > 0);
    watcher.close();
    assertThat(watcher.snapshot().revision().changes()).isZero();
    assertThat(metrics.value("aumbry_catalog_snapshot_confirmed")).isZero();
  }

  @Test
  void aSnapshotThatCannotBeSavedIsSavedLater() throws Exception {
    Path obstacle = Files.createFile(folder.resolve("state"));
    SnapshotFile file = new SnapshotFile(obstacle.resolve("snapshot"));
    source.version = 4;
    try (SnapshotWatcher watcher = watch(file, Duration.ofMillis(1), metrics)) {
      watcher.refresh(carrier.patient());
      Patience.await().until(() -> metrics.value("aumbry_catalog_snapshot_unsaved") == 1);
      Files.delete(obstacle);
      Patience.await().until(() -> Files.exists(file.path()));
      assertThat(file.read().orElseThrow().revision().changes()).isEqualTo(4);
    }
  }

  @Test
  void aDamagedFileIsReplacedWhenTheDatabaseAnswers() throws Exception {
    Files.writeString(file().path(), "not a snapshot");
    source.version = 3;
    source.down = true;
    try (SnapshotWatcher watcher = watch(Duration.ofMillis(10), metrics)) {
      assertThat(watcher.snapshot().revision().changes()).isZero();
      assertThat(watcher.snapshot().user("u")).isEmpty();
      source.down = false;
      Patience.await()
          .ignoreExceptions()
          .until(() -> file().read().orElseThrow().revision().changes() == 3);
      assertThat(watcher.snapshot().revision().changes()).isEqualTo(3);
    }
  }

  @Test
  void aDatabaseThatWasRestoredToAnEarlierStateIsFollowed() {
    try (SnapshotWatcher watcher = watch(Duration.ofMillis(10), metrics)) {
      source.version = 8;
      Patience.await().until(() -> watcher.snapshot().revision().changes() == 8);
      source.version = 2;
      Patience.await().until(() -> watcher.snapshot().revision().changes() == 2);
    }
  }

  @Test
  void aDatabaseWithAnotherHistoryOfAsManyChangesIsFollowed() throws Exception {
    source.version = 8;
    source.history = " of a lost key";
    try (SnapshotWatcher watcher = watch(Duration.ofHours(1), metrics)) {
      watcher.refresh(carrier.patient());
    }
    source.history = " after a restore";
    try (SnapshotWatcher watcher = watch(Duration.ofHours(1), new Metrics())) {
      watcher.refresh(carrier.patient());
      assertThat(watcher.snapshot().user("u").orElseThrow().name())
          .isEqualTo("name 8 after a restore");
    }
  }

  @Test
  void subscribersLearnOfEachSnapshotInOrder() {
    List<Long> versions = new CopyOnWriteArrayList<>();
    try (SnapshotWatcher watcher = watch(Duration.ofHours(1), metrics)) {
      watcher.refresh(carrier.patient());
      watcher.subscribe(snapshot -> versions.add(snapshot.revision().changes()));
      for (int version = 1; version <= 3; version++) {
        source.version = version;
        watcher.refresh(carrier.patient());
      }
    }
    assertThat(versions).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aSnapshotThatASubscriberFailedToTakeIsDeliveredAgain() {
    List<Long> versions = new CopyOnWriteArrayList<>();
    AtomicInteger failuresLeft = new AtomicInteger(2);
    try (SnapshotWatcher watcher = watch(Duration.ofHours(1), metrics)) {
      watcher.refresh(carrier.patient());
      watcher.subscribe(snapshot -> {
        switch (failuresLeft.getAndDecrement()) {
          case 2 -> throw new IllegalStateException("of the test");
          case 1 -> throw new StackOverflowError("of the test");
          default -> versions.add(snapshot.revision().changes());
        }
      });
      source.version = 1;
      assertThat(watcher.refresh(carrier.patient())).isFalse();
      assertThat(watcher.refresh(carrier.patient())).isFalse();
      assertThat(watcher.refresh(carrier.patient())).isTrue();
      assertThat(versions).containsExactly(1L);
      source.version = 2;
      assertThat(watcher.refresh(carrier.patient())).isTrue();
    }
    assertThat(versions).containsExactly(1L, 2L);
    assertThat(metrics.value("aumbry_catalog_snapshot_failures_total")).isEqualTo(2);
  }

  @Test
  void aClosedWatcherAnswersWaitingRequests() {
    SnapshotWatcher watcher = watch(Duration.ofHours(1), metrics);
    watcher.close();
    assertThat(watcher.refresh(carrier.within(Duration.ofMillis(50)))).isFalse();
  }
}
