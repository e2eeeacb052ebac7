package io.aumbry.store.check;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.check.StoppedLog.Part;
import io.aumbry.store.log.FileMark;
import io.aumbry.store.log.LogFiles;
import io.aumbry.store.log.LogManifest;
import io.aumbry.store.log.LogSegment;
import io.aumbry.store.log.SegmentWindow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds the files of a log like {@link LogFiles}, without changes. */
final class StoppedLogFiles {
  private static final String LEFT_OVER = "the next start deletes it";
  private static final String LOST = "the store does not open; its records must come from replicas";

  private final LogFiles files;
  private final Finding.Sink findings;
  private final List<Part> parts = new ArrayList<>();
  private boolean complete = true;

  StoppedLogFiles(LogFiles files, Finding.Sink findings) {
    this.files = files;
    this.findings = findings;
  }

  /** Whether no file is missing or unusable. */
  boolean isComplete() {
    return complete;
  }

  List<Part> open() throws IOException {
    Set<Integer> there = new TreeSet<>();
    for (String name : files.disk().list(files.folder())) {
      if (LogSegment.isName(name)) {
        there.add(LogSegment.numberIn(name));
      } else if (LogSegment.isUnfinished(name)) {
        findings.note(files.folder() + "/" + name, 0, "is unfinished", LEFT_OVER);
      }
    }
    if (there.isEmpty()) {
      damage(files.folder(), "has no log segment", LOST);
    }
    openAll(there);
    return parts;
  }

  private void openAll(Set<Integer> there) throws IOException {
    try {
      openListed(LogManifest.read(files.disk(), files.folder(), files.store()), there);
    } catch (AumbryException | IOException e) {
      damage(
          files.folder() + "/" + LogManifest.NAME,
          text(e),
          "the files of the log are unknown, so the store does not open");
      openBySequence(there);
    }
  }

  private void openListed(LogManifest manifest, Set<Integer> there) throws IOException {
    List<LogManifest.Entry> entries = manifest.segments();
    for (int i = 0; i < entries.size(); i++) {
      long next = i + 1 < entries.size() ? entries.get(i + 1).first() : Part.OPEN;
      openListed(entries.get(i), there, next);
    }
    reportUnlisted(manifest, there);
  }

  private void openListed(LogManifest.Entry entry, Set<Integer> there, long next)
      throws IOException {
    if (!there.contains(entry.number())) {
      damage(path(entry.number()), "is listed in the manifest, but missing", LOST);
      return;
    }
    Optional<LogSegment> segment = open(entry.number(), entry.compacted());
    if (segment.isEmpty()) {
      return;
    }
    LogSegment opened = segment.get();
    parts.add(new Part(opened, path(entry.number()), next));
    if (!opened.entry().equals(entry)) {
      damage(path(entry.number()), opened.entry() + ", but the manifest lists " + entry, LOST);
    }
    if (opened.isCompacted() && next != Part.OPEN && opened.lastCovered() + 1 != next) {
      damage(
          path(entry.number()),
          "covers records up to "
              + opened.lastCovered()
              + ", but the next file begins with "
              + next,
          LOST);
    }
  }

  /** Unlisted files are leftovers or damage. */
  private void reportUnlisted(LogManifest manifest, Set<Integer> there) throws IOException {
    Set<Integer> unlisted = new TreeSet<>(there);
    manifest.segments().forEach(entry -> unlisted.remove(entry.number()));
    for (int number : unlisted) {
      if (manifest.retired().contains(number)) {
        findings.note(path(number), 0, "was replaced by compaction", LEFT_OVER);
      } else if (isCompacted(number)) {
        findings.note(path(number), 0, "comes from an unfinished compaction", LEFT_OVER);
      } else {
        reportUnlisted(number);
      }
    }
  }

  private void reportUnlisted(int number) throws IOException {
    Optional<LogSegment> opened = open(number, false);
    if (opened.isEmpty()) {
      return;
    }
    try (LogSegment segment = opened.get()) {
      if (new SegmentWindow(segment).endOfBytes(FileMark.LENGTH) <= FileMark.LENGTH) {
        findings.note(path(number), 0, "is empty and not in the manifest", LEFT_OVER);
      } else {
        damage(path(number), "has content but is not in the manifest", "the store does not open");
      }
    }
  }

  /** Without a manifest. If two files have the same records, chooses the compacted one. */
  private void openBySequence(Set<Integer> there) throws IOException {
    List<LogSegment> all = new ArrayList<>();
    for (int number : there) {
      open(number, isCompacted(number)).ifPresent(all::add);
    }
    all.sort(
        Comparator.comparingLong(LogSegment::firstSequence)
            .thenComparing(segment -> !segment.isCompacted()));
    List<LogSegment> chosen = new ArrayList<>();
    long covered = 0;
    for (LogSegment segment : all) {
      if (segment.firstSequence() > covered) {
        chosen.add(segment);
        covered = segment.isCompacted() ? segment.lastCovered() : covered;
      } else {
        segment.close();
      }
    }
    addInOrder(chosen);
  }

  private void addInOrder(List<LogSegment> opened) {
    for (int i = 0; i < opened.size(); i++) {
      long next = i + 1 < opened.size() ? opened.get(i + 1).firstSequence() : Part.OPEN;
      parts.add(new Part(opened.get(i), path(opened.get(i).number()), next));
    }
  }

  private Optional<LogSegment> open(int number, boolean compacted) {
    try {
      return Optional.of(
          compacted
              ? LogSegment.openCompacted(files.disk(), files.folder(), number, files.store())
              : LogSegment.open(files.disk(), files.folder(), number, files.store()));
    } catch (AumbryException | IOException e) {
      damage(path(number), text(e), LOST);
      return Optional.empty();
    }
  }

  private boolean isCompacted(int number) throws IOException {
    try (var file = files.disk().open(path(number))) {
      return FileMark.begins(file, FileMark.COMPACTED);
    }
  }

  private void damage(String file, String what, String meaning) {
    complete = false;
    findings.damage(file, 0, what, meaning);
  }

  private static String text(Exception e) {
    return e instanceof AumbryException known ? String.valueOf(known.getMessage()) : e.toString();
  }

  private String path(int number) {
    return files.folder() + "/" + LogSegment.nameOf(number);
  }
}
