package io.aumbry.store.index.segment;

import io.aumbry.store.record.LogPosition;

/**
 * The records and part numbers that an index part covers. Parts are numbered from 1 in the order in
 * which they were frozen. Entries of later parts take precedence. A merged part covers a run of
 * numbers.
 *
 * @param lastSequence one less than the first if the part only has removals
 * @param end of the last covered record
 */
public record IndexPart(
    long firstPart, long lastPart, long firstSequence, long lastSequence, LogPosition end) {

  public boolean isFollowedBy(IndexPart next) {
    return next.firstPart == lastPart + 1 && next.firstSequence == lastSequence + 1;
  }

  public IndexPart upTo(IndexPart last) {
    return new IndexPart(firstPart, last.lastPart, firstSequence, last.lastSequence, last.end);
  }
}
