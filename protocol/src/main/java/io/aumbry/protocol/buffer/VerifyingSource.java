package io.aumbry.protocol.buffer;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.zip.CRC32C;

/**
 * Verifies block checksums. It returns a byte only after the whole block of that byte was verified.
 * It holds at most one block and the slice that crosses into the next one.
 */
public final class VerifyingSource implements ByteSource {
  /** Most contents come in one piece. The queues grow for large ones. */
  private static final int USUAL_PIECES = 1;

  private final ByteSource source;
  private final BlockChecksums expected;
  private final long length;
  private final Queue<Buffer> proved = new ArrayDeque<>(USUAL_PIECES);
  private final Queue<Buffer> unproved = new ArrayDeque<>(USUAL_PIECES);
  private final CRC32C crc = new CRC32C();
  private long received;
  private int block;

  private VerifyingSource(ByteSource source, BlockChecksums expected, long length) {
    this.source = source;
    this.expected = expected;
    this.length = length;
  }

  /**
   * Returns a stream of the bytes of {@code source} that are proven to be right: {@code source}
   * itself if it is verified already. Takes over {@code source}, which starts at a block boundary.
   *
   * @param expected the checksums of all blocks of {@code source}
   * @param length of {@code source} in bytes
   * @throws AumbryException {@link ErrorCode#CORRUPT_TRANSFER} if {@code expected} does not fit the
   *     length; the caller still owns {@code source}
   */
  public static ByteSource of(ByteSource source, BlockChecksums expected, long length) {
    if (BlockChecksums.blocksIn(length) != expected.count()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          expected.count() + " block checksums for a content of " + length + " bytes");
    }
    return source.isVerified() ? source : new VerifyingSource(source, expected, length);
  }

  @Override
  public boolean isVerified() {
    return true;
  }

  @Override
  public Optional<Buffer> next() {
    while (proved.isEmpty() && received < length) {
      Optional<Buffer> slice = source.next();
      if (slice.isEmpty()) {
        throw new AumbryException(
            ErrorCode.CORRUPT_TRANSFER,
            "content ended after " + received + " of " + length + " bytes");
      }
      try (Buffer bytes = slice.get()) {
        accept(bytes);
      }
    }
    return Optional.ofNullable(proved.poll());
  }

  private void accept(Buffer bytes) {
    if (bytes.size() > length - received) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER, "content is longer than its " + length + " bytes");
    }
    for (int at = 0; at < bytes.size(); ) {
      int step = (int) Math.min(bytes.size() - at, blockEnd() - received);
      Buffer part = step == bytes.size() ? bytes.retain() : bytes.slice(at, step);
      unproved.add(part);
      crc.update(part.view());
      received += step;
      at += step;
      if (received == blockEnd()) {
        proveBlock();
      }
    }
  }

  private long blockEnd() {
    return Math.min(length, (block + 1L) * BlockChecksums.BLOCK_SIZE);
  }

  private void proveBlock() {
    if ((int) crc.getValue() != expected.of(block)) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "CRC32C of block "
              + block
              + " is "
              + Long.toHexString(crc.getValue())
              + ", should be "
              + Integer.toHexString(expected.of(block)));
    }
    crc.reset();
    block++;
    proved.addAll(unproved);
    unproved.clear();
  }

  @Override
  public void close() {
    proved.forEach(Buffer::close);
    proved.clear();
    unproved.forEach(Buffer::close);
    unproved.clear();
    source.close();
  }
}
