package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.IdRange;
import java.util.ArrayList;
import java.util.List;

/** Computes the digests of sorted ranges, while it receives their blobs. */
final class RangeDigests {
  /** Differs from every computed digest. */
  private static final RangeDigest TOO_MANY = new RangeDigest(-1, 0, 0);

  private final List<IdRange> ranges;
  private final DigestMaker digest;
  private final List<RangeDigest> made = new ArrayList<>();
  private final int most;
  private int blobs;
  private boolean cut;

  /**
   * @param most maximum number of blobs to read
   */
  RangeDigests(List<IdRange> ranges, LeftOut leftOut, int most) {
    this.ranges = ranges;
    this.digest = new DigestMaker(leftOut);
    this.most = most;
  }

  /** False when no more blobs are needed. */
  boolean add(KnownBlob blob) {
    while (made.size() < ranges.size()
        && IdRange.compare(blob.id().uuid(), ranges.get(made.size()).upTo()) > 0) {
      made.add(digest.take());
    }
    blobs++;
    cut = blobs > most;
    if (cut || made.size() == ranges.size()) {
      return false;
    }
    if (ranges.get(made.size()).contains(blob.id().uuid())) {
      digest.add(blob);
    }
    return true;
  }

  /** At least one. */
  List<RangeDigest> finish() {
    if (cut) {
      return made.isEmpty() ? List.of(TOO_MANY) : made;
    }
    while (made.size() < ranges.size()) {
      made.add(digest.take());
    }
    return made;
  }
}
