package io.aumbry.store.scale;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.Blobs;
import io.aumbry.store.disk.FileSystemDisk;
import io.aumbry.store.index.BlobIndex;
import io.aumbry.store.index.FaultyDisk;
import io.aumbry.store.index.IndexLimits;
import io.aumbry.store.index.segment.IndexEntry;
import io.aumbry.store.index.segment.IndexEntry.PutPlace;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.record.LogPosition;
import io.aumbry.store.state.StoredState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An index of ids without time order: the worst case, because every segment may hold every id.
 * Reports the cost of look-ups and the number of times that an entry was written.
 *
 * <p>Arguments: an empty folder, entries, entries of a part.
 */
public final class IndexGrowth {
  private static final String FOLDER = "index";
  private static final int LOOKUPS = 200_000;

  private IndexGrowth() {}

  public static void main(String[] args) throws IOException {
    int entries = Integer.parseInt(args[1]);
    AtomicLong pages = new AtomicLong();
    FaultyDisk disk = new FaultyDisk(new FileSystemDisk(Path.of(args[0])));
    disk.createFolder(FOLDER);
    try (BlobIndex index =
        BlobIndex.open(
            disk,
            FOLDER,
            new UUID(1, 2),
            IndexLimits.ofParts(Integer.parseInt(args[2])),
            IndexPages.none())) {
      long before = written();
      int mostSegments = fill(index, entries);
      StoreScale.say("index_segments", index.segments());
      StoreScale.say("index_segments_most", mostSegments);
      StoreScale.say("index_file_kib", index.bytesOnDisk() / 1024);
      StoreScale.say("written_percent", (written() - before) * 100 / index.bytesOnDisk());
      disk.fail((action, path) -> {
        if (action == FaultyDisk.Action.READ) {
          pages.incrementAndGet();
        }
      });
      SplittableRandom random = new SplittableRandom(1);
      LookUps look = new LookUps(index, pages, LOOKUPS);
      for (int round = 0; round < 3; round++) {
        look.run("hit", true, () -> id(random.nextInt(entries)));
        look.run("absent", false, () -> Blobs.id(random));
      }
      look.report();
    }
  }

  private static BlobId id(int number) {
    return Blobs.id(new SplittableRandom(number));
  }

  private static int fill(BlobIndex index, int entries) throws IOException {
    int most = 0;
    for (int i = 0; i < entries; i++) {
      LogPosition at = new LogPosition(1, 64 + 8L * i);
      index.put(
          Optional.empty(),
          new IndexEntry(id(i), StoredState.put(1, 2), new PutPlace(at, 100, 200)));
      if (index.cover(i + 1L, at, new LogPosition(1, 72 + 8L * i))) {
        index.freeze();
        index.seal();
        most = Math.max(most, index.segments());
        while (index.mergeStep()) {
          // Until no merge is left.
        }
      }
    }
    index.freeze();
    index.seal();
    return most;
  }

  private static long written() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("wchar:"))
        .mapToLong(line -> Long.parseLong(line.substring(7)))
        .sum();
  }
}
