package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** Writes the fields of a header into a growing buffer. */
final class HeaderWriter {
  /** Enough for a GET, the most frequent request. */
  private static final int INITIAL_SIZE = 160;

  private ByteBuffer to = ByteBuffer.allocate(INITIAL_SIZE).putInt(0);

  HeaderWriter u8(int value) {
    room(1).put((byte) value);
    return this;
  }

  HeaderWriter flag(boolean value) {
    return u8(value ? 1 : 0);
  }

  HeaderWriter u32(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  HeaderWriter u64(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  HeaderWriter text(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    room(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
    return this;
  }

  HeaderWriter bytes(Buffer value) {
    room(Integer.BYTES + value.size()).putInt(value.size()).put(value.view());
    return this;
  }

  HeaderWriter uuid(UUID value) {
    return u64(value.getMostSignificantBits()).u64(value.getLeastSignificantBits());
  }

  HeaderWriter blobId(BlobId id) {
    id.write(room(BlobId.SIZE));
    return this;
  }

  HeaderWriter checksums(BlockChecksums checksums) {
    checksums.write(room(Integer.BYTES * (1 + checksums.count())).putInt(checksums.count()));
    return this;
  }

  <T> HeaderWriter list(List<T> elements, Consumer<T> writer) {
    u32(elements.size());
    elements.forEach(writer);
    return this;
  }

  /** Number of bytes written, without the length prefix. */
  int size() {
    return to.position() - Integer.BYTES;
  }

  /** Returns the header with its length prefix, ready to be read. */
  ByteBuffer finish() {
    int length = size();
    if (length > MessageCodec.MAX_HEADER_SIZE) {
      throw new AumbryException(
          ErrorCode.INTERNAL,
          "Message header of " + length + " bytes, the limit is " + MessageCodec.MAX_HEADER_SIZE);
    }
    return to.putInt(0, length).flip();
  }

  private ByteBuffer room(int bytes) {
    if (to.remaining() < bytes) {
      ByteBuffer larger = ByteBuffer.allocate(Math.max(to.capacity() * 2, to.position() + bytes));
      to = larger.put(to.flip());
    }
    return to;
  }
}
