package io.aumbry.tests.simulation.ledger;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.NodeRequest.Compare;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Judges the watermarks of a replica: the times up to which it claims to have all blobs of a data
 * centre. For its own data centre, it must have compared all ids up to then with each other replica
 * there, and must have the blobs that these had when the comparison began. For another data centre,
 * a peer must have reported the watermark before the two were compared.
 */
final class ProofRules {
  /** Low bits of the first half of the last id of a millisecond. */
  private static final long WHOLE = 0xFFFF;

  private static final int MILLIS_AT = 16;

  /** Milliseconds for which a peer may have another store before the replica notices it. */
  private static final long UNNOTICED = 5_000;

  private final ShadowStores stores;
  private final ClusterFacts facts;
  private final Alarm alarm;

  private final Map<Pair, Comparison> underWay = new HashMap<>();

  /** By the comparing store and the peer, the finished comparisons with each store of the peer. */
  private final Map<Pair, Map<UUID, Compared>> compared = new HashMap<>();

  private final Map<UUID, Map<Integer, Long>> elsewhere = new HashMap<>();

  /** The latest watermark for which this ledger searched for the blobs of a peer's store. */
  private final Map<Stores, Long> searched = new HashMap<>();

  private record Pair(UUID here, String peer) {}

  private record Stores(UUID here, UUID there) {}

  private record Claim(int place, long millis) {
    @Override
    public String toString() {
      return "I have all blobs of data centre %d up to %d".formatted(place, millis);
    }
  }

  /**
   * The comparisons with one store of a peer: from the time up to which blobs were compared, to the
   * time at which the comparison began.
   */
  private static final class Compared {
    private final NavigableMap<Long, Long> began = new TreeMap<>();

    long upToMillis() {
      return began.isEmpty() ? 0 : began.lastKey();
    }

    /** Returns the begin of the first comparison that reached this time. */
    long beganMillis(long upToMillis) {
      return began.tailMap(upToMillis, true).values().stream()
          .mapToLong(Long::longValue)
          .min()
          .orElse(0);
    }
  }

  /** A comparison, from its first question on. */
  private static final class Comparison {
    private final long beganMillis;
    private Map<Integer, Long> told = Map.of();
    private UUID upTo = IdRange.START;

    Comparison(long beganMillis) {
      this.beganMillis = beganMillis;
    }

    /** Blobs created up to this time were compared, in milliseconds since 1970. */
    long upToMillis() {
      long high = upTo.getMostSignificantBits();
      return (high & WHOLE) == WHOLE ? high >>> MILLIS_AT : (high >>> MILLIS_AT) - 1;
    }
  }

  ProofRules(ShadowStores stores, ClusterFacts facts, Alarm alarm) {
    this.stores = stores;
    this.facts = facts;
    this.alarm = alarm;
  }

  void begin(Account account, String peer) {
    underWay.put(pair(account, peer), new Comparison(facts.nowMillis()));
  }

  private static Pair pair(Account account, String peer) {
    return new Pair(account.history().store(), peer);
  }

  void told(Account account, String peer, Map<Integer, Long> watermarks) {
    Comparison comparison = underWay.get(pair(account, peer));
    if (comparison != null) {
      comparison.told = watermarks;
    }
  }

  void digests(Account account, String peer, UUID theirs, Compare.Digests asked, int covered) {
    Pair pair = pair(account, peer);
    Comparison comparison = underWay.get(pair);
    if (comparison == null) {
      return;
    }
    for (IdRange range : asked.ranges().subList(0, Math.min(covered, asked.ranges().size()))) {
      if (IdRange.compare(range.after(), comparison.upTo) <= 0
          && IdRange.compare(range.upTo(), comparison.upTo) > 0) {
        comparison.upTo = range.upTo();
      }
    }
    long upTo = Math.min(comparison.upToMillis(), settled(account, comparison));
    compared
        .computeIfAbsent(pair, _ -> new HashMap<>())
        .computeIfAbsent(theirs, _ -> new Compared())
        .began
        .putIfAbsent(upTo, comparison.beganMillis);
    Map<Integer, Long> known = elsewhere.computeIfAbsent(pair.here, _ -> new TreeMap<>());
    comparison.told.forEach((place, told) -> known.merge(place, Math.min(told, upTo), Math::max));
  }

