package io.aumbry.router.operation;

import io.aumbry.protocol.blob.Manifest;
import java.util.Iterator;
import java.util.List;

/**
 * Finds the chunks of a blob by position, from its beginning to its end. Of the pages of a manifest
 * it keeps one in memory, and loads only those with a chunk that is asked for.
 */
final class ChunkCursor {
  private final PageLoader loader;

  /** Pages after the loaded one. */
  private final Iterator<Manifest.Page> pages;

  private List<Manifest.Chunk> loaded;
  private int largest;

  /** Where in the blob the loaded chunks end. */
  private long loadedEnd;

  private int index;

  /** Where in the blob the chunk at the index begins. */
  private long start;

  /** Reads a page from storage nodes. */
  interface PageLoader {
    Manifest.OfChunks load(Manifest.Page page);
  }

  ChunkCursor(Manifest manifest, PageLoader loader) {
    this.loader = loader;
    switch (manifest) {
      case Manifest.OfChunks(List<Manifest.Chunk> chunks) -> {
        this.pages = List.<Manifest.Page>of().iterator();
        this.loaded = chunks;
        this.loadedEnd = manifest.size();
        this.largest = largest(chunks);
      }
      case Manifest.OfPages(List<Manifest.Page> all) -> {
        this.pages = all.iterator();
        this.loaded = List.of();
      }
    }
  }

  /** Whether {@link #moveTo} this position, which is not before the last one, loads no page. */
  boolean isLoaded(long position) {
    return position < loadedEnd;
  }

  /** Moves forward to the chunk at a position within the blob. */
  void moveTo(long position) {
    if (!isLoaded(position)) {
      load(position);
    }
    while (position >= start + chunk().length()) {
      start += chunk().length();
      index++;
    }
  }

  private void load(long position) {
    start = loadedEnd;
    Manifest.Page page = pages.next();
    while (position >= start + page.length()) {
      start += page.length();
      page = pages.next();
    }
    loaded = loader.load(page).chunks();
    loadedEnd = start + page.length();
    largest = largest(loaded);
    index = 0;
  }

  Manifest.Chunk chunk() {
    return loaded.get(index);
  }

  /** Where in the blob the chunk begins. */
  long start() {
    return start;
  }

  /** The length of the largest loaded chunk. */
  int largest() {
    return largest;
  }

  static int largest(List<Manifest.Chunk> chunks) {
    return chunks.stream().mapToInt(Manifest.Chunk::length).max().orElse(0);
  }
}
