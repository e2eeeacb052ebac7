package io.aumbry.store.index.segment;

import io.aumbry.store.record.LogPosition;

/**
 * What a part of an index stands for. Parts are numbered from 1 in the order in which they were
 * frozen; an entry in a later part counts, whatever an earlier one says. Merged parts cover a run
 * of numbers.
 *
 * @param firstSequence of the first record of which this knows
 * @param lastSequence of the last, one less than the first when there is none: the part then has
 *     only entries that were moved or removed
 * @param end behind the last record
 */
public record Coverage(
    long firstPart, long lastPart, long firstSequence, long lastSequence, LogPosition end) {

  /** Whether {@code next} covers what comes right behind this. */
  public boolean isFollowedBy(Coverage next) {
    return next.firstPart == lastPart + 1 && next.firstSequence == lastSequence + 1;
  }

  /** This and what is {@code last} in a run that begins with this. */
  public Coverage upTo(Coverage last) {
    return new Coverage(firstPart, last.lastPart, firstSequence, last.lastSequence, last.end);
  }
}
