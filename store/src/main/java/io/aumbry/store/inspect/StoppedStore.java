package io.aumbry.store.inspect;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.check.Finding;
import io.aumbry.store.check.IndexAgreement;
import io.aumbry.store.check.StoppedIndex;
import io.aumbry.store.check.StoppedLog;
import io.aumbry.store.check.StoppedLog.Reading;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.partition.OpeningsFile;
import io.aumbry.store.partition.StoreFolder;
import io.aumbry.store.scrub.Quarantine;
import io.aumbry.store.scrub.StoppedQuarantine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongConsumer;

/** The files of a store that no process has open. */
public final class StoppedStore {
  private static final String REACHED = "reached";
  private static final String UNFINISHED = ".new";

  /** Files that exist once. */
  private static final Set<String> SINGLE =
      Set.of(StoreFolder.IDENTITY, OpeningsFile.NAME, REACHED, "manifest", StoppedQuarantine.NAME);

  private final Disk disk;
  private final Path root;
  private final String folder;

  StoppedStore(Disk disk, Path root, String folder) {
    this.disk = disk;
    this.root = root;
    this.folder = folder;
  }

  public Path path() {
    return root.resolve(folder);
  }

  public long bytes() throws IOException {
    long sum = 0;
    for (String name : disk.list(folder)) {
      try (DiskFile file = disk.open(folder + "/" + name)) {
        sum += file.size();
      }
    }
    return sum;
  }

  /**
   * Reads and verifies all files: identity, openings, manifest, quarantine, every record of the log
   * with its content, order and position, every page of the index, and the agreement of log and
   * index. Repaired damage is a note.
   *
   * @param nowMillis since 1970
   * @param progress receives numbers of bytes read
   */
  public void check(long nowMillis, LongConsumer progress, Finding.Sink findings)
      throws IOException {
    Finding.Sink sink = inFull(findings);
    Optional<FileMark> identity = identity(sink);
    if (identity.isEmpty()) {
      return;
    }
    checkNames(sink);
    checkOpenings(identity.get(), sink);
    StoppedQuarantine quarantine = quarantine(identity.get(), sink);
    quarantine.report(sink);
    try (StoppedLog log = log(identity.get(), sink);
        StoppedIndex index = index(identity.get(), sink)) {
      index.verify(progress);
      long proved = proved(identity.get(), index, sink);
      if (index.isSound()) {
        compare(
            log, index, new Reading(true, proved, quarantine, record -> {}, progress), nowMillis);
      } else {
        log.read(new Reading(true, proved, quarantine, record -> {}, progress));
      }
      if (!log.isUnbroken()) {
        sink.note(folder, 0, "the index was compared only in part", "the log is incomplete");
      }
    }
  }

  private static void compare(StoppedLog log, StoppedIndex index, Reading reading, long nowMillis)
      throws IOException {
    IndexAgreement agreement = index.agreement();
    boolean compacted = log.compactedFiles() > 0;
    long last =
        log.read(
            new Reading(
                reading.contents(),
                reading.proved(),
                reading.damage(),
                record -> {
                  agreement.add(record, compacted);
                  if (index.hasSegments()) {
                    index.learn(record);
                  }
                },
                reading.progress()));
    if (log.isUnbroken()) {
      agreement.finish(log, last, nowMillis);
    }
  }

  /** Visits the records of the log in order, without content. Damage is a finding. */
  public void records(StoppedLog.Visitor visitor, Finding.Sink findings) throws IOException {
    Finding.Sink sink = inFull(findings);
    Optional<FileMark> identity = identity(sink);
    if (identity.isPresent()) {
      StoppedQuarantine quarantine = quarantine(identity.get(), sink);
      try (StoppedLog log = log(identity.get(), sink)) {
        log.read(new Reading(false, 0, quarantine, visitor, bytes -> {}));
      }
    }
  }

  /** Visits the entries of the index, oldest segment first. */
  public void entries(StoppedIndex.Visitor visitor, Finding.Sink findings) throws IOException {
    Finding.Sink sink = inFull(findings);
    Optional<FileMark> identity = identity(sink);
    if (identity.isPresent()) {
      try (StoppedIndex index = index(identity.get(), sink)) {
        index.visit(visitor);
      }
    }
  }

