package io.aumbry.tests.simulation.ledger;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The records of one store that a replica was told of, and so the number up to which it may claim
 * them all. It counts for one opening of that store. A later opening keeps it, as far as the store
 * has lost none of these records.
 */
final class Prefix {
  /**
   * Milliseconds for which a claim without foundation may still be in transit. A replica also knows
   * of damage up to this time before its disk has the note, which the ledger sees.
   */
  static final long GRACE = 1_000;

  private static final long NONE = -1;

  private record Recent(long from, long to, long atMillis) {}

  /** Disjoint intervals, from the exclusive start to the inclusive end. */
  private final NavigableMap<Long, Long> told = new TreeMap<>();

  /** The parts of {@link #told} from the last {@link #GRACE} milliseconds, oldest first. */
  private final Deque<Recent> recent = new ArrayDeque<>();

  /** Claims under earlier openings, which may still be in transit. */
  private final Map<Long, Long> former = new HashMap<>();

  private long openedMillis = NONE;

  /**
   * The store has lost the records after this number. From its next opening on, positions after it
   * no longer count.
   */
  private long lostAfter = Long.MAX_VALUE;

  /** The opening of the last copy of the store that has come back, until the next opening. */
  private long regainedMillis = NONE;

  /** The records up to this number are those of {@link #regainedMillis}. */
  private long regainedEnd;

  /** Records of earlier openings up to this number are still the same. */
  private long unchanged = Long.MAX_VALUE;

  /** Records up to this number were compared with the disk of the replica. */
  private long checked;

  /** Records up to this number count, but are not compared with the disk. */
  private long unseen;

  /** Claims from before the last damage, by opening. They may still be in transit. */
  private final Map<Long, Long> beforeDamage = new HashMap<>();

  /** Records up to this number count again once damage has healed. */
  private long suspended;

  /** The claims of {@link #former} from before damage, which count again once it has healed. */
  private final Map<Long, Long> suspendedFormer = new HashMap<>();

  /** The last record that might be claimed before any damage. */
  private long best;

  private long damagedMillis = -GRACE;

  /** The replica was told of the records after {@code from} up to {@code to}. */
  void told(long opened, long from, long to, long nowMillis) {
    if (opened != openedMillis) {
      reopen(opened);
    }
    if (to > from) {
      add(from, to);
      best = from <= best ? Math.max(best, to) : best;
      recent.add(new Recent(from, to, nowMillis));
      forgetRecent(nowMillis);
    }
  }

  private void forgetRecent(long nowMillis) {
    while (!recent.isEmpty() && recent.peek().atMillis() < nowMillis - GRACE) {
      recent.remove();
    }
  }

  /**
   * All records up to a number follow from another statement, possibly under an earlier opening.
   */
  void implied(long opened, long last) {
    long here = last;
    if (opened < openedMillis) {
      former.merge(opened, last, Math::max);
      here = Math.min(last, unchanged);
    } else if (opened != openedMillis) {
      reopen(opened);
    }
    if (here > 0) {
      add(0, here);
    }
  }

  private void reopen(long opened) {
    former.put(openedMillis, last());
    suspendedFormer.merge(openedMillis, suspended, Math::max);
    beforeDamage.merge(
        opened, Math.min(beforeDamage.getOrDefault(openedMillis, 0L), lostAfter), Math::max);
    unchanged = Math.min(unchanged, lostAfter);
    long regained = Math.min(former.getOrDefault(regainedMillis, 0L), regainedEnd);
    long last = Math.max(Math.min(last(), lostAfter), regained);
    best = Math.max(Math.min(best, lostAfter), regained);
    suspended = Math.min(suspended, lostAfter);
    told.clear();
    recent.clear();
    if (last > 0) {
      told.put(0L, last);
    }
    checked = Math.min(Math.max(checked, unseen), last);
    unseen = 0;
    lostAfter = Long.MAX_VALUE;
    regainedMillis = NONE;
    openedMillis = opened;
  }

  private void add(long from, long to) {
    long start = from;
    long end = to;
    for (Map.Entry<Long, Long> each = told.floorEntry(to);
        each != null && each.getValue() >= start;
        each = told.floorEntry(to)) {
      start = Math.min(start, each.getKey());
      end = Math.max(end, each.getValue());
      told.remove(each.getKey());
    }
    told.put(start, end);
    best = Math.max(best, last());
  }

  private long last() {
    return told.getOrDefault(0L, 0L);
  }

