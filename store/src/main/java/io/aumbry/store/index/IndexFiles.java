package io.aumbry.store.index;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.TooManyFilesException;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.index.segment.IndexPart;
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
 * The index files of a store. A file appears complete or not at all. The sources of a merge are
 * deleted afterwards.
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

  String unfinished(IndexPart coverage) {
    return path(coverage) + UNFINISHED;
  }

  private String path(IndexPart coverage) {
    return "%s/index-%010d-%010d.idx".formatted(folder, coverage.firstPart(), coverage.lastPart());
  }

  /** Durably renames a synced segment to its final name. */
  IndexSegment publish(IndexPart coverage) throws IOException {
    String path = path(coverage);
    disk.rename(unfinished(coverage), path);
    disk.syncFolder(folder);
    return IndexSegment.open(disk, path, store, pages);
  }

  IndexSegment write(ActiveIndex full) throws IOException {
    IndexPart coverage = full.coverage();
    String path = unfinished(coverage);
    int[] offsets = full.sortedOffsets();
    try (SegmentWriter writer = new SegmentWriter(disk, path, store, coverage, offsets.length)) {
      for (int offset : offsets) {
        writer.add(full.entries(), offset);
      }
      writer.finish(full.positions().pairs(), full.usage());
    } catch (IOException e) {
      abandon(coverage);
      throw e;
    }
    return publish(coverage);
  }

  void abandon(IndexPart coverage) {
    try {
      disk.delete(unfinished(coverage));
    } catch (IOException e) {
      // The next start removes it.
      LOG.atWarn()
          .addKeyValue("folder", folder)
          .setCause(e)
          .log("an unfinished index file could not be deleted; the next start deletes it");
    }
  }

  void delete(List<IndexSegment> covered) throws IOException {
    for (IndexSegment segment : covered) {
      disk.delete(segment.path());
    }
  }

  /**
   * Opens the segments, oldest first, and removes leftovers of a crash. If a part is missing or
   * damaged, removes all segments: a later part may hide entries of an earlier one, and the log can
   * rebuild everything.
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
      discardAll();
      return List.of();
    }
    for (Named leftOver : choice.others()) {
      disk.delete(leftOver.path());
    }
    return choice.chosen();
  }

  public static boolean isUnfinished(String name) {
    return name.startsWith(PREFIX) && name.endsWith(UNFINISHED);
  }

  /**
   * The segments that make up the index, and all other files.
   *
   * @param chosen the index, oldest first
   * @param others files that {@code chosen} covers, and unusable files
   */
  public record Choice(List<IndexSegment> chosen, List<Named> others) {
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
   * @param unusable receives the path of each unusable file and the reason
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

  /** By first part; larger coverage first. */
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

  /** Treats an unreadable file as damaged, because the log can rebuild it. */
  private Optional<IndexSegment> intact(Named file, BiConsumer<String, String> unusable)
      throws IOException {
    try {
      IndexSegment segment = IndexSegment.open(disk, file.path(), store, pages);
      IndexPart coverage = segment.coverage();
      if (coverage.firstPart() == file.firstPart() && coverage.lastPart() == file.lastPart()) {
        return Optional.of(segment);
      }
      close(segment);
      unusable.accept(file.path(), "covers other parts than its name states");
    } catch (TooManyFilesException e) {
      throw e;
    } catch (IOException | AumbryException e) {
      unusable.accept(file.path(), String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  static void unusable(String path, String why) {
    LOG.atWarn()
        .addKeyValue("file", path)
        .addKeyValue("reason", why)
        .log("index segment is unusable and will be rebuilt from the log");
  }

  private static void close(IndexSegment segment) {
    segment.hold();
    segment.release();
  }

  /**
   * Removes all files, also those that a failed merge left. Removes the oldest first, the first
   * source of a merge before the result, and one by one, so that a crash cannot leave an older
   * prefix that looks complete.
   */
  void discardAll() throws IOException {
    List<Named> files = named();
    files.sort(Comparator.comparingLong(Named::firstPart).thenComparingLong(Named::lastPart));
    for (Named file : files) {
      disk.delete(file.path());
      disk.syncFolder(folder);
    }
  }
}
