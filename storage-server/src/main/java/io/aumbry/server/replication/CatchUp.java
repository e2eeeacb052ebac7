package io.aumbry.server.replication;

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
import io.aumbry.server.replica.Recency;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.store.BlobStore.Damaged;
import io.aumbry.store.feed.Lack;
import io.aumbry.store.feed.RecordBatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Works in what one peer has answered, and fetches what is lacking; used by one puller's thread.
 */
final class CatchUp {
  /** When it is first looked whether what is on its way has come; each time after twice as long. */
  private static final Duration FIRST_LOOK = Duration.ofMillis(3);

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Rests rests;
  private final NewestFirst newest;
  private final Stretches stretches;

  CatchUp(NodeId peer, PullerContext context, PeerCalls calls, Rests rests, NewestFirst newest) {
    this.peer = peer;
    this.context = context;
    this.calls = calls;
    this.rests = rests;
    this.newest = newest;
    this.stretches = new Stretches(peer, context, calls, rests);
  }

  /**
   * Works in an answer that has summaries; tells whether there is more to come at once: records
   * were fetched for it, or it did not reach the end of what the peer has.
   *
   * @param askedMillis when it was asked for, wall time
   */
  boolean digest(StorageNode node, PeerAnswer<Pulled> answer, long askedMillis) {
    BodyCutter cutter = new BodyCutter(answer.content());
    List<Summary> doubtful = new ArrayList<>();
    boolean more = false;
    try {
      for (Batch batch : answer.response().batches()) {
        Summary summary = new Summary(batch, cutter.next(batch.length()));
        doubtful.add(summary);
        if (note(summary, askedMillis).isEmpty()) {
          more |= isAtItsEnd(summary) && summary.isCutShort();
          doubtful.removeLast().close();
        }
      }
      context.progressed().run();
      if (doubtful.isEmpty()) {
        return more;
      }
      awaitArrival(node, doubtful);
      more |= settle(node, doubtful);
    } finally {
      doubtful.forEach(Summary::close);
    }
    context.progressed().run();
    return more;
  }

  /**
   * Lets what frontends send arrive, for no longer than is granted: most of it is here in a moment,
   * and whoever waits for all of it has nothing else confirmed meanwhile.
   */
  private void awaitArrival(StorageNode node, List<Summary> doubtful) {
    Deadline end = Deadline.after(context.config().grace(), time());
    Duration look = FIRST_LOOK;
    while (!calls.isStopped()
        && !end.hasPassed(time())
        && doubtful.stream().anyMatch(summary -> mayStillArrive(node, summary))) {
      calls.sleep(Deadline.after(look, time()).earlierOf(end));
      look = look.multipliedBy(2);
      for (Iterator<Summary> each = doubtful.iterator(); each.hasNext(); ) {
        Summary summary = each.next();
        if (isHere(summary)) {
          each.remove();
          summary.close();
        }
      }
    }
  }

  /** Looks only as far as to the first record that is lacking, until none is. */
  private boolean isHere(Summary summary) {
    return replica(summary.batch())
        .filter(replica -> lacksAny(replica, summary) || !recheck(replica, summary).isEmpty())
        .isEmpty();
  }

  private boolean lacksAny(HostedReplica replica, Summary summary) {
    try {
      return replica.store().lacksAny(summary.records(), calls.storeContext());
    } catch (AumbryException e) {
      rests.add(replica, e);
      return false;
    }
  }

  /** What a peer has in one partition, in short. */
  private record Summary(Batch batch, Body content) implements AutoCloseable {
    RecordBatch records() {
      return new RecordBatch(content, batch.last());
    }

    /** Whether there was not room for all. */
    boolean isCutShort() {
      return batch.length() > 0 && batch.last() < batch.end();
    }

    @Override
    public void close() {
      content.close();
    }
  }

  /**
   * A complete replica is sent the records of its data centre by frontends; one that bootstraps
   * lacks old ones.
   */
  private boolean mayStillArrive(StorageNode node, Summary summary) {
    return Road.distance(node, context.surroundings().views().current()) == Distance.NEAR
        && replica(summary.batch())
            .filter(replica -> replica.state() != ReplicaState.BOOTSTRAP)
            .isPresent();
  }

  /** Of a replica that is complete the rest comes in its time. */
  private boolean isAtItsEnd(Summary summary) {
    return replica(summary.batch())
        .filter(replica -> !replica.progress().isComplete())
        .map(replica -> replica.progress().of(peer).token())
        .filter(token -> token.last() >= summary.batch().last())
        .isPresent();
  }

  /** Takes note of what the peer has; answers what of it is lacking here and comes now. */
  private List<Lack> note(Summary summary, long askedMillis) {
    Batch batch = summary.batch();
    Optional<HostedReplica> replica = replica(batch);
    if (replica.isEmpty()) {
      return List.of();
    }
    try {
      judge(replica.get(), batch.source(), askedMillis);
      replica.get().progress().heard(peer, batch.source(), askedMillis);
      List<Lack> lacking = replica.get().isDoubtful() ? List.of() : advance(replica.get(), summary);
      return !lacking.isEmpty() && newest.begins(replica.get(), batch) ? List.of() : lacking;
    } catch (AumbryException e) {
      rests.add(replica.get(), e);
      return List.of();
    }
  }

