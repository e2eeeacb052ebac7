package io.aumbry.store.record;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.state.StoredState;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

public final class RecordCodec {
  /** Bytes before the metadata. */
  public static final int FIXED_LENGTH = 88;

  /** In bytes. */
  public static final int MAX_METADATA = 64 * 1024;

  /** In bytes. */
  public static final int MAX_CONTENT = 64 * 1024 * 1024;

  /** Maximum bytes before the content. */
  public static final int MAX_HEADER =
      FIXED_LENGTH + MAX_METADATA + Integer.BYTES * (MAX_CONTENT / BlockChecksums.BLOCK_SIZE);

  public static final int ALIGNMENT = 8;

  public static final int MAGIC = 0x41755243;
  public static final byte VERSION = 1;

  private static final int CRC_FROM = 8;
  private static final int AT_VERSION = 8;
  private static final int AT_CONTENT_LENGTH = 12;
  private static final int AT_METADATA_LENGTH = 16;
  private static final int AT_SEQUENCE = 24;

  private RecordCodec() {}

  static int headerLength(int metadataLength, int contentLength) {
    return FIXED_LENGTH + metadataLength + Integer.BYTES * BlockChecksums.blocksIn(contentLength);
  }

  static int recordLength(int metadataLength, int contentLength) {
    int bytes = headerLength(metadataLength, contentLength) + contentLength;
    return (bytes + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /**
   * Requires that a record may be written.
   *
   * @throws AumbryException {@code BLOB_TOO_LARGE}, or {@code CORRUPT_TRANSFER} for wrong checksums
   */
  public static void check(RecordDraft draft) {
    requireAtMost("metadata", draft.metadata().size(), MAX_METADATA);
    requireAtMost("content", draft.content().size(), MAX_CONTENT);
    boolean right =
        draft.checksums().count() == BlockChecksums.blocksIn(draft.content().size())
            && BlockChecksums.of(draft.content()).equals(draft.checksums());
    if (!right) {
      throw new AumbryException(
          ErrorCode.CORRUPT_TRANSFER,
          "The content of " + draft.id() + " does not match its checksums");
    }
  }

  /** Encodes everything before the content. */
  public static void encodeHeader(RecordDraft draft, Stamp stamp, ByteBuffer to) {
    int start = to.position();
    StoredState state = draft.state();
    to.putInt(MAGIC)
        .putInt(0)
        .put(VERSION)
        .put((byte) draft.type().code())
        .putShort((short) state.lifeVersion())
        .putInt(draft.content().size())
        .putInt(draft.metadata().size())
        .putInt(stamp.tag())
        .putLong(stamp.sequence())
        .putLong(stamp.durable())
        .putLong(state.changedMillis())
        .putLong(state.expiryMillis());
    draft.id().write(to);
    to.put(draft.metadata().view());
    draft.checksums().write(to);
    to.putInt(start + Integer.BYTES, headerCrc(to, start, to.position() - start));
  }

  /** Encodes a record without content for a peer. */
  public static ByteBuffer encodeChange(RecordType type, BlobId id, StoredState state) {
    RecordDraft draft = RecordDraft.change(type, id, state);
    ByteBuffer to = ByteBuffer.allocate(draft.recordLength());
    encodeHeader(draft, new Stamp(0, 0, 0), to);
    return to.clear();
  }

  /** Unverified; 0 if there is no record. */
  public static int versionAt(ByteBuffer bytes, int at) {
    return bytes.getInt(at) == MAGIC ? bytes.get(at + AT_VERSION) & 0xFF : 0;
  }

  /** Unverified; 0 if there is no record. Needs {@link #FIXED_LENGTH} bytes. */
  public static int headerLengthAt(ByteBuffer bytes, int at) {
    int metadata = bytes.getInt(at + AT_METADATA_LENGTH);
    int content = bytes.getInt(at + AT_CONTENT_LENGTH);
    boolean possible =
        versionAt(bytes, at) == VERSION
            && metadata >= 0
            && metadata <= MAX_METADATA
            && content >= 0
            && content <= MAX_CONTENT;
    return possible ? headerLength(metadata, content) : 0;
  }

  /** Requires that {@link #headerLengthAt} is not 0. */
  public static int recordLengthAt(ByteBuffer bytes, int at) {
    return recordLength(
        bytes.getInt(at + AT_METADATA_LENGTH), bytes.getInt(at + AT_CONTENT_LENGTH));
  }

  /**
   * Unverified.
   *
   * @throws AumbryException when the bytes are no id
   */
  public static BlobId idAt(ByteBuffer bytes, int at) {
    return BlobId.read(bytes.duplicate().position(at + FIXED_LENGTH - BlobId.SIZE));
  }

  /** Unverified. */
  public static long sequenceAt(ByteBuffer bytes, int at) {
    return bytes.getLong(at + AT_SEQUENCE);
  }

  /** Whether the checksum of the header is right. */
  public static boolean isWhole(ByteBuffer bytes, int at, int headerLength) {
    return bytes.getInt(at + Integer.BYTES) == headerCrc(bytes, at, headerLength);
  }

  /**
   * Decodes and verifies a header.
   *
   * @throws AumbryException {@code CORRUPT_RECORD} when it is damaged
   */
  public static RecordHeader decode(ByteBuffer bytes, int at) {
    int length = bytes.limit() - at < FIXED_LENGTH ? 0 : headerLengthAt(bytes, at);
    if (length == 0 || bytes.limit() - at < length || !isWhole(bytes, at, length)) {
      throw corrupt("its header is damaged");
    }
    ByteBuffer from = bytes.duplicate().position(at + AT_VERSION + 1);
    RecordType type =
        RecordType.ofCode(from.get()).orElseThrow(() -> corrupt("its type is unknown"));
    int lifeVersion = from.getShort();
    int contentLength = from.getInt();
    int metadataLength = from.getInt();
    int tag = from.getInt();
    Stamp stamp = new Stamp(from.getLong(), from.getLong(), tag);
    try {
      StoredState state =
          new StoredState(lifeVersion, type == RecordType.DELETE, from.getLong(), from.getLong());
      BlobId id = BlobId.read(from);
      return new RecordHeader(type, id, state, stamp, metadataLength, contentLength);
    } catch (AumbryException | IllegalArgumentException e) {
      throw corrupt(String.valueOf(e.getMessage()));
    }
  }

  public static BlockChecksums checksums(ByteBuffer bytes, int at, RecordHeader header) {
    return BlockChecksums.read(
        bytes.duplicate().position(at + FIXED_LENGTH + header.metadataLength()), header.blocks());
  }

  public static boolean matches(ByteBuffer bytes, BlockChecksums expected) {
    CRC32C crc = new CRC32C();
    ByteBuffer rest = bytes.duplicate();
    int end = rest.limit();
    for (int block = 0; block < expected.count(); block++) {
      crc.reset();
      crc.update(rest.limit(Math.min(end, rest.position() + BlockChecksums.BLOCK_SIZE)));
      if ((int) crc.getValue() != expected.of(block)) {
        return false;
      }
    }
    return rest.position() == end;
  }

  public static RecordDraft draft(RecordHeader header, Buffer head, Body content) {
    BlockChecksums checksums = checksums(head.view(), 0, header);
    return new RecordDraft(
        header.type(),
        header.id(),
        header.state(),
        head.slice(FIXED_LENGTH, header.metadataLength()),
        checksums,
        content);
  }

  private static int headerCrc(ByteBuffer bytes, int start, int length) {
    CRC32C crc = new CRC32C();
    ByteBuffer covered = bytes.duplicate();
    crc.update(covered.limit(start + length).position(start + CRC_FROM));
    return (int) crc.getValue();
  }

  private static void requireAtMost(String what, int size, int max) {
    if (size > max) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "The " + what + " of the record has " + size + " bytes, the limit is " + max);
    }
  }

  private static AumbryException corrupt(String why) {
    return new AumbryException(ErrorCode.CORRUPT_RECORD, "Corrupt record: " + why);
  }
}