  /**
   * Returns the time up to which blobs were old enough for a comparison. Younger blobs are left to
   * replication.
   */
  private long settled(Account account, Comparison comparison) {
    return facts.clockMillis(account.node(), comparison.beganMillis) - facts.settleMillis();
  }

  /**
   * A replica claims the times up to which it has the blobs of each data centre. 0 claims nothing.
   */
  void claim(Account account, Map<Integer, Long> watermarks) {
    if (account.isExcused()) {
      return;
    }
    int own = facts.dataCenterOf(account.node());
    watermarks.forEach((place, millis) -> {
      Claim claim = new Claim(place, millis);
      if (millis > 0 && place == own) {
        near(account, own).forEach(peer -> requireCompared(account, peer, claim));
      } else if (millis > 0) {
        requireTold(account, claim);
      }
    });
  }

  private List<String> near(Account account, int own) {
    return facts.others(account.node(), account.partition()).stream()
        .filter(node -> facts.dataCenterOf(node) == own)
        .toList();
  }

  private void requireCompared(Account account, String peer, Claim claim) {
    long millis = claim.millis();
    Compared best = best(account, peer);
    if (best.upToMillis() < millis) {
      alarm.raise(
          account, claim, "it was compared with %s up to %d".formatted(peer, best.upToMillis()));
    } else {
      stores
          .current(peer, account.partition())
          .filter(_ -> !facts.isHarmed(account.node()) && !facts.isHarmed(peer))
          .ifPresent(other -> requireHere(account, other, best.beganMillis(millis), claim));
    }
  }

  /**
   * Returns the comparison that reached furthest, with a store that the peer has or had until just
   * now.
   */
  private Compared best(Account account, String peer) {
    Map<UUID, Compared> each = compared.getOrDefault(pair(account, peer), Map.of());
    Compared best = new Compared();
    Account.Heard heard = account.heard().get(peer);
    for (Map.Entry<UUID, Compared> entry : each.entrySet()) {
      boolean counts =
          heard == null
              || heard.store().equals(entry.getKey())
              || facts.nowMillis() - heard.sinceMillis() < UNNOTICED;
      if (counts && entry.getValue().upToMillis() > best.upToMillis()) {
        best = entry.getValue();
      }
    }
    return best;
  }

  /** Requires that the replica knows each blob that the peer had when the comparison began. */
  private void requireHere(Account account, Account other, long beganMillis, Claim claim) {
    StoreHistory theirs = other.history();
    long millis = claim.millis();
    Stores pair = new Stores(account.history().store(), theirs.store());
    if (millis <= searched.getOrDefault(pair, 0L)) {
      return;
    }
    searched.put(pair, millis);
    theirs.between(0, theirs.shownAt(beganMillis - 1)).stream()
        .filter(LoggedRecord::isPut)
        .filter(put -> put.id().createdMillis() <= millis)
        .filter(put -> !stores.isForgotten(put.id()))
        .filter(put ->
            theirs.knowledge(put.id()).filter(blob -> !blob.isEnded(facts.nowMillis())).isPresent())
        .filter(put -> account.history().knowledge(put.id()).isEmpty())
        .findFirst()
        .ifPresent(put -> alarm.raise(account, claim, other + " has " + put));
  }

  private void requireTold(Account account, Claim claim) {
    long told =
        elsewhere.getOrDefault(account.history().store(), Map.of()).getOrDefault(claim.place(), 0L);
    if (told < claim.millis()) {
      alarm.raise(account, claim, "peers that it was compared with had proven up to " + told);
    }
  }

  /** Decodes the watermarks of a message: for each, a u32 data centre and u64 milliseconds. */
  static Map<Integer, Long> read(byte[] content) {
    Map<Integer, Long> watermarks = new TreeMap<>();
    ByteBuffer from = ByteBuffer.wrap(content);
    while (from.remaining() >= Integer.BYTES + Long.BYTES) {
      watermarks.put(from.getInt(), from.getLong());
    }
    return watermarks;
  }
}
