package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeRequest.Compare.Scope;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.store.entropy.Difference;
import io.aumbry.store.entropy.RangeDigest;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.entropy.ReplicaComparison.Differences;
import io.aumbry.store.entropy.ReplicaComparison.Listing;
import io.aumbry.store.entropy.ReplicaComparison.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Compares a replica with a peer's range by range, from the oldest blob to the youngest that is old
 * enough.
 */
final class RangeWalk {
  private static final int RANGES = 4;

  private static final int LISTED = 2 * ReplicaComparison.BLOBS_IN_RANGE;

  private final ReplicaComparison here;
  private final int partition;
  private final StorageNode peer;
  private final PeerQuestions questions;
  private final Scope scope;
  private IdRange rest;
  private Optional<UUID> store = Optional.empty();

  RangeWalk(HostedReplica here, StorageNode peer, PeerQuestions questions, long untilMillis) {
    this.here = here.maintenance().comparison();
    this.partition = here.partition();
    this.peer = peer;
    this.questions = questions;
    this.scope = this.here.scope(untilMillis);
    this.rest = IdRange.madeUntil(untilMillis);
  }

  record Step(long blobs, List<IdRange> differing) {}

  boolean isAtEnd() {
    return rest.isEmpty();
  }

  Optional<UUID> store() {
    return store;
  }

  Watermarks proven() {
    try (PeerAnswer<Compared> answer = questions.ask(peer, partition, new Compare.Proven())) {
      return Watermarks.read(answer.content(), heard(answer.response()).covered());
    }
  }

  Step next() {
    List<Share> shares = here.cut(rest, RANGES, scope, questions.context());
    List<RangeDigest> theirs = digests(shares.stream().map(Share::range).toList());
    List<IdRange> differing = new ArrayList<>();
    long blobs = 0;
    for (int i = 0; i < theirs.size(); i++) {
      Share share = shares.get(i);
      blobs += share.digest().blobs();
      if (!share.digest().equals(theirs.get(i))) {
        differing.add(share.range());
      }
    }
    rest = rest.behind(shares.get(theirs.size() - 1).range().upTo());
    return new Step(blobs, differing);
  }

  /** Whether the two differ in a small range, independent of the walk. */
  boolean differsIn(IdRange range) {
    return !here.digests(List.of(range), scope, questions.context())
        .equals(digests(List.of(range)));
  }

  private List<RangeDigest> digests(List<IdRange> ranges) {
    try (PeerAnswer<Compared> answer =
        questions.ask(peer, partition, new Compare.Digests(scope, ranges))) {
      int covered = heard(answer.response()).covered();
      if (covered < 1 || covered > ranges.size()) {
        throw unasked(covered + " digests of " + ranges.size() + " ranges");
      }
      return RangeDigest.read(answer.content(), covered);
    }
  }

  /**
   * The differences of a range, from its start on.
   *
   * @param most stop after this number; the last list may exceed it
   */
  Differences differences(IdRange range, int most) {
    List<Difference> found = new ArrayList<>();
    IdRange left = range;
    while (!left.isEmpty() && found.size() < most) {
      try (PeerAnswer<Compared> answer =
          questions.ask(peer, partition, new Compare.Entries(left, LISTED))) {
        boolean whole = heard(answer.response()).covered() > 0;
        Listing listing = new Listing(answer.content(), whole);
        Differences next = here.compare(left, listing, scope, questions.context());
        found.addAll(next.found());
        left = left.behind(next.covered().upTo());
      }
    }
    return new Differences(range.endingWith(left.after()), found);
  }

  /** A comparison fails if the peer's store changes during it. */
  private Compared heard(Compared response) {
    if (store.filter(known -> !known.equals(response.store())).isPresent()) {
      throw unasked("another store than at the start");
    }
    store = Optional.of(response.store());
    return response;
  }

  private AumbryException unasked(String what) {
    return new AumbryException(
        ErrorCode.REPLICA_UNAVAILABLE, peer.id() + " answered a comparison with " + what);
  }
}
