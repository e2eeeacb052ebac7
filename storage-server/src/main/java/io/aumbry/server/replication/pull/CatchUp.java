package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.flow.BodyCutter;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.server.replica.StalenessCheck;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.server.replication.ReplicaSafety;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordFeed.Damaged;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Processes the answers of one peer, and fetches missing records. Used by one puller's thread. */
final class CatchUp {
  /** First wait for records on their way from a frontend; it doubles each time. */
  private static final Duration FIRST_LOOK = Duration.ofMillis(3);

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Cooldown cooldown;
  private final BulkCopy stretches;

  CatchUp(NodeId peer, PullerContext context, PeerCalls calls, Cooldown cooldown) {
    this.peer = peer;
    this.context = context;
    this.calls = calls;
    this.cooldown = cooldown;
    this.stretches = new BulkCopy(peer, context, calls, cooldown);
  }

  /**
   * Processes the answer of a peer to a pull.
   *
   * @param askedMillis time of the request, wall time
   * @return whether to ask again at once, because records were fetched or the answer did not reach
   *     the end of the peer's store
   */
  boolean digest(StorageNode node, PeerAnswer<Pulled> answer, long askedMillis) {
    BodyCutter cutter = new BodyCutter(answer.content());
    List<Summary> unsettled = new ArrayList<>();
    boolean more = false;
    try {
      for (Batch batch : answer.response().batches()) {
        Summary summary = new Summary(batch, cutter.next(batch.length()));
        unsettled.add(summary);
        if (note(summary, askedMillis).isEmpty()) {
          more |= isAtItsEnd(summary) && summary.isCutShort();
          unsettled.removeLast().close();
        }
      }
      context.progressed().run();
      if (unsettled.isEmpty()) {
        return more;
      }
      awaitArrival(node, unsettled);
      more |= settle(node, unsettled);
    } finally {
      unsettled.forEach(Summary::close);
    }
    context.progressed().run();
    return more;
  }

  /**
   * Waits at most for the grace period. Checks begin early, because all other acknowledgements to
   * this peer wait as well.
   */
  private void awaitArrival(StorageNode node, List<Summary> unsettled) {
    Deadline end = Deadline.after(context.config().grace(), time());
    Duration look = FIRST_LOOK;
    while (!calls.isStopped()
        && !end.hasPassed(time())
        && unsettled.stream().anyMatch(summary -> mayStillArrive(node, summary))) {
      calls.sleep(Deadline.after(look, time()).earlierOf(end));
      look = look.multipliedBy(2);
      for (Iterator<Summary> each = unsettled.iterator(); each.hasNext(); ) {
        Summary summary = each.next();
        if (isHere(summary)) {
          each.remove();
          summary.close();
        }
      }
    }
  }

  private boolean isHere(Summary summary) {
    return replica(summary.batch())
        .filter(replica -> lacksAny(replica, summary) || !recheck(replica, summary).isEmpty())
        .isEmpty();
  }

  private boolean lacksAny(HostedReplica replica, Summary summary) {
    try {
      return replica.feed().lacksAny(summary.records(), calls.storeContext());
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return false;
    }
  }

  private record Summary(Batch batch, Body content) implements AutoCloseable {
    RecordBatch records() {
      return new RecordBatch(content, batch.last());
    }

    boolean isCutShort() {
      return batch.length() > 0 && batch.last() < batch.end();
    }

    @Override
    public void close() {
      content.close();
    }
  }

  /**
   * Frontends send new records to a complete replica of their data centre. A bootstrapping one
   * lacks old ones.
   */
  private boolean mayStillArrive(StorageNode node, Summary summary) {
    return PeerLink.distance(node, context.environment().views().current()) == Distance.NEAR
        && replica(summary.batch())
            .filter(replica -> replica.state() != ReplicaState.BOOTSTRAP)
            .isPresent();
  }

  /** Only incomplete replicas continue at once. */
  private boolean isAtItsEnd(Summary summary) {
    return replica(summary.batch())
        .filter(replica -> !replica.progress().isComplete())
        .map(replica -> replica.progress().of(peer).token())
        .filter(token -> token.last() >= summary.batch().last())
        .isPresent();
  }

  /** Returns the records that are missing here and should be fetched now. */
  private List<MissingRecord> note(Summary summary, long askedMillis) {
    Batch batch = summary.batch();
    Optional<HostedReplica> replica = replica(batch);
    if (replica.isEmpty()) {
      return List.of();
    }
    try {
      judge(replica.get(), batch.source(), askedMillis);
      replica.get().progress().heard(peer, batch.source(), askedMillis);
      return replica.get().isDoubtful() ? List.of() : advance(replica.get(), summary);
    } catch (AumbryException e) {
      cooldown.add(replica.get(), e);
      return List.of();
    }
  }

