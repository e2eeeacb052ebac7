package io.aumbry.protocol.message;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The answer to {@link NodeRequest.Compare.Usage}: a part of the containers of a replica.
 *
 * <pre>
 *  u8  version 0x01
 *  u8  0x01 if no containers follow in another page, otherwise 0x00
 *  for each container: u32 account, u32 container, u64 blobs, u64 bytes
 *  u32 CRC32C of all preceding bytes
 * </pre>
 *
 * @param containers in the order of accounts, then containers
 */
public record UsagePage(List<ContainerUsage> containers, boolean isLast) {
  public static final int MAX_CONTAINERS = 4096;

  private static final byte VERSION = 1;
  private static final int FRAME = 2 + Integer.BYTES;
  private static final int CONTAINER = 2 * Integer.BYTES + 2 * Long.BYTES;

  /** The containers after one of them. */
  public record From(int account, int container) {
    public static final From START = new From(0, 0);

    private static From of(ContainerUsage usage) {
      return new From(usage.account(), usage.container());
    }

    private boolean isBefore(ContainerUsage usage) {
      return account < usage.account()
          || (account == usage.account() && container < usage.container());
    }
  }

  public UsagePage {
    containers = List.copyOf(containers);
    if (containers.isEmpty() && !isLast) {
      throw new IllegalArgumentException("an empty page is not the last");
    }
  }

  /** Maximum size in bytes of a page. */
  public static int size(int containers) {
    return FRAME + containers * CONTAINER;
  }

  /** Where the next page begins. */
  public From next() {
    return From.of(containers.getLast());
  }

  public Body write() {
    ByteBuffer to = ByteBuffer.allocate(size(containers.size()));
    to.put(VERSION).put((byte) (isLast ? 1 : 0));
    for (ContainerUsage usage : containers) {
      to.putInt(usage.account()).putInt(usage.container());
      to.putLong(usage.blobs()).putLong(usage.bytes());
    }
    to.putInt(Crc32c.of(to.duplicate().flip()));
    return Body.of(HeapBuffer.copyOf(to.flip()));
  }

  /**
   * Reads a page from a message.
   *
   * @throws AumbryException {@code CORRUPT_TRANSFER} if it is damaged or not sorted
   */
  public static UsagePage read(ByteBuffer from, From after) {
    int end = from.limit() - Integer.BYTES;
    boolean whole =
        end >= FRAME - Integer.BYTES
            && (from.limit() - FRAME) % CONTAINER == 0
            && Crc32c.of(from.slice(0, end)) == from.getInt(end)
            && from.get() == VERSION;
    if (!whole) {
      throw broken("wrong length (" + from.limit() + " bytes), checksum or version");
    }
    try {
      boolean isLast = from.get() == 1;
      return new UsagePage(containers(from.limit(end), after), isLast);
    } catch (IllegalArgumentException e) {
      throw broken(String.valueOf(e.getMessage()));
    }
  }

  private static List<ContainerUsage> containers(ByteBuffer from, From after) {
    List<ContainerUsage> containers = new ArrayList<>(from.remaining() / CONTAINER);
    From last = after;
    while (from.hasRemaining()) {
      ContainerUsage next =
          new ContainerUsage(from.getInt(), from.getInt(), from.getLong(), from.getLong());
      if (!last.isBefore(next)) {
        throw new IllegalArgumentException(next + " is not after " + last);
      }
      containers.add(next);
      last = From.of(next);
    }
    return containers;
  }

  private static AumbryException broken(String why) {
    return new AumbryException(
        ErrorCode.CORRUPT_TRANSFER, "The usage of a replica's containers is broken: " + why);
  }
}
