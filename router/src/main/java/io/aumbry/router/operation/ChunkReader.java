package io.aumbry.router.operation;

import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.router.replica.Chunk;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;

/** Cuts a body into chunks as it arrives, and makes their checksums and that of the whole. */
final class ChunkReader implements AutoCloseable {
  private final ByteSource body;
  private final int chunkSize;
  private final OptionalLong declaredSize;
  private final long maxSize;

  /** What was received of the chunk after the one made last: at most one slice. */
  private final Queue<Buffer> ahead = new ArrayDeque<>(1);

  private boolean ended;
  private long received;
  private long inChunks;
  private int checksum;

  /**
   * Reads {@code body}, which stays its owner's.
   *
   * @param declaredSize which the body must have to the byte
   * @param maxSize in bytes, of the whole body
   * @throws AumbryException {@link ErrorCode#BLOB_TOO_LARGE} when more is declared
   */
  ChunkReader(ByteSource body, int chunkSize, OptionalLong declaredSize, long maxSize) {
    this.body = body;
    this.chunkSize = chunkSize;
    this.declaredSize = declaredSize;
    this.maxSize = maxSize;
    requireAtMost(maxSize, declaredSize.orElse(0));
  }

  /** Claims memory for bytes that have arrived; waits for room, which holds the client back. */
  interface Growth {
    void grow(Claim claim, int bytes);
  }

  /**
   * The next chunk: full, unless it is the last one; empty only when the whole body is. Takes over
   * {@code claim}, which {@code growth} extends with each slice that arrives.
   *
   * @throws AumbryException {@link ErrorCode#SIZE_MISMATCH} or {@link ErrorCode#BLOB_TOO_LARGE} as
   *     soon as that is known, and whatever reading the body throws
   */
  Chunk next(Claim claim, Growth growth) {
    try (Body.Builder content = new Body.Builder()) {
      BlockChecksums.Builder checksums = new BlockChecksums.Builder();
      int size = 0;
      while (size < chunkSize && fetch()) {
        Buffer slice = upTo(chunkSize - size);
        int length = slice.size();
        checksums.update(slice.view());
        content.add(slice);
        growth.grow(claim, length);
        size += length;
      }
      // whether anything follows decides if this is a whole blob, so it must be known now
      fetch();
      return chunk(content.build(), checksums.build(), claim);
    } catch (RuntimeException | Error failure) {
      claim.close();
      throw failure;
    }
  }

  private Chunk chunk(Body content, BlockChecksums checksums, Claim claim) {
    int crc = checksums.combined(content.size());
    checksum = inChunks == 0 ? crc : Crc32c.combine(checksum, crc, content.size());
    inChunks += content.size();
    return new Chunk(content, checksums, claim);
  }

  /** Whether all of the body is in the chunks made so far. */
  boolean isAtEnd() {
    return ended && ahead.isEmpty();
  }

  /** Bytes in the chunks made so far. */
  long size() {
    return inChunks;
  }

  /** CRC32C of the chunks made so far. */
  int checksum() {
    return checksum;
  }

  /** Makes sure that there is a slice ahead, if one is to come. */
  private boolean fetch() {
    if (!ahead.isEmpty()) {
      return true;
    }
    if (ended) {
      return false;
    }
    Optional<Buffer> slice = body.next();
    if (slice.isEmpty()) {
      ended = true;
      requireDeclared();
      return false;
    }
    ahead.add(slice.get());
    received += slice.get().size();
    requireWithinLimits();
    return true;
  }

  /** The slice ahead, or as much of it as fits. */
  private Buffer upTo(int length) {
    Buffer slice = ahead.remove();
    if (slice.size() <= length) {
      return slice;
    }
    try (slice) {
      ahead.add(slice.slice(length, slice.size() - length));
      return slice.slice(0, length);
    }
  }

  private void requireDeclared() {
    if (declaredSize.isPresent() && received != declaredSize.getAsLong()) {
      throw new AumbryException(
          ErrorCode.SIZE_MISMATCH,
          "Body has " + received + " bytes, said were " + declaredSize.getAsLong());
    }
  }

  private void requireWithinLimits() {
    if (declaredSize.isPresent() && received > declaredSize.getAsLong()) {
      throw new AumbryException(
          ErrorCode.SIZE_MISMATCH,
          "Body has more than the " + declaredSize.getAsLong() + " bytes that were said");
    }
    requireAtMost(maxSize, received);
  }

  private static void requireAtMost(long maxSize, long size) {
    if (size > maxSize) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE, "Body has " + size + " bytes or more, the limit is " + maxSize);
    }
  }

  /** Gives back what was read and is in no chunk. */
  @Override
  public void close() {
    ahead.forEach(Buffer::close);
    ahead.clear();
  }
}
