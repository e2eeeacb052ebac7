package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.entropy.Comparison.Open;
import io.aumbry.server.replica.ReplicaNotes;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** Encodes the comparisons of one replica as a note beside its store. */
final class ComparisonNote {
  private static final int MAGIC = 0x41755250;
  private static final int PEER_SIZE = Short.BYTES + 4 * Long.BYTES + 4 * Integer.BYTES;

  private ComparisonNote() {}

  static ByteBuffer write(UUID store, Map<NodeId, Comparison> comparisons) {
    int names = comparisons.keySet().stream().mapToInt(peer -> bytes(peer).length).sum();
    int watermarks =
        comparisons.values().stream().mapToInt(each -> each.elsewhere().millis().size()).sum();
    int size =
        Integer.BYTES + names + comparisons.size() * PEER_SIZE + watermarks * Watermarks.SIZE;
    ByteBuffer to = ReplicaNotes.head(MAGIC, store, size).putInt(comparisons.size());
    new TreeMap<>(comparisons)
        .forEach((peer, comparison) -> {
          byte[] name = bytes(peer);
          ReplicaNotes.putUuid(to.putShort((short) name.length).put(name), comparison.store())
              .putLong(comparison.comparedMillis())
              .putLong(comparison.provenMillis())
              .putInt(comparison.open().here())
              .putInt(comparison.open().there())
              .putInt(comparison.open().doubtful())
              .putInt(comparison.elsewhere().millis().size());
          comparison.elsewhere().write(to);
        });
    return ReplicaNotes.seal(to);
  }

  /** By peer; empty if the note is damaged or of another store. */
  static Map<NodeId, Comparison> read(ByteBuffer note, UUID store) {
    try {
      return ReplicaNotes.open(MAGIC, note, store).map(ComparisonNote::readPeers).orElse(Map.of());
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
      comparisons.put(new NodeId(new String(name, StandardCharsets.UTF_8)), readComparison(from));
    }
    return comparisons;
  }

  private static Comparison readComparison(ByteBuffer from) {
    UUID store = uuid(from);
    long comparedMillis = from.getLong();
    long provenMillis = from.getLong();
    Open open = new Open(from.getInt(), from.getInt(), from.getInt());
    Watermarks elsewhere = Watermarks.read(from, from.getInt());
    return new Comparison(store, comparedMillis, provenMillis, elsewhere, open);
  }

  private static byte[] bytes(NodeId peer) {
    return peer.name().getBytes(StandardCharsets.UTF_8);
  }

  private static UUID uuid(ByteBuffer from) {
    return new UUID(from.getLong(), from.getLong());
  }
}