  /**
   * Counts records and entries, without content.
   *
   * @param progress receives twice the bytes of the log
   */
  public StoreStatistics figures(long nowMillis, LongConsumer progress, Finding.Sink findings)
      throws IOException {
    Finding.Sink sink = inFull(findings);
    Optional<FileMark> identity = identity(sink);
    if (identity.isEmpty()) {
      return StoreStatistics.NONE;
    }
    StoppedQuarantine quarantine = quarantine(identity.get(), sink);
    try (StoppedLog log = log(identity.get(), sink);
        StoppedIndex index = index(identity.get(), sink)) {
      long proved = proved(identity.get(), index, sink);
      log.read(new Reading(false, proved, quarantine, index::learn, progress));
      StatisticsCollector counting = new StatisticsCollector(index, nowMillis);
      log.read(new Reading(false, proved, quarantine, counting::add, progress));
      return counting.figures(log);
    }
  }

  /** The known damage. Damage to the quarantine itself is a finding. */
  public List<Quarantine.Entry> quarantine(Finding.Sink findings) {
    Finding.Sink sink = inFull(findings);
    return identity(sink).map(mark -> quarantine(mark, sink).entries()).orElse(List.of());
  }

  /** Reports unused files. */
  private void checkNames(Finding.Sink sink) throws IOException {
    for (String name : disk.list(folder)) {
      String finished =
          name.endsWith(UNFINISHED) ? name.substring(0, name.length() - UNFINISHED.length()) : name;
      boolean isOfMany = name.startsWith("log-") || name.startsWith("index-");
      if (!isOfMany && !SINGLE.contains(finished)) {
        sink.note(folder + "/" + name, 0, "is not a file of a store", "nothing reads it");
      } else if (!isOfMany && !finished.equals(name)) {
        sink.note(folder + "/" + name, 0, "is unfinished", "nothing reads it");
      }
    }
  }

  private void checkOpenings(FileMark identity, Finding.Sink sink) throws IOException {
    try {
      new OpeningsFile(disk, folder, identity.owner()).read();
    } catch (AumbryException e) {
      sink.damage(
          folder + "/" + OpeningsFile.NAME,
          0,
          String.valueOf(e.getMessage()),
          "after the next start, peers compare all records");
    }
  }

  private StoppedQuarantine quarantine(FileMark identity, Finding.Sink sink) {
    return StoppedQuarantine.open(disk, folder, identity.owner(), sink);
  }

  private StoppedLog log(FileMark identity, Finding.Sink sink) throws IOException {
    return StoppedLog.open(disk, folder, identity.owner(), sink);
  }

  private StoppedIndex index(FileMark identity, Finding.Sink sink) throws IOException {
    return StoppedIndex.open(
        new StoppedIndex.Owner(disk, folder, identity.owner(), identity.number()), sink);
  }

  /** Without an identity the other files cannot be checked. */
  private Optional<FileMark> identity(Finding.Sink sink) {
    String path = folder + "/" + StoreFolder.IDENTITY;
    try {
      FileMark mark = FileMark.readFrom(disk, path, FileMark.STORE);
      OptionalInt named = StoreFolder.partitionIn(folder);
      if (named.isPresent() && named.getAsInt() != mark.number()) {
        sink.damage(path, 0, "belongs to partition " + mark.number(), "the store does not open");
      }
      return Optional.of(mark);
    } catch (AumbryException | IOException e) {
      String what = e instanceof AumbryException ? String.valueOf(e.getMessage()) : e.toString();
      sink.damage(path, 0, what, "the store does not open, and nothing else was checked");
      return Optional.empty();
    }
  }

  /** The last record that other files prove to have been durable. */
  private long proved(FileMark identity, StoppedIndex index, Finding.Sink sink) throws IOException {
    String path = folder + "/" + REACHED;
    long reached = 0;
    if (disk.exists(path)) {
      try {
        FileMark mark = FileMark.readFrom(disk, path, FileMark.REACHED);
        reached = mark.owner().equals(identity.owner()) ? mark.first() : 0;
      } catch (AumbryException e) {
        sink.damage(path, 0, String.valueOf(e.getMessage()), "the store does not open");
      }
    }
    return Math.max(reached, index.lastSequence());
  }

  /** With complete paths. */
  private Finding.Sink inFull(Finding.Sink to) {
    return finding ->
        to.add(
            new Finding(
                finding.severity(),
                root.resolve(finding.file()).toString(),
                finding.offset(),
                finding.what(),
                finding.meaning()));
  }
}
