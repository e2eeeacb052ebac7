package io.aumbry.frontend.rest.blob;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * User metadata in Ambry's binary form, big-endian:
 *
 * <pre>
 *   int16 version = 1 | int32 size | int32 count
 *   count times: int32 length | key in UTF-8 | int32 length | value in UTF-8
 *   int64 CRC32 of all before it
 * </pre>
 *
 * <p>The size is of count and entries.
 */
final class AmbryMetadata {
  private static final short VERSION = 1;
  private static final int BEFORE_SIZED = Short.BYTES + Integer.BYTES;

  private AmbryMetadata() {}

  static Optional<Map<String, String>> parse(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    try {
      boolean sized =
          from.getShort() == VERSION && from.getInt() == bytes.length - BEFORE_SIZED - Long.BYTES;
      if (!sized) {
        return Optional.empty();
      }
      int count = from.getInt();
      Map<String, String> entries = new LinkedHashMap<>();
      for (int i = 0; i < count; i++) {
        entries.put(text(from), text(from));
      }
      CRC32 crc = new CRC32();
      crc.update(bytes, 0, from.position());
      boolean whole =
          from.remaining() == Long.BYTES
              && from.getLong() == crc.getValue()
              && entries.size() == count;
      return whole ? Optional.of(entries) : Optional.empty();
    } catch (BufferUnderflowException | CharacterCodingException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String text(ByteBuffer from) throws CharacterCodingException {
    int length = from.getInt();
    if (length < 0 || length > from.remaining()) {
      throw new BufferUnderflowException();
    }
    ByteBuffer text = from.slice(from.position(), length);
    from.position(from.position() + length);
    return StandardCharsets.UTF_8.newDecoder().decode(text).toString();
  }
}
