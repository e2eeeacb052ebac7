package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of one log, and which of them are the log. */
record LogFiles(Disk disk, String folder, UUID store) {
  private static final Logger LOG = LoggerFactory.getLogger(LogFiles.class);

  /** What is there. */
  record Opened(int next, List<Integer> retired, SegmentList segments) {}

  /**
   * Opens the files of the log, then deletes those that are certainly none of it.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when one is missing, or not what it was
   */
  Opened open() throws IOException {
    Set<Integer> there = new TreeSet<>();
    disk.list(folder).stream()
        .filter(LogSegment::isName)
        .forEach(name -> there.add(LogSegment.numberIn(name)));
    if (there.isEmpty()) {
      throw corrupt("has no log segment");
    }
    Optional<Manifest> manifest = Manifest.read(disk, folder, store);
    List<LogSegment> opened = new ArrayList<>();
    try {
      return manifest.isPresent()
          ? openListed(manifest.get(), there, opened)
          : openUnlisted(there, opened);
    } catch (IOException | RuntimeException | Error e) {
      for (LogSegment segment : opened) {
        segment.close();
      }
      throw e;
    }
  }

  /**
   * As version 1 left it: all segments that ever were, numbered without gaps. A compacted one is
   * then of a compaction that was never finished, or all that it replaced would be missing.
   */
  private Opened openUnlisted(Set<Integer> there, List<LogSegment> opened) throws IOException {
    List<Integer> useless = new ArrayList<>();
    for (int number : there) {
      int expected = opened.size() + 1;
      if (isCompacted(number)) {
        useless.add(number);
      } else if (number == expected) {
        opened.add(LogSegment.open(disk, folder, number, store));
      } else {
        throw corrupt("has log segment " + number + ", but segment " + expected + " is missing");
      }
    }
    remove(useless);
    return new Opened(opened.size() + 1, List.of(), new SegmentList(opened));
  }

  private Opened openListed(Manifest manifest, Set<Integer> there, List<LogSegment> opened)
      throws IOException {
    for (Manifest.Entry entry : manifest.segments()) {
      if (!there.contains(entry.number())) {
        throw corrupt("lists log segment " + entry.number() + ", which is missing");
      }
      opened.add(open(entry));
    }
    requireNoGaps(opened);
    int next = manifest.next();
    Set<Integer> unlisted = new TreeSet<>(there);
    manifest.segments().forEach(entry -> unlisted.remove(entry.number()));
    List<Integer> useless = new ArrayList<>();
    for (int number : unlisted) {
      if (isUseless(number, manifest)) {
        useless.add(number);
      } else {
        opened.add(adopt(number, opened.getLast()));
      }
      next = Math.max(next, number + 1);
    }
    remove(useless);
    removeUnfinished();
    return new Opened(next, List.of(), new SegmentList(opened));
  }

  private LogSegment open(Manifest.Entry entry) throws IOException {
    LogSegment segment =
        entry.compacted()
            ? LogSegment.openCompacted(disk, folder, entry.number(), store)
            : LogSegment.open(disk, folder, entry.number(), store);
    if (!segment.entry().equals(entry)) {
      segment.close();
      throw corrupt("lists " + entry + ", and has " + segment.entry());
    }
    return segment;
  }

  private void requireNoGaps(List<LogSegment> opened) {
    for (int i = 0; i + 1 < opened.size(); i++) {
      LogSegment segment = opened.get(i);
      long following = opened.get(i + 1).firstSequence();
      if (segment.isCompacted() && segment.lastCovered() + 1 != following) {
        throw corrupt(
            "has segment "
                + segment.number()
                + " up to record "
                + segment.lastCovered()
                + ", but the next one begins with "
                + following);
      }
    }
  }

  /**
   * Whether a file that the manifest does not list has nothing that is not elsewhere: it was
   * replaced, or made by a compaction that was never finished, or made to be written and never was.
   */
  private boolean isUseless(int number, Manifest manifest) throws IOException {
    if (manifest.retired().contains(number) || isCompacted(number)) {
      return true;
    }
    try (LogSegment segment = LogSegment.open(disk, folder, number, store)) {
      boolean empty = new SegmentWindow(segment).endOfBytes(FileMark.LENGTH) <= FileMark.LENGTH;
      if (!empty && number < manifest.next()) {
        throw corrupt("has log segment " + number + ", which its manifest does not know");
      }
      return empty;
    }
  }

  private boolean isCompacted(int number) throws IOException {
    try (DiskFile file = disk.open(folder + "/" + LogSegment.nameOf(number))) {
      return FileMark.begins(file, FileMark.COMPACTED);
    }
  }

  /** Takes up a segment that was added by version 1, which knows of no manifest. */
  private LogSegment adopt(int number, LogSegment last) throws IOException {
    LogSegment segment = LogSegment.open(disk, folder, number, store);
    if (last.isCompacted() || segment.firstSequence() <= last.firstSequence()) {
      segment.close();
      throw corrupt("has log segment " + number + ", which does not follow the others");
    }
    LOG.atWarn()
        .addKeyValue("segment", number)
        .log("a segment was added by an older version and is listed from now on");
    return segment;
  }

  /** Says durably which files are the log. */
  void commit(int next, SegmentList list, List<Integer> retired) throws IOException {
    new Manifest(next, list.segments().stream().map(LogSegment::entry).toList(), retired)
        .write(disk, folder, store);
  }

  /**
   * Proves that what is on the medium says that these files are the log.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it does not
   */
  void prove(SegmentList list) throws IOException {
    Optional<Manifest> found = Manifest.readUncached(disk, folder, store);
    List<Manifest.Entry> entries = list.segments().stream().map(LogSegment::entry).toList();
    if (found.isPresent() && !found.get().segments().equals(entries)) {
      throw corrupt("has a manifest that lists " + found.get() + ", and not what is in use");
    }
    if (found.isEmpty() && list.segments().stream().anyMatch(LogSegment::isCompacted)) {
      throw corrupt("has lost its manifest");
    }
  }

  /** Durably deletes files that are not the log, if they are there. */
  void remove(List<Integer> numbers) throws IOException {
    for (int number : numbers) {
      disk.delete(folder + "/" + LogSegment.nameOf(number));
    }
    if (!numbers.isEmpty()) {
      disk.syncFolder(folder);
    }
  }

  /** What a compaction that was cut off has left under its first name. */
  private void removeUnfinished() throws IOException {
    for (String name : new HashSet<>(disk.list(folder))) {
      if (LogSegment.isUnfinished(name)) {
        disk.delete(folder + "/" + name);
      }
    }
  }

  private AumbryException corrupt(String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, folder + " " + why);
  }
}
