package io.aumbry.protocol.blob;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The parts of a large blob, in order. A manifest of one level names chunks. If the blob has more
 * chunks than a page takes, its manifest names pages: manifests of chunks, each stored as a chunk.
 */
public sealed interface Manifest {
  /** Of the whole blob in bytes: the sum of the parts. */
  long size();

  /** The ids that this manifest names itself. */
  List<BlobId> ids();

  /** Also the content of a page. */
  record OfChunks(List<Chunk> chunks) implements Manifest {
    public OfChunks {
      chunks = List.copyOf(chunks);
    }

    @Override
    public long size() {
      return chunks.stream().mapToLong(Chunk::length).sum();
    }

    @Override
    public List<BlobId> ids() {
      return chunks.stream().map(Chunk::id).toList();
    }
  }

  /** Names the pages of a blob. */
  record OfPages(List<Page> pages) implements Manifest {
    public OfPages {
      pages = List.copyOf(pages);
      long size = 0;
      for (Page page : pages) {
        size += page.length();
        if (size < 0) {
          throw ManifestCodec.corrupt("its pages have more than 2^63 bytes");
        }
      }
    }

    @Override
    public long size() {
      return pages.stream().mapToLong(Page::length).sum();
    }

    @Override
    public List<BlobId> ids() {
      return pages.stream().map(Page::id).toList();
    }
  }

  /**
   * One chunk of a blob.
   *
   * @param length in bytes, at least 1
   */
  record Chunk(BlobId id, int length) {
    public Chunk {
      if (length < 1) {
        throw ManifestCodec.corrupt("chunk " + id + " has " + length + " bytes");
      }
    }
  }

  /**
   * A run of chunks, whose manifest is stored under the id.
   *
   * @param chunks number of them, from 1 to {@link #MOST_CHUNKS}
   * @param length sum of the chunks in bytes
   */
  record Page(BlobId id, int chunks, long length) {
    /** As many as the record of a page can name if it is as long as the longest chunk. */
    public static final int MOST_CHUNKS = ManifestCodec.chunksIn(64 << 20);

    public Page {
      if (chunks < 1 || chunks > MOST_CHUNKS || length < chunks) {
        throw ManifestCodec.corrupt(
            "page " + id + " has " + chunks + " chunks of " + length + " bytes");
      }
    }

    /**
     * Reads the content of this page.
     *
     * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} if the bytes are not this page
     */
    public OfChunks decode(ByteBuffer bytes) {
      if (Manifest.decode(bytes) instanceof OfChunks page
          && page.chunks().size() == chunks
          && page.size() == length) {
        return page;
      }
      throw ManifestCodec.corrupt(
          "page " + id + " is not " + chunks + " chunks of " + length + " bytes");
    }
  }

  /** The largest number of chunks in a manifest of at most {@code bytes} bytes. */
  static int chunksIn(int bytes) {
    return ManifestCodec.chunksIn(bytes);
  }

  /** The largest number of pages in a manifest of at most {@code bytes} bytes. */
  static int pagesIn(int bytes) {
    return ManifestCodec.pagesIn(bytes);
  }

  /** The size of a manifest of {@code chunks} chunks in bytes. */
  static int bytesOf(int chunks) {
    return ManifestCodec.bytesOf(chunks);
  }

  default ByteBuffer encode() {
    return ManifestCodec.encode(this);
  }

  /**
   * Reads the result of {@link #encode}.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} if the bytes are malformed
   */
  static Manifest decode(ByteBuffer bytes) {
    return ManifestCodec.decode(bytes);
  }
}
