package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * The answer to {@link NodeRequest.Compare.Living}: a part of the blobs of a replica that were
 * asked for.
 *
 * <pre>
 *  u8  version 0x01
 *  16 bytes upTo
 *  for each blob: 32 bytes id
 *  u32 CRC32C of all preceding bytes
 * </pre>
 *
 * @param ids in the order of ids
 * @param upTo the page has all such blobs of the range up to this uuid
 */
public record BlobPage(List<BlobId> ids, UUID upTo) {
  /** Maximum number of ids in a page, unless the last of them share a uuid. */
  public static final int MAX_IDS = 1000;

  private static final byte VERSION = 1;
  private static final int FRAME = 1 + 2 * Long.BYTES + Integer.BYTES;

  public BlobPage {
    ids = List.copyOf(ids);
    for (int i = 0; i < ids.size(); i++) {
      BlobId id = ids.get(i);
      boolean ordered = i == 0 || ids.get(i - 1).compareTo(id) < 0;
      if (!ordered || IdRange.compare(id.uuid(), upTo) > 0) {
        throw new IllegalArgumentException("id " + id + " is not in order or is after " + upTo);
      }
    }
  }

  /** Maximum size in bytes of a page with {@code ids} ids. */
  public static long size(int ids) {
    return FRAME + (long) ids * BlobId.SIZE;
  }

  public Body write() {
    ByteBuffer to = ByteBuffer.allocate(Math.toIntExact(size(ids.size()))).put(VERSION);
    to.putLong(upTo.getMostSignificantBits()).putLong(upTo.getLeastSignificantBits());
    ids.forEach(id -> id.write(to));
    to.putInt(Crc32c.of(to.duplicate().flip()));
    return Body.of(HeapBuffer.copyOf(to.flip()));
  }

  /**
   * Reads a page from a message.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} if it is damaged, not sorted, not within the
   *     range of the question, or has a blob that was not asked for
   */
  public static BlobPage read(ByteBuffer from, NodeRequest.Compare.Living question) {
    int end = from.limit() - Integer.BYTES;
    boolean whole =
        end >= FRAME - Integer.BYTES
            && (end - FRAME + Integer.BYTES) % BlobId.SIZE == 0
            && Crc32c.of(from.slice(0, end)) == from.getInt(end)
            && from.get() == VERSION;
    if (!whole) {
      throw broken("wrong length (" + from.limit() + " bytes), checksum or version");
    }
    try {
      return read(from.limit(end)).requireAnswer(question);
    } catch (AumbryException | IllegalArgumentException e) {
      throw broken(String.valueOf(e.getMessage()));
    }
  }

  private static BlobPage read(ByteBuffer from) {
    UUID upTo = new UUID(from.getLong(), from.getLong());
    BlobId[] ids = new BlobId[from.remaining() / BlobId.SIZE];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = BlobId.read(from);
    }
    return new BlobPage(List.of(ids), upTo);
  }

  private BlobPage requireAnswer(NodeRequest.Compare.Living question) {
    IdRange range = question.range();
    boolean starts = ids.isEmpty() || range.contains(ids.getFirst().uuid());
    if (!starts || !(range.contains(upTo) || range.isEmpty())) {
      throw new IllegalArgumentException("up to " + upTo + " is not within " + range);
    }
    Predicate<BlobId> wanted = question.wanted();
    for (BlobId id : ids) {
      if (!wanted.test(id)) {
        throw new IllegalArgumentException("id " + id + " was not asked for");
      }
    }
    return this;
  }

  private static AumbryException broken(String why) {
    return new AumbryException(
        ErrorCode.CORRUPT_TRANSFER, "The list of blobs of a replica is broken: " + why);
  }
}
