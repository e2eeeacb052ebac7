package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
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
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Processes the answers of one peer: moves tokens over records that are here, waits for records on
 * their way from frontends, and copies the others. Used by one puller's thread.
 */
final class CatchUp {
  /** First wait for records on their way from a frontend; it doubles each time. */
  private static final Duration FIRST_LOOK = Duration.ofMillis(3);

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Cooldown cooldown;

  CatchUp(NodeId peer, PullerContext context, PeerCalls calls, Cooldown cooldown) {
    this.peer = peer;
    this.context = context;
    this.calls = calls;
    this.cooldown = cooldown;
  }

  private record Summary(Batch batch, Body content) implements AutoCloseable {
    RecordBatch records() {
      return new RecordBatch(content, batch.last());
    }

    @Override
    public void close() {
      content.close();
    }
  }

  /**
   * Processes the answer of a peer to a pull.
   *
   * @param askedMillis time of the request, wall time
   * @return whether to ask again at once, because records were fetched or the answer did not reach
   *     the end of the peer's store
   */
  boolean digest(StorageNode node, PeerAnswer<Pulled> answer, long askedMillis) {
    Distance distance = PeerLink.distance(node, view());
    BodyCutter cutter = new BodyCutter(answer.content());
    List<Summary> missing = new ArrayList<>();
    boolean more = false;
    try {
      for (Batch batch : answer.response().batches()) {
        Summary summary = new Summary(batch, cutter.next(batch.length()));
        missing.add(summary);
        Optional<HostedReplica> replica = replica(batch);
        if (replica.isEmpty() || hear(replica.get(), summary, askedMillis).isEmpty()) {
          more |= replica.filter(own -> goesOn(own, distance, batch)).isPresent();
          missing.removeLast().close();
        }
      }
      context.progressed().run();
      if (missing.isEmpty()) {
        return more;
      }
      awaitFrontends(missing, distance);
      more |= copy(node, missing);
    } finally {
      missing.forEach(Summary::close);
    }
    context.progressed().run();
    return more;
  }

  private CopyPlan plan(HostedReplica replica, Distance distance) {
    return CopyPlan.of(replica, distance, cooldown.hasBulk(replica.partition()));
  }

  private boolean goesOn(HostedReplica replica, Distance distance, Batch batch) {
    return plan(replica, distance).goesOn(replica.progress().of(peer).token().last(), batch);
  }

  /** Returns the records that are missing here and should be copied now. */
  private List<MissingRecord> hear(HostedReplica replica, Summary summary, long askedMillis) {
    Source source = summary.batch().source();
    try {
      judge(replica, source, askedMillis);
      replica.progress().heard(peer, source, askedMillis);
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return List.of();
    }
    return replica.isDoubtful() ? List.of() : advance(replica, summary);
  }

  /** Wakes waiting pulls at once if the answer ends the doubt about a replica. */
  private void judge(HostedReplica replica, Source said, long askedMillis) {
    boolean wasDoubtful = replica.isDoubtful();
    StalenessCheck recency = replica.progress().recency();
    recency.hear(peer, said, askedMillis);
    if (wasDoubtful) {
      int copies = context.config().copies();
      ReplicaSafety.allOthers(view(), replica.partition(), context.self(), copies)
          .ifPresent(recency::trustIfAllHeard);
    }
    if (wasDoubtful && !replica.isDoubtful()) {
      context.newRecords().announce(replica.partition());
    }
  }

  /**
   * Moves the token to the first missing record, and returns all missing ones. If none is missing,
   * the peer's version vector holds here too. Returns none if the store cannot tell.
   */
  private List<MissingRecord> advance(HostedReplica replica, Summary summary) {
    Batch batch = summary.batch();
    Damaged damaged = replica.damaged();
    try {
      List<MissingRecord> lacking =
          batch.length() == 0
              ? List.of()
              : replica.feed().lacking(summary.records(), calls.storeContext());
      long have = lacking.isEmpty() ? batch.last() : lacking.getFirst().sequence() - 1;
      replica.progress().advanced(peer, batch.source(), have, damaged.version());
      replica.progress().adopt(peer, batch, damaged.version());
      if (damaged.open() > 0) {
        mend(replica, damaged.version());
      }
      return lacking;
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return List.of();
    }
  }

