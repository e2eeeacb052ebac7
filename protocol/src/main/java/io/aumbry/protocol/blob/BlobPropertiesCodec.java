package io.aumbry.protocol.blob;

import io.aumbry.protocol.blob.BlobProperties.Labels;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Binary form of {@link BlobProperties}, drawn in the package description. */
public final class BlobPropertiesCodec {
  private static final byte VERSION = 1;
  private static final int PRIVATE = 0b01;
  private static final int CHECKSUM = 0b10;
  private static final int MAX_BYTES_PER_CHARACTER = 3;
  private static final int FIXED_SIZE = 2 + 3 * Long.BYTES;

  private BlobPropertiesCodec() {}

  /**
   * Returns the binary form, ready to be read.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if it is larger than {@link
   *     BlobProperties#MAX_ENCODED_SIZE}
   */
  public static ByteBuffer encode(BlobProperties properties) {
    List<byte[]> texts = texts(properties);
    int size =
        FIXED_SIZE
            + (properties.checksum().isPresent() ? Integer.BYTES : 0)
            + Short.BYTES
            + texts.stream().mapToInt(text -> Short.BYTES + text.length).sum();
    if (size > BlobProperties.MAX_ENCODED_SIZE) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          "Properties and user metadata take "
              + size
              + " bytes, the limit is "
              + BlobProperties.MAX_ENCODED_SIZE);
    }
    ByteBuffer to = ByteBuffer.allocate(size);
    writeFixed(properties, to);
    for (int i = 0; i < texts.size(); i++) {
      if (i == LABEL_COUNT) {
        to.putShort((short) properties.userMetadata().size());
      }
      to.putShort((short) texts.get(i).length).put(texts.get(i));
    }
    if (texts.size() == LABEL_COUNT) {
      to.putShort((short) 0);
    }
    return to.flip();
  }

  /**
   * Throws if {@link #encode} would reject these properties once a checksum is added. Properties
   * far below the limit are not encoded for this check.
   */
  public static void requireFits(BlobProperties properties) {
    Labels labels = properties.labels();
    long characters =
        (long) labels.contentType().length()
            + labels.serviceId().length()
            + labels.ownerId().length()
            + labels.filename().length()
            + labels.externalAssetTag().length()
            + labels.contentEncoding().length();
    for (Map.Entry<String, String> entry : properties.userMetadata().entrySet()) {
      characters += entry.getKey().length() + entry.getValue().length() + 2 * Short.BYTES;
    }
    if (characters * MAX_BYTES_PER_CHARACTER > BlobProperties.MAX_ENCODED_SIZE / 2) {
      encode(properties.withContent(properties.size(), OptionalInt.of(0)));
    }
  }

  private static final int LABEL_COUNT = 6;

  private static void writeFixed(BlobProperties properties, ByteBuffer to) {
    OptionalInt checksum = properties.checksum();
    to.put(VERSION)
        .put(
            (byte) ((properties.isPrivate() ? PRIVATE : 0) | (checksum.isPresent() ? CHECKSUM : 0)))
        .putLong(properties.size())
        .putLong(properties.creationMillis())
        .putLong(properties.ttlSeconds());
    checksum.ifPresent(to::putInt);
  }

  private static List<byte[]> texts(BlobProperties properties) {
    Labels labels = properties.labels();
    List<String> texts =
        new ArrayList<>(
            List.of(
                labels.contentType(),
                labels.serviceId(),
                labels.ownerId(),
                labels.filename(),
                labels.externalAssetTag(),
                labels.contentEncoding()));
    properties.userMetadata().forEach((key, value) -> texts.addAll(List.of(key, value)));
    return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /**
   * Reads the result of {@link #encode}. Does not move the position of {@code bytes}.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} if the bytes are malformed
   */
  public static BlobProperties decode(ByteBuffer bytes) {
    ByteBuffer from = bytes.duplicate();
    try {
      byte version = from.get();
      if (version != VERSION) {
        throw corrupt("version is " + version + ", must be " + VERSION);
      }
      BlobProperties properties = decodeFields(from);
      if (from.hasRemaining()) {
        throw corrupt(from.remaining() + " bytes left over");
      }
      return properties;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw corrupt("of " + bytes.remaining() + " bytes: " + e);
    }
  }

  private static BlobProperties decodeFields(ByteBuffer from) {
    int flags = from.get();
    long size = from.getLong();
    long creationMillis = from.getLong();
    long ttlSeconds = from.getLong();
    OptionalInt checksum =
        (flags & CHECKSUM) != 0 ? OptionalInt.of(from.getInt()) : OptionalInt.empty();
    Labels labels =
        new Labels(
            readText(from),
            readText(from),
            readText(from),
            readText(from),
            readText(from),
            readText(from));
    int entries = from.getShort() & 0xFFFF;
    Map<String, String> userMetadata = entries == 0 ? Map.of() : new LinkedHashMap<>();
    for (int i = 0; i < entries; i++) {
      userMetadata.put(readText(from), readText(from));
    }
    return new BlobProperties(
        size, creationMillis, ttlSeconds, checksum, (flags & PRIVATE) != 0, labels, userMetadata);
  }

  private static String readText(ByteBuffer from) {
    int length = from.getShort() & 0xFFFF;
    if (length == 0) {
      return "";
    }
    byte[] text = new byte[length];
    from.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private static AumbryException corrupt(String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "Blob properties: " + why);
  }
}
