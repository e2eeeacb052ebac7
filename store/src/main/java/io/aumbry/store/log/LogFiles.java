package io.aumbry.store.log;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

public record LogFiles(Disk disk, String folder, UUID store) {
  record Opened(int next, List<Integer> retired, SegmentList segments) {}

  /**
   * Opens the files of the log, and deletes useless unlisted files.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when a file is missing or damaged
   */
  Opened open() throws IOException {
    Set<Integer> there = new TreeSet<>();
    disk.list(folder).stream()
        .filter(LogSegment::isName)
        .forEach(name -> there.add(LogSegment.numberIn(name)));
    if (there.isEmpty()) {
      throw corrupt("has no log segment");
    }
    LogManifest manifest = LogManifest.read(disk, folder, store);
    List<LogSegment> opened = new ArrayList<>();
    try {
      return openListed(manifest, there, opened);
    } catch (IOException | RuntimeException | Error e) {
      for (LogSegment segment : opened) {
        segment.close();
      }
      throw e;
    }
  }

  private Opened openListed(LogManifest manifest, Set<Integer> there, List<LogSegment> opened)
      throws IOException {
    for (LogManifest.Entry entry : manifest.segments()) {
      if (!there.contains(entry.number())) {
        throw corrupt("lists log segment " + entry.number() + ", which is missing");
      }
      opened.add(open(entry));
    }
    requireNoGaps(opened);
    int next = manifest.next();
    Set<Integer> unlisted = new TreeSet<>(there);
    manifest.segments().forEach(entry -> unlisted.remove(entry.number()));
    for (int number : unlisted) {
      requireUseless(number, manifest);
      next = Math.max(next, number + 1);
    }
    remove(List.copyOf(unlisted));
    removeUnfinished();
    return new Opened(next, List.of(), new SegmentList(opened));
  }

  private LogSegment open(LogManifest.Entry entry) throws IOException {
    LogSegment segment =
        entry.compacted()
            ? LogSegment.openCompacted(disk, folder, entry.number(), store)
            : LogSegment.open(disk, folder, entry.number(), store);
    if (!segment.entry().equals(entry)) {
      segment.close();
      throw corrupt("lists " + entry + ", but has " + segment.entry());
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

  /** Useless are replaced files, files of unfinished compactions, and empty segments. */
  private void requireUseless(int number, LogManifest manifest) throws IOException {
    if (manifest.retired().contains(number) || isCompacted(number)) {
      return;
    }
    try (LogSegment segment = LogSegment.open(disk, folder, number, store)) {
      if (SegmentWindow.ofReadable(segment).endOfBytes(FileMark.LENGTH) > FileMark.LENGTH) {
        throw corrupt("has log segment " + number + ", which its manifest does not list");
      }
    }
  }

  private boolean isCompacted(int number) throws IOException {
    try (DiskFile file = disk.open(folder + "/" + LogSegment.nameOf(number))) {
      return FileMark.begins(file, FileMark.COMPACTED);
    }
  }

  void commit(int next, SegmentList list, List<Integer> retired) throws IOException {
    new LogManifest(next, list.segments().stream().map(LogSegment::entry).toList(), retired)
        .write(disk, folder, store);
  }

  /**
   * Verifies the manifest on the medium.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it differs from the files in use
   */
  void prove(SegmentList list) throws IOException {
    LogManifest found = LogManifest.readUncached(disk, folder, store);
    List<LogManifest.Entry> entries = list.segments().stream().map(LogSegment::entry).toList();
    if (!found.segments().equals(entries)) {
      throw corrupt("has a manifest that lists " + found + ", not the files in use");
    }
  }

  void remove(List<Integer> numbers) throws IOException {
    for (int number : numbers) {
      disk.delete(folder + "/" + LogSegment.nameOf(number));
    }
    if (!numbers.isEmpty()) {
      disk.syncFolder(folder);
    }
  }

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
