package io.aumbry.server.entropy;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.entropy.Comparison.Open;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What is known of the comparisons of one replica, as a note beside its store. */
final class ComparisonNote {
  private static final int MAGIC = 0x41755250;
  private static final byte VERSION = 1;
  private static final int HEAD_SIZE = Integer.BYTES + 1 + 2 * Long.BYTES + Integer.BYTES;
  private static final int PEER_SIZE = Short.BYTES + 4 * Long.BYTES + 3 * Integer.BYTES;

  private ComparisonNote() {}

  static String name(int partition) {
    return partition + ".compared";
  }

  static ByteBuffer write(UUID store, Map<NodeId, Comparison> comparisons) {
    int names = comparisons.keySet().stream().mapToInt(peer -> bytes(peer).length).sum();
    int size = HEAD_SIZE + names + comparisons.size() * PEER_SIZE + Integer.BYTES;
    ByteBuffer to = ByteBuffer.allocate(size).putInt(MAGIC).put(VERSION);
    putUuid(to, store).putInt(comparisons.size());
    new TreeMap<>(comparisons)
        .forEach((peer, comparison) -> {
          byte[] name = bytes(peer);
          putUuid(to.putShort((short) name.length).put(name), comparison.store())
              .putLong(comparison.comparedMillis())
              .putLong(comparison.provenMillis())
              .putInt(comparison.open().here())
              .putInt(comparison.open().there())
              .putInt(comparison.open().doubtful());
        });
    return to.putInt(Crc32c.of(to.duplicate().flip())).flip();
  }

  /** By peer; nothing when the note is damaged or of another store. */
  static Map<NodeId, Comparison> read(ByteBuffer note, UUID store) {
    ByteBuffer from = note.slice();
    int end = from.remaining() - Integer.BYTES;
    if (end < HEAD_SIZE || Crc32c.of(from.slice(0, end)) != from.getInt(end)) {
      return Map.of();
    }
    from.limit(end);
    boolean known = from.getInt() == MAGIC && from.get() == VERSION;
    if (!known || !uuid(from).equals(store)) {
      return Map.of();
    }
    try {
      return readPeers(from);
    } catch (BufferUnderflowException | IllegalArgumentException damaged) {
      return Map.of();
    }
  }

  private static Map<NodeId, Comparison> readPeers(ByteBuffer from) {
    Map<NodeId, Comparison> comparisons = new HashMap<>();
    int count = from.getInt();
    for (int i = 0; i < count; i++) {
      byte[] name = new byte[from.getShort() & 0xFFFF];
      from.get(name);
      Comparison comparison =
          new Comparison(
              uuid(from),
              from.getLong(),
              from.getLong(),
              new Open(from.getInt(), from.getInt(), from.getInt()));
      comparisons.put(new NodeId(new String(name, StandardCharsets.UTF_8)), comparison);
    }
    return comparisons;
  }

  private static byte[] bytes(NodeId peer) {
    return peer.name().getBytes(StandardCharsets.UTF_8);
  }

  private static ByteBuffer putUuid(ByteBuffer to, UUID uuid) {
    return to.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
  }

  private static UUID uuid(ByteBuffer from) {
    return new UUID(from.getLong(), from.getLong());
  }
}
