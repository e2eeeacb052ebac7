package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.BlobStore;
import io.aumbry.store.Blobs;
import io.aumbry.store.StoreDisk;
import io.aumbry.store.StoreFixture;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.disk.NoSpaceException;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.FaultyDisk.Action;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.log.Pace;
import io.aumbry.store.log.RecordLog;
import io.aumbry.store.log.RecordLog.SealedSegment;
import io.aumbry.store.log.SegmentsOfTests;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One round of compaction: the order of its steps, and the effect of failures. */
final class CompactorTest {
  private static final String FOLDER = "partition-7";
  private static final long SEGMENT = 16 * 1024;
  private static final Pace FREE = bytes -> {};
  private static final StoreConfig CONFIG =
      new StoreConfig(SyncPolicy.FSYNC, SEGMENT, 0, 64 << 20, 1000, 1, 32)
          .withRetention(Retention.defaults());

  private final SplittableRandom random = new SplittableRandom(9);
  private final StoreFixture fixture = new StoreFixture();
  private final CrashingDisk filled = new CrashingDisk(random);
  private final List<BlobId> ids = new ArrayList<>();
  private final RecordedWriter writer = new RecordedWriter();
  private final HealedDamage damage = new HealedDamage();
  private UUID id = new UUID(0, 0);
  private CrashingDisk medium;
  private FaultyDisk disk;
  private RecordLog log;
  private BlobIndex index;
  private Compactor compactor;

  /** Records its calls with the number of log files at that time. */
  private final class RecordedWriter implements WriterTurns {
    private final List<String> turns = new ArrayList<>();

    @Override
    public void settle() {
      turns.add("settle " + log.sealed().size());
    }

    @Override
    public void sync() {
      turns.add("sync " + log.sealed().size());
    }

    @Override
    public void forget(List<IndexEntry> entries) {
      turns.add("forget " + log.sealed().size());
    }
  }

  private static final class HealedDamage extends NoDamage {
    private long healings;

    @Override
    public long healings() {
      return healings;
    }
  }

  /** Two of three blobs in six sealed segments were deleted long ago. */
  @BeforeEach
  void fill() throws IOException {
    try (StoreDisk stores = fixture.open(filled, CONFIG)) {
      BlobStore store = stores.create(Blobs.PARTITION);
      id = store.id();
      for (int i = 0; i < 60; i++) {
        ids.add(Blobs.id(random));
        Blobs.put(store, ids.getLast(), new byte[1000], fixture.patient());
      }
      for (int i = 0; i < 60; i++) {
        if (i % 3 != 0) {
          store.delete(ids.get(i), now(), fixture.patient());
        }
      }
      for (int i = 0; i < 30; i++) {
        Blobs.put(store, Blobs.id(random), new byte[1000], fixture.patient());
      }
    }
    try (StoreDisk stores = fixture.open(filled, CONFIG)) {
      stores.open(Blobs.PARTITION);
    }
    fixture.time().advance(Duration.ofDays(8).toMillis());
    open();
  }

  private void open() throws IOException {
    medium = filled.copy();
    disk = new FaultyDisk(medium);
    log = RecordLog.open(disk, FOLDER, id, SEGMENT);
    index = BlobIndex.open(disk, FOLDER, id, IndexLimits.ofParts(32), IndexPages.none());
    compactor = unsurveyed();
  }

  /** A compactor without a survey. */
  private Compactor unsurveyed() {
    return new Compactor(log, index, Retention.defaults(), fixture.time(), damage);
  }

  @AfterEach
  void close() throws IOException {
    closeFiles();
    fixture.close();
  }

  private void closeFiles() throws IOException {
    index.close();
    log.close();
  }

  /** As after a reopening without compaction. */
  private void reopen() throws IOException {
    closeFiles();
    writer.turns.clear();
    open();
  }

  private long now() {
    return fixture.time().wallMillis();
  }

  private Agreement all() {
    return new Agreement(Long.MAX_VALUE, now());
  }

  private CompactionRound round() throws IOException {
    return compactor.round(all(), writer, FREE);
  }

  /** Surveys all files, without any acknowledgement. */
  private void survey() throws IOException {
    assertThat(compactor.round(new Agreement(0, now()), writer, FREE).didSomething()).isFalse();
    writer.turns.clear();
  }

  private List<SealedSegment> files() {
    return log.sealed();
  }