  /**
   * Lost changes are here again once this replica has pulled all peers of this data centre from the
   * start. A view that has just begun to fill does not list them all. Two damaged replicas cannot
   * read each other to the end. They stop waiting after a while, and anti-entropy finds the records
   * that are still missing.
   */
  private void mend(HostedReplica replica, long damages) {
    List<NodeId> near =
        ReplicaSafety.others(view(), replica.partition(), context.self()).stream()
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

  /**
   * Waits at most for the grace period. Checks begin early, because all other acknowledgements to
   * this peer wait as well.
   */
  private void awaitFrontends(List<Summary> missing, Distance distance) {
    Deadline end = Deadline.after(context.config().grace(), time());
    Duration look = FIRST_LOOK;
    while (!calls.isStopped()
        && !end.hasPassed(time())
        && missing.stream().anyMatch(summary -> awaitsFrontends(summary, distance))) {
      calls.sleep(Deadline.after(look, time()).earlierOf(end));
      look = look.multipliedBy(2);
      missing.removeIf(summary -> {
        boolean isHere = isHere(summary);
        if (isHere) {
          summary.close();
        }
        return isHere;
      });
    }
  }

  private boolean awaitsFrontends(Summary summary, Distance distance) {
    return replica(summary.batch())
        .filter(replica -> plan(replica, distance).awaitsFrontends())
        .isPresent();
  }

  private boolean isHere(Summary summary) {
    return replica(summary.batch())
        .filter(replica -> lacksAny(replica, summary) || !advance(replica, summary).isEmpty())
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

  /** The intervals of one replica, which no other puller copies from the same distance. */
  private record Task(HostedReplica replica, Batch batch, List<Interval> intervals) {
    boolean isBulk() {
      return intervals.stream().anyMatch(Interval::isBulk);
    }
  }

  /**
   * Copies the records that are still missing, unless another puller copies for the replica. Bulk
   * copies run last, for one replica, after the claims for all others are released.
   */
  private boolean copy(StorageNode node, List<Summary> missing) {
    PeerLink link = PeerLink.from(node, view(), context);
    List<Task> tasks = new ArrayList<>();
    try {
      for (Summary summary : missing) {
        replica(summary.batch()).ifPresent(replica -> claim(replica, summary, link, tasks));
      }
      boolean any = tasks.stream().anyMatch(task -> !task.intervals().isEmpty());
      run(node, link, tasks.stream().filter(task -> !task.isBulk()).toList());
      missing.forEach(
          summary -> replica(summary.batch()).ifPresent(replica -> advance(replica, summary)));
      release(tasks, task -> !task.isBulk(), link);
      run(node, link, tasks);
      return any;
    } finally {
      release(tasks, _ -> true, link);
    }
  }

  /** Adds the task, or gives the claim back. */
  private void claim(HostedReplica replica, Summary summary, PeerLink link, List<Task> tasks) {
    if (!replica.progress().claimFetch(link.distance())) {
      return;
    }
    boolean isAdded = false;
    try {
      Task task = task(replica, summary, link);
      isAdded = !task.isBulk() || tasks.stream().noneMatch(Task::isBulk);
      if (isAdded) {
        tasks.add(task);
      }
    } finally {
      if (!isAdded) {
        replica.progress().releaseFetch(link.distance());
      }
    }
  }

  private Task task(HostedReplica replica, Summary summary, PeerLink link) {
    List<MissingRecord> lacking = advance(replica, summary);
    long token = replica.progress().of(peer).token().last();
    CopyPlan plan = plan(replica, link.distance());
    return new Task(
        replica,
        summary.batch(),
        plan.intervals(token, summary.batch(), lacking, context.config()));
  }

  private static void release(List<Task> tasks, Predicate<Task> which, PeerLink link) {
    tasks.removeIf(task -> {
      boolean isReleased = which.test(task);
      if (isReleased) {
        task.replica().progress().releaseFetch(link.distance());
      }
      return isReleased;
    });
  }

  private void run(StorageNode node, PeerLink link, List<Task> tasks) {
    RecordCopy copy = new RecordCopy(node, link, context, calls, cooldown);
    tasks.forEach(task -> copy.add(task.replica(), task.batch().source(), task.intervals()));
    copy.run();
  }

  private Optional<HostedReplica> replica(Batch batch) {
    return context.registry().find(batch.partition()).filter(HostedReplica::isPulling);
  }

  private ClusterView view() {
    return context.environment().views().current();
  }

  private Time time() {
    return context.environment().carrier().time();
  }
}
