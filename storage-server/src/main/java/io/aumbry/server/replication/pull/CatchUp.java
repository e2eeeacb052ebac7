package io.aumbry.server.replication.pull;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.flow.BodyCutter;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.server.replica.StalenessCheck;
import io.aumbry.server.replication.PullExchange;
import io.aumbry.server.replication.ReplicaSafety;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordFeed.Damaged;
import io.aumbry.store.feed.RecordSummary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the answers of one peer: moves tokens over records that are here, waits for records on
 * their way from frontends, and copies the others. Used by one puller's thread.
 */
final class CatchUp {
  private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);

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

  /**
   * The records of an answer that a replica lacks. Only these are looked up again: a record that
   * was here once is durable, and later damage voids the token by the version noted here.
   *
   * @param damaged the damage before the first look
   */
  private record Lacking(
      HostedReplica replica, Batch batch, Damaged damaged, List<RecordSummary> records) {
    Lacking without(List<RecordSummary> open) {
      return new Lacking(replica, batch, damaged, open);
    }

    List<MissingRecord> missing() {
      return records.stream().map(RecordSummary::record).toList();
    }
  }

  /**
   * The statements of a peer in answer to a pull.
   *
   * @param points of the pull, by partition
   * @param askedMillis time of the pull, wall time
   * @param batches the statements about partitions, first those with content
   */
  record Heard(Map<Integer, Pull.From> points, long askedMillis, List<Batch> batches) {
    static Heard of(PullExchange exchange, long askedMillis, Pulled answer) {
      return new Heard(exchange.points(), askedMillis, exchange.stated(answer));
    }

    private Answered about(Batch batch) {
      return new Answered(
          Optional.ofNullable(points.get(batch.partition())).orElseThrow(), batch, askedMillis);
    }
  }

  /**
   * Processes the answer of a peer to a pull.
   *
   * @return whether to ask again at once, because records were fetched or the answer did not reach
   *     the end of the peer's store
   */
  boolean digest(StorageNode node, Heard heard, Body content) {
    Distance distance = Distance.of(node, view());
    BodyCutter cutter = new BodyCutter(content);
    List<Lacking> lacking = new ArrayList<>();
    boolean more = false;
    for (Batch batch : heard.batches()) {
      Answered answered = heard.about(batch);
      try (Body summaries = cutter.next(batch.length())) {
        Optional<HostedReplica> replica = replica(batch);
        Optional<Lacking> found = replica.flatMap(own -> hear(own, answered, summaries));
        found.ifPresent(lacking::add);
        more |= found.isEmpty() && replica.filter(own -> goesOn(own, distance, batch)).isPresent();
      }
    }
    context.progressed().run();
    if (lacking.isEmpty()) {
      return more;
    }
    more |= copy(node, awaitFrontends(lacking, distance));
    context.progressed().run();
    return more;
  }

  private CopyPlan plan(HostedReplica replica, Distance distance) {
    return CopyPlan.of(replica, distance, cooldown.hasBulk(replica.partition()));
  }

  private boolean goesOn(HostedReplica replica, Distance distance, Batch batch) {
    return plan(replica, distance).goesOn(replica.progress().of(peer).token().last(), batch);
  }

  /** The answer about one partition. */
  private record Answered(Pull.From point, Batch batch, long askedMillis) {
    /**
     * Whether the replica still has its position under the opening that it named. Only for this one
     * the answer says up to which record it holds. Another puller may have moved it, and a replica
     * that was opened again has an older one.
     */
    boolean isAbout(PeerToken token) {
      return token.store().equals(point.store()) && token.openedMillis() == point.openedMillis();
    }
  }

  /** Returns the records that are missing here and should be copied now. */
  private Optional<Lacking> hear(HostedReplica replica, Answered answer, Body summaries) {
    Batch batch = answer.batch();
    try {
      judge(replica, batch.source(), answer.askedMillis());
      if (!answer.isAbout(replica.progress().of(peer).token())) {
        return Optional.empty();
      }
      replica.progress().heard(peer, batch.source(), answer.askedMillis());
      return replica.isDoubtful()
          ? Optional.empty()
          : advance(
              new Lacking(replica, batch, replica.damaged(), RecordSummary.readAll(summaries)));
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return Optional.empty();
    }
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
   * Moves the token to the first missing record, and returns the records that are still missing. If
   * none is missing, the peer's version vector holds here too. Returns none if the store cannot
   * tell.
   */
  private Optional<Lacking> advance(Lacking known) {
    HostedReplica replica = known.replica();
    Batch batch = known.batch();
    long damages = known.damaged().version();
    try {
      List<RecordSummary> open =
          known.records().isEmpty()
              ? List.of()
              : replica.feed().lacking(known.records(), calls.storeContext());
      long have = open.isEmpty() ? batch.last() : open.getFirst().record().sequence() - 1;
      replica.progress().advanced(peer, batch.source(), have, damages);
      replica.progress().adopt(peer, batch, damages);
      if (known.damaged().open() > 0) {
        mend(replica, damages);
      }
      return open.isEmpty() ? Optional.empty() : Optional.of(known.without(open));
    } catch (AumbryException e) {
      cooldown.add(replica, e);
      return Optional.empty();
    }
  }

  /**
   * Lost changes and deleted blobs are here again once this replica has pulled again, from the
   * start, all peers that it pulls, and its positions in all other stores are verified again. A
   * record may be in another data centre only. A view that has just begun to fill does not list all
   * peers.
   *
   * <p>Two damaged replicas cannot read each other to the end. They stop waiting when nothing was
   * read for a while, and anti-entropy finds the records that are still missing.
   */
  private void mend(HostedReplica replica, long damages) {
    ReplicaProgress progress = replica.progress();
    if (progress.readAgainAs() >= damages) {
      return;
    }
    ClusterView view = view();
    List<NodeId> near =
        ReplicaSafety.others(view, replica.partition(), context.self()).stream()
            .map(other -> other.node().id())
            .toList();
    List<NodeId> unread = new ArrayList<>(progress.notReadAgain(near, damages));
    boolean isListed = near.size() >= context.config().copies() - 1;
    for (DataCenter place : view.dataCenters()) {
      if (place.id() != view.local().id()) {
        List<StorageNode> far = hosts(replica, view, place);
        isListed &= !far.isEmpty();
        unread.addAll(unread(replica, far, damages));
      }
    }
    Duration stuck = progress.stuckFor(unread, damages, time().monotonicNanos());
    if (isListed && unread.isEmpty()) {
      progress.readAgain(damages);
    } else if (stuck.compareTo(context.config().tuning().mended()) > 0) {
      progress.readAgain(damages);
      LOG.atWarn()
          .addKeyValue("partition", replica.partition())
          .addKeyValue("peers", unread)
          .log("damage may have lost changes, and peers could not be read again");
    }
  }

  private static List<StorageNode> hosts(
      HostedReplica replica, ClusterView view, DataCenter place) {
    return view.partition(replica.partition()).stream()
        .flatMap(partition -> partition.replicasIn(place.id()).stream())
        .filter(other -> other.state() != ReplicaState.DROPPED)
        .map(Replica::node)
        .toList();
  }

  /** Positions in stores that this replica does not pull follow from the statements of others. */
  private List<NodeId> unread(HostedReplica replica, List<StorageNode> far, long damages) {
    ReplicaProgress progress = replica.progress();
    List<NodeId> unread = new ArrayList<>();
    for (StorageNode node : far) {
      if (CrossSiteLeaders.pulls(replica, context, node, view())) {
        unread.addAll(progress.notReadAgain(List.of(node.id()), damages));
      } else if (!progress.of(node.id()).isVerified(damages)) {
        unread.add(node.id());
      }
    }
    return unread;
  }

  /**
   * Waits at most for the grace period, and returns the records that are still missing then. Checks
   * begin early, because all other acknowledgements to this peer wait as well.
   */
  private List<Lacking> awaitFrontends(List<Lacking> lacking, Distance distance) {
    List<Lacking> open = lacking;
    Deadline end = Deadline.after(context.config().grace(), time());
    Duration look = FIRST_LOOK;
    while (!calls.isStopped()
        && !end.hasPassed(time())
        && open.stream().anyMatch(each -> plan(each.replica(), distance).awaitsFrontends())) {
      calls.sleep(Deadline.after(look, time()).earlierOf(end));
      look = look.multipliedBy(2);
      open = current(open).flatMap(each -> lookAgain(each).stream()).toList();
    }
    return open;
  }

  /** Looks at the others only once the first record is here. */
  private Optional<Lacking> lookAgain(Lacking known) {
    List<RecordSummary> first = known.records().subList(0, 1);
    try {
      boolean isOpen = !known.replica().feed().lacking(first, calls.storeContext()).isEmpty();
      return isOpen ? Optional.of(known) : advance(known);
    } catch (AumbryException e) {
      cooldown.add(known.replica(), e);
      return Optional.empty();
    }
  }

  /** Leaves out replicas that were closed, or closed and opened again, since the first look. */
  private Stream<Lacking> current(List<Lacking> lacking) {
    return lacking.stream()
        .filter(each -> replica(each.batch()).filter(each.replica()::equals).isPresent());
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
  private boolean copy(StorageNode node, List<Lacking> lacking) {
    PeerLink link = PeerLink.from(node, view(), context);
    List<Task> tasks = new ArrayList<>();
    try {
      current(lacking).forEach(each -> claim(each, link, tasks));
      boolean any = tasks.stream().anyMatch(task -> !task.intervals().isEmpty());
      run(node, link, tasks.stream().filter(task -> !task.isBulk()).toList());
      current(lacking).forEach(this::advance);
      release(tasks, task -> !task.isBulk(), link);
      run(node, link, tasks);
      return any;
    } finally {
      release(tasks, _ -> true, link);
    }
  }

  /** Adds the task, or gives the claim back. */
  private void claim(Lacking lacking, PeerLink link, List<Task> tasks) {
    ReplicaProgress progress = lacking.replica().progress();
    if (!progress.claimFetch(link.distance())) {
      return;
    }
    boolean isAdded = false;
    try {
      Task task = task(lacking, link);
      isAdded = !task.isBulk() || tasks.stream().noneMatch(Task::isBulk);
      if (isAdded) {
        tasks.add(task);
      }
    } finally {
      if (!isAdded) {
        progress.releaseFetch(link.distance());
      }
    }
  }

  private Task task(Lacking lacking, PeerLink link) {
    HostedReplica replica = lacking.replica();
    Batch batch = lacking.batch();
    List<MissingRecord> missing = advance(lacking).map(Lacking::missing).orElse(List.of());
    long token = replica.progress().of(peer).token().last();
    CopyPlan plan = plan(replica, link.distance());
    return new Task(replica, batch, plan.intervals(token, batch, missing, context.config()));
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
