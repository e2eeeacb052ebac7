package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the digests of given ranges, which are in order, while the blobs of all of them come by.
 */
final class RangeDigests {
  /** In no digest that was made, so that it equals none. */
  private static final RangeDigest TOO_MANY = new RangeDigest(-1, 0, 0);

  private final List<IdRange> ranges;
  private final DigestMaker digest;
  private final List<RangeDigest> made = new ArrayList<>();
  private final int most;
  private int blobs;
  private boolean cut;

  /**
   * @param most blobs to go through
   */
  RangeDigests(List<IdRange> ranges, Scope scope, int most) {
    this.ranges = ranges;
    this.digest = new DigestMaker(scope);
    this.most = most;
  }

  /** Takes the next blob; false when it is enough. */
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

  /** The digests, at least one, when no more blobs come. */
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
