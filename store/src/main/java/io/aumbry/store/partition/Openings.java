package io.aumbry.store.partition;

import io.aumbry.protocol.message.NodeResponse.Pulled.Opening;
import java.util.ArrayList;
import java.util.List;

/**
 * The openings of a store, the earliest first. A store that has lost its last records gives their
 * numbers to new records. A number therefore means the same record as under an earlier opening only
 * up to the records with which all openings since then began. Leader epochs of Kafka serve the same
 * purpose (KIP-101).
 *
 * @param known the last ones, at most {@link #MOST}; earlier ones are forgotten
 */
public record Openings(List<Opening> known) {
  static final int MOST = 256;

  /** About a minute. */
  private static final long SPREAD_MILLIS = 1 << 16;

  /** Of a new store, or of one whose earlier openings are not known. */
  static final Openings NONE = new Openings(List.of());

  public Openings {
    known = List.copyOf(known);
  }

  public Opening current() {
    return known.getLast();
  }

  /**
   * These openings and another one.
   *
   * @param end the last record with which it begins
   */
  public Openings next(long nowMillis, long end) {
    List<Opening> all = new ArrayList<>(known);
    all.add(new Opening(name(nowMillis), end));
    return new Openings(all.subList(Math.max(0, all.size() - MOST), all.size()));
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
   * before. It shows a loss if an opening since then began before the position, or if the store
   * lacks the opening.
   *
   * @param underMillis the opening under which the peer reached the position
   * @param last the last record up to this position
   * @param settledMillis losses that show at this opening or an earlier one are known
   */
  public boolean showLoss(long underMillis, long last, long settledMillis) {
    if (!isKnown(underMillis)) {
      return underMillis >= settledMillis
          && (lack(underMillis) || leastStart(underMillis, Long.MAX_VALUE) < last);
    }
    long settled = Math.max(underMillis, settledMillis);
    long left = Math.min(last, leastStart(underMillis, settled));
    return leastStart(settled, Long.MAX_VALUE) < left;
  }

  /**
   * Whether an opening of this store is missing here although it is later than the first known one.
   * The store is then an older copy, from before that opening. If the file was lost, and the clock
   * has been set back since, that may be a false alarm.
   */
  public boolean lack(long millis) {
    return !isKnown(millis) && millis > known.getFirst().millis();
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
   * @return the current opening with the last record that is the same as under that one; 0 if that
   *     one is not known
   */
  public Opening asOf(long underMillis) {
    Opening now = current();
    if (underMillis == now.millis()) {
      return now;
    }
    long same = isKnown(underMillis) ? leastStart(underMillis, Long.MAX_VALUE) : 0;
    return new Opening(now.millis(), same);
  }
}
