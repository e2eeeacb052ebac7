package io.aumbry.server.replica;

import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import java.util.ArrayList;
import java.util.List;

/**
 * The openings of a store, the earliest first. A store that has lost its last records gives their
 * numbers to new records. A number therefore means the same record as under an earlier opening only
 * up to the records with which all openings since then began. Leader epochs of Kafka serve the same
 * purpose (KIP-101).
 *
 * @param known at most {@link #MOST}; the first one stands for all before it
 */
record Openings(List<Opening> known) {
  static final int MOST = 32;

  /** About a minute. */
  private static final long SPREAD_MILLIS = 1 << 16;

  /** Of a new store. */
  static final Openings NONE = new Openings(List.of());

  /** Of a store that may have been opened before: no record is known to be the same. */
  static final Openings UNKNOWN = new Openings(List.of(new Opening(0, 0)));

  Openings {
    known = List.copyOf(known);
  }

  static Openings of(Opening only) {
    return new Openings(List.of(only));
  }

  Opening current() {
    return known.getLast();
  }

  Openings next(long nowMillis, long end) {
    List<Opening> all = new ArrayList<>(known);
    all.add(new Opening(name(nowMillis), end));
    while (all.size() > MOST) {
      Opening oldest = all.removeFirst();
      Opening following = all.getFirst();
      all.set(0, new Opening(following.millis(), Math.min(oldest.start(), following.start())));
    }
    return new Openings(all);
  }

  /**
   * Openings have increasing names, even if the clock is behind the last one. The name then still
   * depends on the clock, or an older copy of the store would repeat names of the original.
   */
  private long name(long nowMillis) {
    boolean isLater = known.isEmpty() || nowMillis > current().millis();
    return isLater ? nowMillis : current().millis() + 1 + Math.floorMod(nowMillis, SPREAD_MILLIS);
  }

  /**
   * Whether a peer's position shows that the store has lost records, in a way that was not known
   * before. It shows a loss if an opening since then began before the position. An opening that is
   * not known is later than those that are, because the store is an older copy; or it is too old to
   * show anything.
   *
   * @param underMillis the opening under which the peer reached the position
   * @param last the last record up to this position
   * @param settledMillis losses that show at this opening or an earlier one are known
   */
  boolean showLoss(long underMillis, long last, long settledMillis) {
    if (!isKnown(underMillis)) {
      return underMillis >= settledMillis && last > current().start();
    }
    long settled = Math.max(underMillis, settledMillis);
    long left = Math.min(last, leastStart(underMillis, settled));
    return leastStart(settled, Long.MAX_VALUE) < left;
  }

  private boolean isKnown(long millis) {
    return known.stream().anyMatch(opening -> opening.millis() == millis);
  }

  /** The least beginning of the openings after one and up to another. */
  private long leastStart(long afterMillis, long upToMillis) {
    return known.stream()
        .filter(opening -> opening.millis() > afterMillis && opening.millis() <= upToMillis)
        .mapToLong(Opening::start)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  /**
   * The current opening, for a position under another one.
   *
   * @return the current opening with the last record that is the same as under that one. For an
   *     opening that is not known, this is the last one that all openings have shared
   */
  Opening asOf(long underMillis) {
    Opening now = current();
    if (underMillis == now.millis()) {
      return now;
    }
    long after = isKnown(underMillis) ? underMillis : Long.MIN_VALUE;
    return new Opening(now.millis(), leastStart(after, Long.MAX_VALUE));
  }
}