  /** The store has lost the records after {@code last}. Other records may take their numbers. */
  void lose(long last) {
    lostAfter = Math.min(lostAfter, last);
    regainedEnd = Math.min(regainedEnd, last);
    unseen = Math.min(unseen, last);
  }

  /** The opening that it counts for; empty if the store has lost records since. */
  OptionalLong soundOpening() {
    return lostAfter == Long.MAX_VALUE ? OptionalLong.of(openedMillis) : OptionalLong.empty();
  }

  /**
   * A copy of the store from before a loss is back, with the records up to {@code end}. They count
   * for a replica that was told of them under the opening of the copy. It may have learned of the
   * loss since: its process may restart with an earlier position.
   */
  void regain(long opened, long end) {
    regainedMillis = opened;
    regainedEnd = end;
    if (opened == openedMillis) {
      lostAfter = end;
    }
  }

  /**
   * Returns the last record up to which the replica was told of the records that the store has now.
   * It may be after the last record that the replica was told of. It is 0 for an earlier opening,
   * of which the records are unknown.
   */
  long comparableUpTo(long opened) {
    return opened == openedMillis ? lostAfter : 0;
  }

  /**
   * The replica has noted damage, so answers of peers from before it noticed the damage prove
   * nothing for now. It may have noticed the damage up to {@link #GRACE} before the note.
   *
   * @param isRestorable whether the answers count again once the damage has healed
   */
  void suspend(long nowMillis, boolean isRestorable) {
    if (nowMillis - damagedMillis >= GRACE) {
      beforeDamage.clear();
    }
    former.forEach((opened, last) -> beforeDamage.merge(opened, last, Math::max));
    beforeDamage.merge(openedMillis, last(), Math::max);
    damagedMillis = nowMillis;
    if (isRestorable) {
      suspended = Math.max(suspended, last());
      former.forEach((opened, last) -> suspendedFormer.merge(opened, last, Math::max));
    } else {
      suspended = 0;
      suspendedFormer.clear();
    }
    former.clear();
    told.clear();
    checked = 0;
    forgetRecent(nowMillis);
    recent.forEach(each -> add(each.from(), each.to()));
  }

  void restore() {
    if (suspended > 0) {
      add(0, suspended);
      suspended = 0;
    }
    suspendedFormer.forEach((opened, last) -> former.merge(opened, last, Math::max));
    suspendedFormer.clear();
  }

  /** Returns an independent copy. */
  Prefix copy() {
    Prefix copy = new Prefix();
    copy.told.putAll(told);
    copy.former.putAll(former);
    copy.suspendedFormer.putAll(suspendedFormer);
    copy.openedMillis = openedMillis;
    copy.lostAfter = lostAfter;
    copy.regainedMillis = regainedMillis;
    copy.regainedEnd = regainedEnd;
    copy.unchanged = unchanged;
    copy.unseen = unseen;
    copy.checked = checked;
    copy.best = best;
    return copy;
  }

  /** The replica has its contents of an earlier time again, with the positions of that time. */
  void bringBack(Prefix earlier) {
    earlier.former.forEach((opened, last) -> former.merge(opened, last, Math::max));
    former.merge(earlier.openedMillis, earlier.last(), Math::max);
    earlier.suspendedFormer.forEach(
        (opened, last) -> suspendedFormer.merge(opened, last, Math::max));
    if (earlier.openedMillis > openedMillis) {
      long lost = Math.min(lostAfter, earlier.lostAfter);
      reopen(earlier.openedMillis);
      lostAfter = lost;
    }
    long kept =
        earlier.openedMillis == openedMillis
            ? earlier.last()
            : Math.min(earlier.last(), earlier.lostAfter);
    if (kept > 0) {
      add(0, kept);
    }
  }

  /** Returns the last record that may be claimed under an opening of the store. */
  long upTo(long opened, long nowMillis) {
    long last = opened == openedMillis ? last() : former.getOrDefault(opened, 0L);
    return nowMillis - damagedMillis < GRACE
        ? Math.max(last, beforeDamage.getOrDefault(opened, 0L))
        : last;
  }

  /**
   * Whether the replica was told of all records up to {@code end} that the store had under an
   * opening. It may have been told of some of them under a later one.
   */
  boolean has(long opened, long end, long nowMillis) {
    boolean isKept = opened < openedMillis && end <= unchanged && end <= last();
    return isKept || end <= upTo(opened, nowMillis);
  }

  long upTo() {
    return last();
  }

  /** Returns the last record that the replica has had, whether damaged since or not. */
  long best() {
    return best;
  }

  long checked() {
    return checked;
  }

  void checkedUpTo(long last) {
    checked = Math.max(checked, last);
  }
}