  /** Wakes waiting pulls at once if the answer ends the doubt about a replica. */
  private void judge(HostedReplica replica, Source said, long askedMillis) {
    boolean wasDoubtful = replica.isDoubtful();
    StalenessCheck recency = replica.progress().recency();
    recency.hear(peer, said, askedMillis);
    if (wasDoubtful) {
      ClusterView view = context.environment().views().current();
      ReplicaSafety.allOthers(view, replica.partition(), context.self(), context.config().copies())
          .ifPresent(recency::trustIfAllHeard);
    }
    if (wasDoubtful && !replica.isDoubtful()) {
      context.newRecords().announce(replica.partition());
    }
  }

  /**
   * Moves the token to the first missing record, and returns all missing ones. If none is missing,
   * the peer's version vector holds here too.
   */
  private List<MissingRecord> advance(HostedReplica replica, Summary summary) {
    Batch batch = summary.batch();
    Damaged damaged = replica.damaged();
    List<MissingRecord> lacking =
        batch.length() == 0
            ? List.of()
            : replica.feed().lacking(summary.records(), calls.storeContext());
    long have = lacking.isEmpty() ? batch.last() : lacking.getFirst().sequence() - 1;
    replica.progress().advanced(peer, batch.store(), have, damaged.version());
    replica.progress().adopt(peer, batch, damaged.version());
    if (damaged.open() > 0) {
      mend(replica, damaged.version());
    }
    return lacking;
  }

  /**
   * Lost changes are here again once this replica has pulled all peers of this data centre from the
   * start. A view that has just begun to fill does not list them all. Two damaged replicas cannot
   * read each other to the end. They stop waiting after a while, and anti-entropy finds the records
   * that are still missing.
   */
  private void mend(HostedReplica replica, long damages) {
    ClusterView view = context.environment().views().current();
    List<NodeId> near =
        ReplicaSafety.others(view, replica.partition(), context.self()).stream()
            .map(other -> other.node().id())
            .toList();
    ReplicaProgress progress = replica.progress();
    Duration known = progress.damagedFor(damages, time().monotonicNanos());
    boolean isListed = near.size() >= context.config().copies() - 1;
    if ((isListed && progress.hasReadAgain(near, damages))
        || known.compareTo(context.config().tuning().mended()) > 0) {
      progress.readAgain(damages);
    }
  }

  /** Fetches the records that are still missing, unless another puller fetches for the replica. */
  private boolean settle(StorageNode node, List<Summary> unsettled) {
    try (Settling settling = new Settling(node)) {
      for (Summary summary : unsettled) {
        replica(summary.batch()).ifPresent(replica -> settling.add(replica, summary));
      }
      boolean any = settling.fetch();
      unsettled.forEach(
          summary -> replica(summary.batch()).ifPresent(replica -> recheck(replica, summary)));
      settling.stretch();
      return any;
    }
  }

  /**
   * A puller bulk-copies for one replica at a time, so that other peers serve the other replicas.
   */
  private final class Settling implements AutoCloseable {
    private final StorageNode node;
    private final PeerLink link;
    private final RecordFetch fetch = new RecordFetch(context, calls, cooldown::add);
    private final List<ReplicaProgress> claimed = new ArrayList<>();
    private Optional<Summary> stretch = Optional.empty();

    private Settling(StorageNode node) {
      this.node = node;
      this.link = PeerLink.from(node, context.environment().views().current(), context);
    }

    private void add(HostedReplica replica, Summary summary) {
      if (!replica.progress().claimFetch(link.distance())) {
        return;
      }
      claimed.add(replica.progress());
      Batch batch = summary.batch();
      List<MissingRecord> lacking = recheck(replica, summary);
      if (!stretches.isWorth(replica, batch, lacking, link)) {
        fetch.add(replica, batch, MissingRange.of(lacking));
      } else if (stretch.isEmpty()) {
        stretch = Optional.of(summary);
      } else {
        claimed.removeLast().releaseFetch(link.distance());
      }
    }

    private boolean fetch() {
      boolean any = !fetch.isEmpty() || stretch.isPresent();
      fetch.run(node, link);
      return any;
    }

    /** Runs the bulk copy last, after the claims for all other replicas are released. */
    private void stretch() {
      Optional<HostedReplica> replica = stretch.flatMap(summary -> replica(summary.batch()));
      if (replica.isPresent() && claimed.remove(replica.get().progress())) {
        close();
        claimed.add(replica.get().progress());
        stretches.get(node, replica.get(), stretch.get().batch(), link);
      }
    }

    @Override
    public void close() {
      claimed.forEach(progress -> progress.releaseFetch(link.distance()));
      claimed.clear();
    }
  }

  private List<MissingRecord> recheck(HostedReplica replica, Summary summary) {
    try {
      return advance(replica, summary);
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return List.of();
    }
  }

  private Optional<HostedReplica> replica(Batch batch) {
    return context.registry().find(batch.partition()).filter(HostedReplica::isPulling);
  }

  private Time time() {
    return context.environment().carrier().time();
  }
}