  private ErrorCode codeOfRound() {
    try {
      round();
      throw new AssertionError("nothing was thrown");
    } catch (AumbryException e) {
      return e.code();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Otherwise a crash could lose the deletes after the bytes of their blobs are gone. */
  @Test
  void theIndexIsSettledBeforeRecordsAreJudgedAndDurableBeforeOneIsDropped() throws IOException {
    int before = files().size();
    assertThat(round().droppedRecords()).isPositive();
    assertThat(writer.turns)
        .as("no blob is forgotten, so the dropped records are not read again")
        .containsExactly("settle " + before, "sync " + before);
  }

  private List<String> segments() throws IOException {
    return medium.list(FOLDER).stream().filter(name -> name.endsWith(".seg")).toList();
  }

  @Test
  void replacedFilesAreGoneAfterTheRound() throws IOException {
    List<String> before = segments();
    int replaced = round().files();
    List<String> after = segments();
    assertThat(after).as("and the last one").hasSize(files().size() + 1);
    assertThat(before).filteredOn(name -> !after.contains(name)).hasSize(replaced);
  }

  private void failToRemoveReplaced() {
    disk.fail((action, path) -> {
      if (action == Action.NAME && path.endsWith(".seg")) {
        throw new IOException("broken");
      }
    });
    assertThatThrownBy(this::round).isInstanceOf(IOException.class);
    disk.fail((action, path) -> {});
  }

  @Test
  void theNextRoundRemovesFilesThatCouldNotBeRemoved() throws IOException {
    failToRemoveReplaced();
    assertThat(segments()).hasSizeGreaterThan(files().size() + 1);
    compactor = unsurveyed();
    survey();
    assertThat(segments()).hasSize(files().size() + 1);
  }

  @Test
  void replacedFilesStayKnownWhenTheWriterBeginsAFileBeforeTheirRemoval() throws IOException {
    failToRemoveReplaced();
    SegmentsOfTests.add(log, index.lastSequence() + 1);
    CrashingDisk killed = medium.afterKill();
    RecordLog.open(killed, FOLDER, id, SEGMENT).close();
    assertThat(killed.list(FOLDER))
        .filteredOn(name -> name.endsWith(".seg"))
        .hasSize(files().size() + 1);
  }

  @Test
  void aRoundIsTimedFromItsStart() throws IOException {
    fixture.time().pass(Duration.ofDays(1));
    long started = fixture.time().monotonicNanos();
    CompactionRound done =
        compactor.round(all(), writer, bytes -> fixture.time().pass(Duration.ofMillis(1)));
    assertThat(done.nanos()).isPositive().isEqualTo(fixture.time().monotonicNanos() - started);
  }

  private long bytesOfFiles() {
    return files().stream().mapToLong(SealedSegment::size).sum();
  }

  @Test
  void usageAccountsForEachByteOfTheSurveyedFiles() throws IOException {
    survey();
    StoreUsage usage = compactor.usage();
    assertThat(usage.live() + usage.garbage()).isEqualTo(bytesOfFiles());
    assertThat(usage.garbage()).as("a copy would be larger").isNegative();
    long before = log.bytesOnDisk();
    CompactionRound done = round();
    assertThat(compactor.usage().copied()).isEqualTo(done.copiedBytes());
    assertThat(compactor.usage().freed()).isEqualTo(done.freedBytes());
    assertThat(log.bytesOnDisk()).isEqualTo(before - done.freedBytes());
    assertThat(refusals()).isZero();
    usage = compactor.usage();
    assertThat(usage.live() + usage.garbage()).isEqualTo(bytesOfFiles());
  }

  /** Too little garbage for a copy. */
  @Test
  void liveBytesAreThoseThatACopyOfEachFileWouldHave() throws IOException {
    Agreement agreement = new Agreement(7, now());
    assertThat(compactor.round(agreement, writer, FREE)).isEqualTo(CompactionRound.NOTHING);
    LifeRule rule = new LifeRule(Retention.defaults(), agreement, now());
    RecordJudge judge = new RecordJudge(rule, log::holds, index::sealedSequence, _ -> false);
    LogRewrite.Keep keep = (header, home) -> !judge.mayGo(header, home, index.find(header.id()));
    long expected = 0;
    for (SealedSegment file : files()) {
      LogRewrite.Rules rules = new LogRewrite.Rules(keep, damage);
      try (LogRewrite plan = LogRewrite.plan(log, List.of(file.number()), rules, FREE)) {
        expected += plan.newSize();
      }
    }
    assertThat(compactor.usage().live()).isEqualTo(expected);
    assertThat(compactor.usage().garbage()).isGreaterThan(3000);
  }

  /** Counts the requests for free space in a round. The last one precedes the copy. */
  private int spaceRequests() throws IOException {
    int[] asked = {0};
    disk.fail((action, path) -> asked[0] += isSpaceRequest(action, path) ? 1 : 0);
    assertThat(round().didSomething()).isTrue();
    return asked[0];
  }

  private static boolean isSpaceRequest(Action action, String path) {
    return action == Action.LOOK && path.isEmpty();
  }

  private void limitAt(int request, long usable) {
    int[] asked = {0};
    disk.fail((action, path) -> {
      if (isSpaceRequest(action, path) && ++asked[0] == request) {
        medium.limitTo(medium.usedSpace() + usable);
      }
    });
  }

  private long sizeOfTheNewFile(List<SealedSegment> before) {
    List<Integer> known = before.stream().map(SealedSegment::number).toList();
    return files().stream()
        .filter(file -> !known.contains(file.number()))
        .mapToLong(SealedSegment::size)
        .sum();
  }

  /** Other stores of the disk may use the space between the choice and the copy. */
  @Test
  void theSpareSpaceIsLeftAlone() throws IOException {
    List<SealedSegment> before = files();
    int requests = spaceRequests();
    long size = sizeOfTheNewFile(before);
    reopen();
    limitAt(requests, size + Compactor.SPARE - 1);
    assertThat(codeOfRound()).isEqualTo(ErrorCode.NO_SPACE);
    assertThat(files()).isEqualTo(before);
    assertThat(writer.turns).as("no sync").containsExactly("settle " + before.size());
    reopen();
    limitAt(requests, size + Compactor.SPARE);
    assertThat(round().didSomething()).isTrue();
  }

  /** A full disk is no reason to skip files. */
  @Test
  void filesAreRetriedAfterALackOfSpace() throws IOException {
    int requests = spaceRequests();
    long size = bytesOfFiles();
    reopen();
    limitAt(requests, Compactor.SPARE);
    assertThat(codeOfRound()).isEqualTo(ErrorCode.NO_SPACE);
    medium.limitTo(Long.MAX_VALUE);
    assertThat(round().didSomething()).isTrue();
    assertThat(bytesOfFiles()).isEqualTo(size);
  }

  private boolean hasFirstFile() {
    return files().getFirst().number() == 1;
  }

  /** Compacts until nothing is left; returns the number of rounds that met damage. */
  private int refusals() throws IOException {
    int refused = 0;
    for (boolean more = true; more; ) {
      try {
        more = round().didSomething();
      } catch (AumbryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
        assertThat(++refused).isLessThan(10);
      }
    }
    return refused;
  }

  /** A survey reads headers. Only a copy reads content. */
  @Test
  void aDamagedFileIsSkippedUntilDamageIsRepaired() throws IOException {
    String first = FOLDER + "/log-0000000001.seg";
    for (int offset : new int[] {70, 600}) {
      reopen();
      medium.flip(first, offset, 1);
      assertThat(refusals()).isEqualTo(offset == 600 ? 1 : 0);
      assertThat(hasFirstFile()).isTrue();
      medium.flip(first, offset, 1);
      assertThat(refusals()).isZero();
      assertThat(hasFirstFile()).as("it is not read").isTrue();
      damage.healings++;
      assertThat(refusals()).isZero();
      assertThat(hasFirstFile()).isFalse();
    }
  }

  @Test
  void anInterruptedRoundBlamesNoFile() throws IOException {
    Pace stopped =
        bytes -> {
          throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "closing");
        };
    assertThatThrownBy(() -> compactor.round(all(), writer, stopped))
        .hasFieldOrPropertyWithValue("code", ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(round().didSomething()).isTrue();
  }

  @Test
  void aCopyThatFailsChangesNothing() throws IOException {
    List<SealedSegment> before = files();
    disk.fail((action, path) -> {
      if (action == Action.FORCE && path.contains("log-")) {
        throw new IOException("broken");
      }
    });
    assertThatThrownBy(this::round)
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(Compactor.InDoubtException.class);
    assertThat(files()).isEqualTo(before);
    disk.fail((action, path) -> {});
    assertThat(round().didSomething()).isTrue();
  }

  /** The next start may find the old files or the new one in the manifest. */
  @Test
  void aCommitThatFailsIsInDoubt() {
    disk.fail((action, path) -> {
      if (action == Action.NAME && path.contains("manifest")) {
        throw new IOException("broken");
      }
    });
    assertThatThrownBy(this::round).isInstanceOf(Compactor.InDoubtException.class);
  }

  @Test
  void aManifestThatFindsNoSpaceLeavesTheOldFilesInUse() throws IOException {
    List<SealedSegment> before = files();
    disk.fail((action, path) -> {
      if (action == Action.WRITE && path.contains("manifest")) {
        throw new NoSpaceException("no space left", new IOException());
      }
    });
    assertThat(codeOfRound()).isEqualTo(ErrorCode.NO_SPACE);
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aCommitWhoseNameCannotBeSyncedForLackOfSpaceIsInDoubt() throws IOException {
    AtomicBoolean replaced = new AtomicBoolean();
    disk.fail((action, path) -> {
      boolean isName = action == Action.NAME;
      if (isName && replaced.get()) {
        throw new NoSpaceException("no space left", new IOException());
      }
      replaced.set(isName && path.contains("manifest"));
    });
    assertThatThrownBy(this::round).isInstanceOf(Compactor.InDoubtException.class);
    RecordLog.open(medium, FOLDER, id, SEGMENT).close();
  }

  @Test
  void aFileIsReadAgainBeforeItIsCompactedForAnEstimate() throws IOException {
    survey();
    Agreement none = new Agreement(0, now());
    for (SealedSegment file : files()) {
      compactor.died(
          new LogPosition(file.number(), 64), file.size(), new StoredState(0, true, 0, 0));
    }
    fixture.time().advance(1);
    assertThat(compactor.round(none, writer, FREE)).isEqualTo(CompactionRound.NOTHING);
  }

  /** Such a record may be the only trace of its blob. */
  @Test
  void recordsOfBlobsUnknownToTheIndexStay() throws IOException {
    index.close();
    medium.createFolder("empty");
    index = BlobIndex.open(disk, "empty", id, IndexLimits.ofParts(32), IndexPages.none());
    compactor = unsurveyed();
    assertThat(round()).isEqualTo(CompactionRound.NOTHING);
  }

  private IndexEntry known(int blob) throws IOException {
    return index.find(ids.get(blob)).orElseThrow();
  }

  /** Before that time, missing bytes are lost. */
  @Test
  void bytesMayHaveBeenDroppedOnceTheRetentionOfADeleteHasPassed() throws IOException {
    IndexEntry deleted = known(1);
    long end = deleted.state().changedMillis() + Retention.defaults().deleted().toMillis();
    assertThat(compactor.mayHaveDropped(deleted, end - 1)).isFalse();
    assertThat(compactor.mayHaveDropped(deleted, end)).isTrue();
    assertThat(compactor.mayHaveDropped(known(0), end)).isFalse();
  }

  /** Such peers would take the blob for a live one. */
  @Test
  void aDeletedBlobIsWithheldFromPeersThatMayHaveForgottenIt() throws IOException {
    IndexEntry deleted = known(1);
    long forgotten = deleted.state().changedMillis() + Retention.defaults().forgotten().toMillis();
    assertThat(compactor.isWithheld(deleted, forgotten - 1)).isFalse();
    assertThat(compactor.isWithheld(deleted, forgotten)).isTrue();
    assertThat(compactor.isWithheld(known(0), forgotten)).isFalse();
  }

  @Test
  void aBlobIsWithheldWhenARoundHasFoundThatItsEndIsFinal() throws IOException {
    IndexEntry deleted = known(1);
    IndexEntry alive = known(0);
    assertThat(compactor.isWithheld(deleted, now())).isFalse();
    long early = now() - Duration.ofDays(2).toMillis();
    compactor.round(new Agreement(Long.MAX_VALUE, early), writer, FREE);
    assertThat(compactor.isWithheld(deleted, now())).as("it may have been undeleted").isFalse();
    round();
    assertThat(compactor.isWithheld(deleted, now())).isTrue();
    assertThat(compactor.isWithheld(alive, now())).isFalse();
  }
}
