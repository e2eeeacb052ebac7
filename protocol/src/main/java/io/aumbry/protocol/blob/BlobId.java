package io.aumbry.protocol.blob;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * The permanent identity of a blob. It contains the blob's partition and owner, so requests are
 * routed without a lookup. The package description draws its binary form.
 *
 * @param dataCenter where the blob was created, 1 to 65535
 * @param account 1 to 2^31-1
 * @param container 1 to 2^31-1
 * @param partition 0 to 2^31-1
 * @param uuid version 7, which sorts by creation time
 */
public record BlobId(
    Flags flags, int dataCenter, int account, int container, int partition, UUID uuid)
    implements Comparable<BlobId> {
  /** In bytes. */
  public static final int SIZE = 32;

  /** In characters. */
  public static final int TEXT_LENGTH = 43;

  /**
   * The only legal last characters. The last two of the text's bits lie beyond the id and must be
   * 0, so that each id has one text.
   */
  private static final String LAST_CHARACTERS = "AEIMQUYcgkosw048";

  private static final byte VERSION = 1;
  private static final int KIND_BITS = 0b0011;
  private static final int ENCRYPTED_BIT = 0b0100;
  private static final int NAMED_BIT = 0b1000;
  private static final int MAX_DATA_CENTER = 0xFFFF;

  public BlobId {
    requireWithin("data centre", dataCenter, 1, MAX_DATA_CENTER);
    requireWithin("account", account, 1, Integer.MAX_VALUE);
    requireWithin("container", container, 1, Integer.MAX_VALUE);
    requireWithin("partition", partition, 0, Integer.MAX_VALUE);
    if (uuid.version() != 7 || uuid.variant() != 2) {
      throw invalid("its uuid " + uuid + " is not of version 7");
    }
  }

  /**
   * The second byte of an id.
   *
   * @param encrypted whether the bytes are encrypted at rest
   * @param named whether the blob was stored in order to get a name. If it has none later, a sweep
   *     deletes it.
   */
  public record Flags(BlobKind kind, boolean encrypted, boolean named) {
    public Flags {
      if (named && !kind.isPublic()) {
        throw invalid("it is of kind " + kind + ", which has no name");
      }
    }

    /** The flags of a blob that is not encrypted and is found by its id. */
    public static Flags of(BlobKind kind) {
      return new Flags(kind, false, false);
    }

    private static Flags ofBits(int bits) {
      if ((bits & ~(KIND_BITS | ENCRYPTED_BIT | NAMED_BIT)) != 0) {
        throw invalid("its flags are 0x" + Integer.toHexString(bits));
      }
      return new Flags(
          BlobKind.ofBits(bits & KIND_BITS), (bits & ENCRYPTED_BIT) != 0, (bits & NAMED_BIT) != 0);
    }

    private byte bits() {
      return (byte) (kind.bits() | (encrypted ? ENCRYPTED_BIT : 0) | (named ? NAMED_BIT : 0));
    }
  }

  /** The fields that all ids of one owner's blobs from one data centre share. */
  public record Owner(int dataCenter, int account, int container, boolean encrypted) {}

  /** Creates an id. {@code wallMillis} is the creation time. */
  public static BlobId create(
      Owner owner, BlobKind kind, int partition, long wallMillis, RandomGenerator random) {
    long high = (wallMillis << 16) | 0x7000 | (random.nextLong() & 0x0FFF);
    long low = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
    return new BlobId(
        new Flags(kind, owner.encrypted(), false),
        owner.dataCenter(),
        owner.account(),
        owner.container(),
        partition,
        new UUID(high, low));
  }

  /**
   * Reads the text form.
   *
   * @throws AumbryException {@link ErrorCode#INVALID_BLOB_ID} if the text is not the canonical form
   *     of an id
   */
  public static BlobId parse(String text) {
    if (text.length() != TEXT_LENGTH) {
      throw invalid("it has " + text.length() + " characters, must be " + TEXT_LENGTH);
    }
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw invalid("'" + text + "' is not url-safe base64");
    }
    if (LAST_CHARACTERS.indexOf(text.charAt(TEXT_LENGTH - 1)) < 0) {
      throw invalid("'" + text + "' is not written in the one canonical form");
    }
    return read(ByteBuffer.wrap(bytes));
  }

  /** Reads the binary form and advances {@code from} past it. */
  public static BlobId read(ByteBuffer from) {
    byte version = from.get();
    if (version != VERSION) {
      throw invalid("its version is " + version + ", must be " + VERSION);
    }
    return new BlobId(
        Flags.ofBits(from.get() & 0xFF),
        from.getShort() & 0xFFFF,
        from.getInt(),
        from.getInt(),
        from.getInt(),
        new UUID(from.getLong(), from.getLong()));
  }

  /** Writes the binary form, {@value #SIZE} bytes. */
  public void write(ByteBuffer to) {
    to.put(VERSION)
        .put(flags.bits())
        .putShort((short) dataCenter)
        .putInt(account)
        .putInt(container)
        .putInt(partition)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits());
  }

  public Owner owner() {
    return new Owner(dataCenter, account, container, flags.encrypted());
  }

  public BlobKind kind() {
    return flags.kind();
  }

  /** Whether the blob was stored in order to get a name. */
  public boolean isNamed() {
    return flags.named();
  }

  /** This id, of a blob that is to get a name. */
  public BlobId withName() {
    Flags named = new Flags(flags.kind(), flags.encrypted(), true);
    return new BlobId(named, dataCenter, account, container, partition, uuid);
  }

  /** Creation time in milliseconds since 1970, by the creator's clock. */
  public long createdMillis() {
    return uuid.getMostSignificantBits() >>> 16;
  }

  /** Orders by uuid, and so by creation time, then by the rest of the binary form. */
  @Override
  public int compareTo(BlobId other) {
    int byUuid = IdRange.compare(uuid, other.uuid);
    return byUuid != 0 ? byUuid : bytes().compareTo(other.bytes());
  }

  /** The text form: url-safe base64 without padding, {@value #TEXT_LENGTH} characters. */
  @Override
  public String toString() {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes().array());
  }

  private ByteBuffer bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE);
    write(bytes);
    return bytes.flip();
  }

  private static void requireWithin(String what, int value, int min, int max) {
    if (value < min || value > max) {
      throw invalid("its " + what + " is " + value + ", must be " + min + " to " + max);
    }
  }

  private static AumbryException invalid(String why) {
    return new AumbryException(ErrorCode.INVALID_BLOB_ID, "Not a blob id: " + why);
  }
}
