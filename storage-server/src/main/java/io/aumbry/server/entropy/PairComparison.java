package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.server.entropy.Comparison.Open;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.store.entropy.Difference;
import io.aumbry.store.entropy.ReplicaComparison.Differences;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One comparison of a replica with a peer's, and its repairs. A difference counts only if it is
 * still there after a pause, when replication has delivered everything in progress. A repaired blob
 * is compared a third time.
 */
final class PairComparison {
  private static final Logger LOG = LoggerFactory.getLogger(PairComparison.class);

  private static final int NAMED = 10;

  private final HostedReplica here;
  private final StorageNode peer;
  private final EntropyTools tools;
  private final RangeWalk walk;
  private final long untilMillis;

  private final int most;

  private final Map<IdRange, Set<BlobId>> suspected = new LinkedHashMap<>();
  private int suspects;
  private long suspectedMillis;
  private long sequence;
  private Open open = Open.NOTHING;
  private int repaired;
  private boolean certain = true;

  PairComparison(HostedReplica here, StorageNode peer, EntropyTools tools) {
    this.here = here;
    this.peer = peer;
    this.tools = tools;
    this.most = tools.config().mostSuspects();
    this.untilMillis = tools.wallMillis() - tools.config().settle().toMillis();
    this.walk = new RangeWalk(here, peer, tools.questions(), untilMillis);
  }

  Watermarks proven() {
    return walk.proven();
  }

  /**
   * Compares all blobs.
   *
   * @param last the result of the previous comparison
   * @param before {@link #proven} of the peer
   */
  Comparison run(Comparison last, Watermarks before) {
    while (!walk.isAtEnd()) {
      RangeWalk.Step step = walk.next();
      tools.compared(step.blobs());
      step.differing().forEach(this::suspect);
    }
    settle();
    // A later loss of power must not take blobs that the result proves.
    here.feed().makeDurable(tools.questions().context());
    var store = walk.store().orElseThrow();
    long now = tools.wallMillis();
    // limits watermarks from a clock that was ahead
    Watermarks elsewhere = last.elsewhere().upTo(now);
    if (certain && open.all() == 0) {
      Watermarks proven = elsewhere.orLater(before.upTo(untilMillis));
      return new Comparison(store, now, untilMillis, proven, open);
    }
    long known = last.store().equals(store) ? last.provenMillis() : 0;
    return new Comparison(store, now, known, elsewhere, open);
  }

  /**
   * Compares single blobs. Blobs that are too young are left to replication.
   *
   * @return the number of repaired blobs
   */
  int runOn(List<BlobId> blobs) {
    IdRange settled = IdRange.madeUntil(untilMillis);
    for (BlobId id : blobs) {
      if (settled.contains(id.uuid())) {
        tools.compared(1);
        IdRange range = IdRange.of(id);
        if (walk.differsIn(range)) {
          suspect(range);
        }
      }
    }
    settle();
    return repaired;
  }

  private void suspect(IdRange range) {
    for (IdRange left = range; !left.isEmpty(); ) {
      Differences found = walk.differences(left, most);
      if (!found.found().isEmpty()) {
        suspected.put(found.covered(), ids(found.found()));
        suspects += found.found().size();
        suspectedMillis = tools.wallMillis();
        sequence = here.feed().lastSequence();
      }
      left = left.behind(found.covered().upTo());
      if (suspects >= most) {
        settle();
      }
    }
  }

  /** Checks the suspected differences again, and repairs or reports the remaining ones. */
  private void settle() {
    if (suspected.isEmpty()) {
      return;
    }
    tools.pause(tools.config().settle());
    boolean inStep = awaitInStep();
    Set<Difference> still = lookAgain();
    if (!still.isEmpty() && !inStep) {
      LOG.atInfo()
          .addKeyValue("partition", here.partition())
          .addKeyValue("peer", peer.id())
          .addKeyValue("blobs", still.size())
          .log("differences to a peer that is not in step, will compare again");
      certain = false;
    } else if (!still.isEmpty()) {
      judge(still);
    }
    suspected.clear();
    suspects = 0;
  }

  private Set<Difference> lookAgain() {
    Set<Difference> still = new LinkedHashSet<>();
    suspected.forEach((range, ids) -> still.addAll(of(ids, differences(range))));
    return still;
  }

  private static Set<BlobId> ids(List<Difference> differences) {
    return differences.stream().map(Difference::id).collect(Collectors.toSet());
  }

  /** The differences in blobs that differed before, perhaps in another way. */
  static List<Difference> of(Set<BlobId> ids, List<Difference> differences) {
    return differences.stream().filter(difference -> ids.contains(difference.id())).toList();
  }

  /**
   * The present differences of a range that was listed before. There may be more now, but only
   * briefly.
   */
  private List<Difference> differences(IdRange range) {
    return walk.differences(range, 2 * most).found();
  }

  /** Waits until both sides have the records that were in progress at the last suspicion. */
  private boolean awaitInStep() {
    for (Duration waited = Duration.ZERO;
        !isInStep() && waited.compareTo(tools.config().inStep()) < 0;
        waited = waited.plus(EntropyTools.MOMENT)) {
      tools.pause(EntropyTools.MOMENT);
    }
    return isInStep();
  }

  private boolean isInStep() {
    return here.progress().inSyncWith(peer.id()).orElse(-1) >= suspectedMillis
        && here.progress().acknowledgedBy(peer.id()).last() >= sequence;
  }

  private void judge(Set<Difference> differences) {
    List<BlobId> lacking = new ArrayList<>();
    List<BlobId> there = new ArrayList<>();
    List<BlobId> doubtful = new ArrayList<>();
    for (Difference difference : differences) {
      (switch (difference.kind()) {
            case LACKING_THERE -> there;
            case CONFLICTING -> doubtful;
            case LACKING_HERE -> lacking;
            case UNKNOWN_HERE -> tools.isDoubtful(difference.id(), here, peer) ? doubtful : lacking;
          })
          .add(difference.id());
    }
    warn(there, "blobs are missing at a peer, which will fetch them");
    warn(
        doubtful,
        "blobs at a peer may have been deleted long ago, or have other bytes; not fetched");
    open = open.plus(new Open(repair(lacking), there.size(), doubtful.size()));
  }

  /** Fetches missing records. Returns the number of blobs that still differ. */
  private int repair(List<BlobId> lacking) {
    if (lacking.isEmpty()) {
      return 0;
    }
    warn(lacking, "blobs are missing here that replication should have brought; fetching them");
    tools.missing(lacking.size());
    tools.repair().get(lacking, here, peer);
    Set<BlobId> left = new HashSet<>();
    for (IdRange range : suspected.keySet()) {
      differences(range).stream().filter(Difference::isHere).forEach(found -> left.add(found.id()));
    }
    left.retainAll(Set.copyOf(lacking));
    warn(List.copyOf(left), "blobs are missing here and could not be fetched");
    tools.repaired(lacking.size() - left.size());
    repaired += lacking.size() - left.size();
    return left.size();
  }

  private void warn(List<BlobId> blobs, String what) {
    if (!blobs.isEmpty()) {
      LOG.atWarn()
          .addKeyValue("partition", here.partition())
          .addKeyValue("peer", peer.id())
          .addKeyValue("count", blobs.size())
          .addKeyValue("blobs", blobs.subList(0, Math.min(NAMED, blobs.size())))
          .log(what);
    }
  }
}
