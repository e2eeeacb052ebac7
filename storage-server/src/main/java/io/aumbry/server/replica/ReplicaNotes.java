package io.aumbry.server.replica;

import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.replica.StalenessCheck.Noted;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * Encodes the small files that replicas keep beside their stores. The description of this package
 * has their format. A note names its store or disk, and is ignored for any other.
 */
public final class ReplicaNotes {
  private static final int COMPLETE_MAGIC = 0x41755243;
  private static final int TOKENS_MAGIC = 0x41755254;
  private static final int SEALED_MAGIC = 0x41755253;
  private static final int INSTEAD_MAGIC = 0x41755249;
  private static final int RECENCY_MAGIC = 0x41755259;
  private static final byte VERSION = 1;
  private static final int HEAD_SIZE = Integer.BYTES + 1 + 2 * Long.BYTES;
  private static final int MAX_DISKS = 1000;
  private static final int TOKEN_SIZE = Short.BYTES + 4 * Long.BYTES;
  private static final int RECENCY_SIZE = 4 * Long.BYTES + 1;

  static final String SEALED = "sealed";

  private ReplicaNotes() {}

  static ByteBuffer sealed(UUID disk) {
    return seal(head(SEALED_MAGIC, disk, 0));
  }

  static boolean isSealed(ByteBuffer note, UUID disk) {
    return open(SEALED_MAGIC, note, disk).isPresent();
  }

  static String completeName(int partition) {
    return partition + ".complete";
  }

  static String tokensName(int partition) {
    return partition + ".tokens";
  }

  public static String comparedName(int partition) {
    return partition + ".compared";
  }

  static String recencyName(int partition) {
    return partition + ".recency";
  }

  static String acceptedName(int partition) {
    return partition + ".accepted";
  }

  static ByteBuffer recency(UUID store, Noted noted) {
    return seal(
        head(RECENCY_MAGIC, store, RECENCY_SIZE)
            .putLong(noted.sequence())
            .putLong(noted.inStepMillis())
            .putLong(noted.agreedMillis())
            .putLong(noted.settledMillis())
            .put((byte) (noted.hasLost() ? 1 : 0)));
  }

  static Optional<Noted> recency(ByteBuffer note, UUID store) {
    return open(RECENCY_MAGIC, note, store)
        .filter(from -> from.remaining() == RECENCY_SIZE)
        .map(from ->
            new Noted(
                from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.get() != 0));
  }

  static ByteBuffer complete(UUID store) {
    return seal(head(COMPLETE_MAGIC, store, 0));
  }

  static boolean isComplete(ByteBuffer note, UUID store) {
    return open(COMPLETE_MAGIC, note, store).isPresent();
  }

  static String insteadName(int partition) {
    return partition + ".instead";
  }

  /**
   * The note of a store that was created or opened while other disks could not be used.
   *
   * @param away these disks, beside the store on {@code disk}
   */
  static ByteBuffer instead(UUID disk, Set<UUID> away) {
    ByteBuffer to = head(INSTEAD_MAGIC, disk, Integer.BYTES + away.size() * 2 * Long.BYTES);
    to.putInt(away.size());
    new TreeSet<>(away).forEach(each -> putUuid(to, each));
    return seal(to);
  }

  static Set<UUID> instead(ByteBuffer note, UUID disk) {
    Set<UUID> away = new HashSet<>();
    open(INSTEAD_MAGIC, note, disk)
        .ifPresent(from -> {
          int count = Math.min(MAX_DISKS, from.getInt());
          for (int i = 0; i < count && from.remaining() >= 2 * Long.BYTES; i++) {
            away.add(new UUID(from.getLong(), from.getLong()));
          }
        });
    return away;
  }

  static ByteBuffer tokens(UUID store, long sequence, Map<NodeId, PeerToken> tokens) {
    int size = Long.BYTES + Integer.BYTES + size(tokens);
    ByteBuffer to = head(TOKENS_MAGIC, store, size).putLong(sequence).putInt(tokens.size());
    new TreeMap<>(tokens)
        .forEach((peer, token) -> {
          byte[] name = peer.name().getBytes(StandardCharsets.UTF_8);
          putUuid(to.putShort((short) name.length).put(name), token.store())
              .putLong(token.last())
              .putLong(token.openedMillis());
        });
    return seal(to);
  }

  /** The tokens of a store; none if the note is damaged or of another store. */
  static Map<NodeId, PeerToken> tokens(ByteBuffer note, UUID store) {
    Map<NodeId, PeerToken> tokens = new HashMap<>();
    try {
      open(TOKENS_MAGIC, note, store).ifPresent(from -> readTokens(from, tokens));
    } catch (BufferUnderflowException | IllegalArgumentException damaged) {
      tokens.clear();
    }
    return tokens;
  }

  /** The last record of a store when its tokens were noted; 0 if unknown. */
  static long sequence(ByteBuffer tokens, UUID store) {
    return open(TOKENS_MAGIC, tokens, store)
        .filter(from -> from.remaining() >= Long.BYTES)
        .map(ByteBuffer::getLong)
        .orElse(0L);
  }

  private static void readTokens(ByteBuffer from, Map<NodeId, PeerToken> tokens) {
    from.position(from.position() + Long.BYTES);
    int count = from.getInt();
    for (int i = 0; i < count; i++) {
      byte[] name = new byte[from.getShort() & 0xFFFF];
      from.get(name);
      tokens.put(
          new NodeId(new String(name, StandardCharsets.UTF_8)),
          new PeerToken(new UUID(from.getLong(), from.getLong()), from.getLong(), from.getLong()));
    }
  }

  private static int size(Map<NodeId, PeerToken> tokens) {
    return tokens.keySet().stream()
        .mapToInt(peer -> TOKEN_SIZE + peer.name().getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }

  /**
   * The start of a note, to be filled and sealed.
   *
   * @param rest number of bytes that will follow
   */
  public static ByteBuffer head(int magic, UUID store, int rest) {
    ByteBuffer to = ByteBuffer.allocate(HEAD_SIZE + rest + Integer.BYTES);
    return putUuid(to.putInt(magic).put(VERSION), store);
  }

  public static ByteBuffer putUuid(ByteBuffer to, UUID uuid) {
    return to.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
  }

  public static ByteBuffer seal(ByteBuffer to) {
    return to.putInt(Crc32c.of(to.duplicate().flip())).flip();
  }

  /** The content after the head, if the note is valid, of this version, and of this store. */
  public static Optional<ByteBuffer> open(int magic, ByteBuffer note, UUID store) {
    ByteBuffer from = note.slice();
    int crcAt = from.remaining() - Integer.BYTES;
    if (crcAt < HEAD_SIZE || Crc32c.of(from.slice(0, crcAt)) != from.getInt(crcAt)) {
      return Optional.empty();
    }
    from.limit(crcAt);
    boolean known =
        from.getInt() == magic
            && from.get() == VERSION
            && new UUID(from.getLong(), from.getLong()).equals(store);
    return known ? Optional.of(from) : Optional.empty();
  }
}
