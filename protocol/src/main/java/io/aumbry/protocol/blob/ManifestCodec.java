package io.aumbry.protocol.blob;

import io.aumbry.protocol.blob.Manifest.Chunk;
import io.aumbry.protocol.blob.Manifest.OfChunks;
import io.aumbry.protocol.blob.Manifest.OfPages;
import io.aumbry.protocol.blob.Manifest.Page;
import io.aumbry.protocol.buffer.SealedContent;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The binary form of manifests, drawn in the package description. */
final class ManifestCodec {
  private static final int MAGIC = 0x41754D46;
  private static final byte CHUNKS = 1;
  private static final byte PAGES = 2;
  private static final int HEAD_SIZE = 1 + Long.BYTES + Integer.BYTES;
  private static final int CHUNK_SIZE = BlobId.SIZE + Integer.BYTES;
  private static final int PAGE_SIZE = BlobId.SIZE + Integer.BYTES + Long.BYTES;

  private ManifestCodec() {}

  static int chunksIn(int bytes) {
    return (bytes - SealedContent.OVERHEAD - HEAD_SIZE) / CHUNK_SIZE;
  }

  static int pagesIn(int bytes) {
    return (bytes - SealedContent.OVERHEAD - HEAD_SIZE) / PAGE_SIZE;
  }

  static int bytesOf(int chunks) {
    return SealedContent.OVERHEAD + HEAD_SIZE + chunks * CHUNK_SIZE;
  }

  static ByteBuffer encode(Manifest manifest) {
    return switch (manifest) {
      case OfChunks(List<Chunk> chunks) -> {
        ByteBuffer to = begin(CHUNKS, manifest.size(), chunks.size(), CHUNK_SIZE);
        for (Chunk chunk : chunks) {
          chunk.id().write(to);
          to.putInt(chunk.length());
        }
        yield SealedContent.seal(to);
      }
      case OfPages(List<Page> pages) -> {
        ByteBuffer to = begin(PAGES, manifest.size(), pages.size(), PAGE_SIZE);
        for (Page page : pages) {
          page.id().write(to);
          to.putInt(page.chunks()).putLong(page.length());
        }
        yield SealedContent.seal(to);
      }
    };
  }

  private static ByteBuffer begin(byte level, long size, int count, int entrySize) {
    return SealedContent.begin(MAGIC, HEAD_SIZE + count * entrySize)
        .put(level)
        .putLong(size)
        .putInt(count);
  }

  static Manifest decode(ByteBuffer bytes) {
    ByteBuffer from =
        SealedContent.open(MAGIC, bytes)
            .filter(content -> content.remaining() >= HEAD_SIZE)
            .orElseThrow(() ->
                corrupt("its %d bytes have a wrong head or CRC32C".formatted(bytes.remaining())));
    byte level = from.get();
    long size = from.getLong();
    int count = from.getInt();
    Manifest manifest =
        switch (level) {
          case CHUNKS ->
              new OfChunks(entries(from, count, CHUNK_SIZE, id -> new Chunk(id, from.getInt())));
          case PAGES ->
              new OfPages(
                  entries(
                      from, count, PAGE_SIZE, id -> new Page(id, from.getInt(), from.getLong())));
          default -> throw corrupt("its level is " + level);
        };
    if (manifest.size() != size) {
      throw corrupt("size is " + size + ", its parts have " + manifest.size() + " bytes");
    }
    return manifest;
  }

  private static <T> List<T> entries(
      ByteBuffer from, int count, int entrySize, Function<BlobId, T> entry) {
    if (count < 0 || from.remaining() != (long) count * entrySize) {
      throw corrupt(count + " entries in " + from.remaining() + " bytes");
    }
    List<T> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(entry.apply(readId(from)));
    }
    return entries;
  }

  private static BlobId readId(ByteBuffer from) {
    try {
      return BlobId.read(from);
    } catch (AumbryException invalid) {
      throw corrupt(String.valueOf(invalid.getMessage()));
    }
  }

  static AumbryException corrupt(String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "Manifest: " + why);
  }
}