  /** Peers are told at once when this ends the doubt about a replica. */
  private void judge(HostedReplica replica, Source said, long askedMillis) {
    boolean wasDoubtful = replica.isDoubtful();
    Recency recency = replica.progress().recency();
    recency.hear(peer, said, askedMillis);
    if (wasDoubtful) {
      ClusterView view = context.surroundings().views().current();
      Redundancy.allOthers(view, replica.partition(), context.self(), context.config().copies())
          .ifPresent(recency::trustIfAllHeard);
    }
    if (wasDoubtful && !replica.isDoubtful()) {
      context.arrivals().announce(replica.partition());
    }
  }

  /**
   * Advances to the first record that is lacking, and answers all that are; when none is, what the
   * peer has of others is here too.
   */
  private List<Lack> advance(HostedReplica replica, Summary summary) {
    Batch batch = summary.batch();
    Damaged damaged = replica.damaged();
    List<Lack> lacking =
        batch.length() == 0
            ? List.of()
            : replica.store().lacking(summary.records(), calls.storeContext());
    long have = lacking.isEmpty() ? batch.last() : lacking.getFirst().sequence() - 1;
    replica.progress().advanced(peer, batch.store(), have, damaged.version());
    replica.progress().adopt(peer, batch, damaged.version());
    if (damaged.open() > 0) {
      mend(replica, damaged.version());
    }
    return lacking;
  }

  /**
   * Changes that may be lost in damage are here again when this replica has read all peers of this
   * data centre again. A view that has just begun to fill does not list them all. Two damaged
   * replicas cannot read each other to the end. They stop waiting after a while, and anti-entropy
   * finds the records that are still missing.
   */
  private void mend(HostedReplica replica, long damages) {
    ClusterView view = context.surroundings().views().current();
    List<NodeId> near =
        Redundancy.others(view, replica.partition(), context.self()).stream()
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

  /** Fetches what is still lacking, unless it is being fetched from another peer. */
  private boolean settle(StorageNode node, List<Summary> doubtful) {
    try (Settling settling = new Settling(node)) {
      for (Summary summary : doubtful) {
        replica(summary.batch()).ifPresent(replica -> settling.add(replica, summary));
      }
      boolean any = settling.fetch();
      doubtful.forEach(
          summary -> replica(summary.batch()).ifPresent(replica -> recheck(replica, summary)));
      settling.stretch();
      return any;
    }
  }

  /**
   * What is fetched for one answer. Of those replicas that lack nearly all it is one at a time, so
   * that other peers bring the others.
   */
  private final class Settling implements AutoCloseable {
    private final StorageNode node;
    private final Road road;
    private final RecordFetch fetch = new RecordFetch(context, calls, rests::add);
    private final List<ReplicaProgress> claimed = new ArrayList<>();
    private Optional<Summary> stretch = Optional.empty();

    private Settling(StorageNode node) {
      this.node = node;
      this.road = Road.from(node, context.surroundings().views().current(), context);
    }

    private void add(HostedReplica replica, Summary summary) {
      if (!replica.progress().claimFetch(road.distance())) {
        return;
      }
      claimed.add(replica.progress());
      Batch batch = summary.batch();
      List<Lack> lacking = recheck(replica, summary);
      if (!stretches.isWorth(replica, batch, lacking, road)) {
        fetch.add(replica, batch, Run.of(lacking));
      } else if (stretch.isEmpty()) {
        stretch = Optional.of(summary);
      } else {
        claimed.removeLast().releaseFetch(road.distance());
      }
    }

    /** Tells whether there is anything that was lacking. */
    private boolean fetch() {
      boolean any = !fetch.isEmpty() || stretch.isPresent();
      fetch.run(node, road);
      return any;
    }

    /** No other replica waits for it. */
    private void stretch() {
      Optional<HostedReplica> replica = stretch.flatMap(summary -> replica(summary.batch()));
      if (replica.isPresent() && claimed.remove(replica.get().progress())) {
        close();
        claimed.add(replica.get().progress());
        stretches.get(node, replica.get(), stretch.get().batch(), road);
      }
    }

    @Override
    public void close() {
      claimed.forEach(progress -> progress.releaseFetch(road.distance()));
      claimed.clear();
    }
  }

  private List<Lack> recheck(HostedReplica replica, Summary summary) {
    try {
      return advance(replica, summary);
    } catch (AumbryException e) {
      rests.add(replica, e);
      return List.of();
    }
  }

  private Optional<HostedReplica> replica(Batch batch) {
    return context.registry().find(batch.partition()).filter(HostedReplica::isPulling);
  }

  private Time time() {
    return context.surroundings().carrier().time();
  }
}
