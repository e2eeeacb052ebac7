package io.aumbry.store.index;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.index.segment.Coverage;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.index.segment.IndexSegment;
import io.aumbry.store.index.segment.SegmentWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of an index in the folder of its store. A file appears whole under its name or not at
 * all; those that it was merged of are deleted after that.
 */
public final class IndexFiles {
  private static final Logger LOG = LoggerFactory.getLogger(IndexFiles.class);
  private static final String PREFIX = "index-";
  private static final String UNFINISHED = ".new";
  private static final Pattern NAME = Pattern.compile("index-([0-9]{10})-([0-9]{10})\\.idx");

  private final Disk disk;
  private final String folder;
  private final UUID store;
  private final IndexPages pages;

  /** A file as its name says what it is. */
  public record Named(String path, long firstPart, long lastPart) {}

  public IndexFiles(Disk disk, String folder, UUID store, IndexPages pages) {
    this.disk = disk;
    this.folder = folder;
    this.store = store;
    this.pages = pages;
  }

  Disk disk() {
    return disk;
  }

  UUID store() {
    return store;
  }

  /** Where what will cover {@code coverage} is written before it has its name. */
  String unfinished(Coverage coverage) {
    return path(coverage) + UNFINISHED;
  }

  private String path(Coverage coverage) {
    return "%s/index-%010d-%010d.idx".formatted(folder, coverage.firstPart(), coverage.lastPart());
  }

  /** Gives what was written and forced its name, durably, and opens it. */
  IndexSegment publish(Coverage coverage) throws IOException {
    String path = path(coverage);
    disk.rename(unfinished(coverage), path);
    disk.syncFolder(folder);
    return IndexSegment.open(disk, path, store, pages);
  }

  /** The segment of a part that is full. */
  IndexSegment write(ActiveIndex full) throws IOException {
    Coverage coverage = full.coverage();
    String path = unfinished(coverage);
    int[] offsets = full.sortedOffsets();
    try (SegmentWriter writer = new SegmentWriter(disk, path, store, coverage, offsets.length)) {
      for (int offset : offsets) {
        writer.add(full.entries(), offset);
      }
      writer.finish(full.positions().pairs());
    } catch (IOException e) {
      abandon(coverage);
      throw e;
    }
    return publish(coverage);
  }

  /** Removes what could not be finished, to give its room back. */
  void abandon(Coverage coverage) {
    try {
      disk.delete(unfinished(coverage));
    } catch (IOException e) {
      // The next start removes it.
      LOG.atWarn().addKeyValue("folder", folder).setCause(e).log("a left-over stays for now");
    }
  }

  /** Deletes the files of segments that a larger one covers by now. */
  void delete(List<IndexSegment> covered) throws IOException {
    for (IndexSegment segment : covered) {
      disk.delete(segment.path());
    }
  }

  /**
   * Opens the segments that are there, oldest first, so that each part is covered by one. Removes
   * what a crash has left. If a part is missing or damaged, all are removed: a later part may say
   * that records are gone that an earlier one names, and the log has all that was in them.
   */
  List<IndexSegment> open() throws IOException {
    for (String name : disk.list(folder)) {
      if (isUnfinished(name)) {
        disk.delete(folder + "/" + name);
      }
    }
    Choice choice = choose(IndexFiles::unusable);
    if (!choice.isComplete()) {
      choice.close();
      discard(named().stream().map(Named::path).toList());
      return List.of();
    }
    for (Named leftOver : choice.others()) {
      disk.delete(leftOver.path());
    }
    return choice.chosen();
  }

  /** Whether a file was being made under this name. */
  public static boolean isUnfinished(String name) {
    return name.startsWith(PREFIX) && name.endsWith(UNFINISHED);
  }

  /**
   * Which of the files are the index.
   *
   * @param chosen oldest first, each part in one
   * @param others that are covered by those, or of no use
   */
  public record Choice(List<IndexSegment> chosen, List<Named> others) {
    /** Whether no part is missing. */
    public boolean isComplete() {
      long next = nextPart(chosen);
      return others.stream().allMatch(file -> file.lastPart() < next);
    }

    public void close() {
      chosen.forEach(IndexFiles::close);
    }
  }

  /**
   * Opens the files and changes none.
   *
   * @param unusable is told of each that is not what it was, and why
   */
  public Choice choose(BiConsumer<String, String> unusable) throws IOException {
    List<IndexSegment> chosen = new ArrayList<>();
    List<Named> others = new ArrayList<>();
    for (Named file : named()) {
      Optional<IndexSegment> segment =
          file.firstPart() == nextPart(chosen) ? intact(file, unusable) : Optional.empty();
      if (segment.isPresent() && isNext(chosen, segment.get())) {
        chosen.add(segment.get());
      } else {
        segment.ifPresent(IndexFiles::close);
        others.add(file);
      }
    }
    return new Choice(chosen, others);
  }

  /** By first part; of those with the same, the one that covers most comes first. */
  private List<Named> named() throws IOException {
    List<Named> files = new ArrayList<>();
    for (String name : disk.list(folder)) {
      Matcher parts = NAME.matcher(name);
      if (parts.matches()) {
        files.add(
            new Named(
                folder + "/" + name,
                Long.parseLong(parts.group(1)),
                Long.parseLong(parts.group(2))));
      }
    }
    files.sort(
        Comparator.comparingLong(Named::firstPart)
            .thenComparing(Comparator.comparingLong(Named::lastPart).reversed()));
    return files;
  }

  private static long nextPart(List<IndexSegment> chosen) {
    return chosen.isEmpty() ? 1 : chosen.getLast().coverage().lastPart() + 1;
  }

  private static boolean isNext(List<IndexSegment> chosen, IndexSegment segment) {
    return chosen.isEmpty()
        ? segment.coverage().firstSequence() == 1
        : chosen.getLast().coverage().isFollowedBy(segment.coverage());
  }

  /** Opens a file; one that cannot be read is as good as damaged, since the log has what it had. */
  private Optional<IndexSegment> intact(Named file, BiConsumer<String, String> unusable)
      throws IOException {
    try {
      IndexSegment segment = IndexSegment.open(disk, file.path(), store, pages);
      Coverage coverage = segment.coverage();
      if (coverage.firstPart() == file.firstPart() && coverage.lastPart() == file.lastPart()) {
        return Optional.of(segment);
      }
      close(segment);
      unusable.accept(file.path(), "covers other parts than its name says");
    } catch (IOException | AumbryException e) {
      unusable.accept(file.path(), String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  static void unusable(String path, String why) {
    LOG.atWarn()
        .addKeyValue("file", path)
        .addKeyValue("reason", why)
        .log("index segment is not usable and is made again from the log");
  }

  private static void close(IndexSegment segment) {
    segment.hold();
    segment.release();
  }

  /**
   * Removes the files of an index so that even a crash in between leaves no beginning of it that
   * seems to be all.
   *
   * @param oldestFirst their paths
   */
  void discard(List<String> oldestFirst) throws IOException {
    for (String path : oldestFirst) {
      disk.delete(path);
      disk.syncFolder(folder);
    }
  }
}
