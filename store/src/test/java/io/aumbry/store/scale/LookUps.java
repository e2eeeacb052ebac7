package io.aumbry.store.scale;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.index.BlobIndex;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Measures look-ups of one kind of ids. */
final class LookUps {
  private static final int BATCH = 1000;

  private final BlobIndex index;
  private final AtomicLong pages;
  private final int count;
  private final Map<String, Long> figures = new LinkedHashMap<>();

  /**
   * @param pages counts the page reads of the index
   * @param count look-ups of each kind
   */
  LookUps(BlobIndex index, AtomicLong pages, int count) {
    this.index = index;
    this.pages = pages;
    this.count = count;
  }

  void run(String kind, boolean there, Supplier<BlobId> ids) throws IOException {
    long nanos = 0;
    long before = pages.get();
    long several = 0;
    BlobId[] batch = new BlobId[BATCH];
    for (int done = 0; done < count; done += BATCH) {
      for (int i = 0; i < BATCH; i++) {
        batch[i] = ids.get();
      }
      long start = StoreScale.cpu();
      for (BlobId id : batch) {
        long first = pages.get();
        if (index.find(id).isPresent() != there) {
          throw new IllegalStateException(kind + " " + id);
        }
        several += pages.get() - first > 1 ? 1 : 0;
      }
      nanos += StoreScale.cpu() - start;
    }
    figures.put(kind + "_cpu_ns", nanos / count);
    figures.put(kind + "_pages_per_million", (pages.get() - before) * 1_000_000 / count);
    figures.put(kind + "_several_pages_per_million", several * 1_000_000 / count);
  }

  /** The figures of the last run of each kind. */
  void report() {
    figures.forEach(StoreScale::say);
  }
}
