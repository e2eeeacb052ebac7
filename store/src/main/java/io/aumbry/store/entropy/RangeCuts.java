package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.store.entropy.ReplicaComparison.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Cuts a range of ids into ranges of about equal size, while it receives the blobs. */
final class RangeCuts {
  private final int most;
  private final DigestMaker digest;
  private final List<Share> shares = new ArrayList<>();
  private IdRange rest;
  private UUID last;
  private int blobs;

  RangeCuts(IdRange within, int most, LeftOut leftOut) {
    this.rest = within;
    this.last = within.after();
    this.most = most;
    this.digest = new DigestMaker(leftOut);
  }

  /** False when there are enough ranges. */
  boolean add(KnownBlob blob) {
    UUID uuid = blob.id().uuid();
    if (blobs >= ReplicaComparison.BLOBS_IN_RANGE && !uuid.equals(last)) {
      shares.add(new Share(rest.endingWith(last), digest.take()));
      rest = rest.behind(last);
      blobs = 0;
    }
    if (shares.size() == most) {
      return false;
    }
    digest.add(blob);
    blobs++;
    last = uuid;
    return true;
  }

  List<Share> finish() {
    if (shares.size() < most) {
      shares.add(new Share(rest, digest.take()));
    }
    return shares;
  }
}
