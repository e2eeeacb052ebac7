package io.aumbry.server.replication;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.message.NodeResponse.Pulled.Batch;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.protocol.message.NodeResponse.Pulled.Source;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.flow.BodySource;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.Acknowledged;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaProgress;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.RememberedExchanges.Turn;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.feed.RecordFeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Answers pulls of peers: at once if there are new records, otherwise when some arrive. A pull that
 * continues an {@link PullExchange} is answered as if it named each of its partitions, except that
 * the answer leaves out batches that the puller knows. While some partitions are busy, most answers
 * say nothing about the others, so that the cost of an answer does not depend on them.
 */
public final class PullServer {
  private static final Logger LOG = LoggerFactory.getLogger(PullServer.class);

  /** Part of the puller's time that is kept for sending the answer of a long poll. */
  private static final Duration MARGIN = Duration.ofMillis(500);

  private final ReplicaRegistry registry;
  private final NewRecordSignal newRecords;
  private final Budget budget;
  private final int maxBytes;
  private final ClusterViews views;
  private final Runnable acknowledged;
  private final ConfirmationTimes times;
  private final RememberedExchanges exchanges;
  private final Time time;

  /**
   * Serves the replicas in {@code registry}.
   *
   * @param budget memory for all answers together
   * @param maxBytes the largest answer, even if the puller allows more
   * @param acknowledged runs when a peer has acknowledged records
   */
  public PullServer(
      ReplicaRegistry registry,
      NewRecordSignal newRecords,
      Budget budget,
      int maxBytes,
      NodeEnvironment environment,
      Runnable acknowledged,
      ConfirmationTimes times) {
    this.registry = registry;
    this.newRecords = newRecords;
    this.budget = budget;
    this.maxBytes = maxBytes;
    this.views = environment.views();
    this.time = environment.carrier().time();
    this.exchanges = new RememberedExchanges(environment);
    this.acknowledged = acknowledged;
    this.times = times;
  }

  public Reply answer(Pull asked, RequestContext context) {
    return exchanges
        .continued(asked)
        .map(turn -> answer(asked, turn, context))
        .orElseGet(() -> Reply.of(RememberedExchanges.unknown()));
  }

  private Reply answer(Pull asked, Turn turn, RequestContext context) {
    Pull pull = turn.exchange().whole(asked);
    VersionVector others = new VersionVector(views.current(), pull);
    boolean speaks = pull.form().speaks();
    if (speaks) {
      listen(pull.puller(), others, asked.points());
    }
    if (pull.waitMillis() > 0 && !hasNews(pull)) {
      await(pull, context);
    }
    boolean isAboutAll = turn.isDue(time) || !hasNews(pull);
    Set<Integer> named = partitions(asked.points());
    List<Pull.From> points =
        isAboutAll
            ? pull.points()
            : where(pull, point -> named.contains(point.partition()) || isNews(point));
    if (speaks) {
      listen(pull.puller(), others, without(named, points));
      // Also for stores that were opened during the wait: their pullers start over after this
      // answer.
      points.forEach(point -> judge(pull.puller(), point));
    }
    return gather(new Round(asked, pull, points, turn), others, context);
  }

  private static List<Pull.From> without(Set<Integer> named, List<Pull.From> points) {
    return points.stream().filter(point -> !named.contains(point.partition())).toList();
  }

  private static List<Pull.From> where(Pull pull, Predicate<Pull.From> which) {
    return pull.points().stream().filter(which).toList();
  }

  private static Set<Integer> partitions(List<Pull.From> points) {
    return points.stream().map(Pull.From::partition).collect(Collectors.toSet());
  }

  private void listen(String puller, VersionVector others, List<Pull.From> points) {
    points.forEach(point -> compare(puller, point));
    points.forEach(point -> acknowledge(puller, !others.isAskerFar(), point));
    acknowledged.run();
  }

  /**
   * A replica fails before it gives any record if it may lack deletes that the puller may have
   * forgotten.
   */
  private void compare(String puller, Pull.From point) {
    replica(point)
        .ifPresent(replica -> {
          try {
            replica.progress().recency().hearPuller(puller, point.agreedMillis());
          } catch (AumbryException e) {
            registry.fail(replica, e);
          }
        });
  }

  /**
   * A point that names another store or opening acknowledges no record, whatever the puller said
   * before.
   */
  private void acknowledge(String puller, boolean isNear, Pull.From point) {
    replica(point)
        .ifPresent(replica -> {
          long last = isOurs(point, replica) && isThere(point, replica) ? point.after() : 0;
          replica.progress().acknowledged(puller, new Acknowledged(last, point.inStepMillis()));
          if (isNear) {
            times.confirmed(replica, puller, last);
          }
        });
  }

  /**
   * A point of records that this store has lost makes its replica fail, unless the loss is known.
   * The answer leaves this replica out, and the puller starts over under its next opening.
   */
  private void judge(String puller, Pull.From point) {
    replica(point)
        .filter(replica -> isOurs(point, replica))
        .filter(replica -> replica.progress().provesLoss(point.openedMillis(), point.after()))
        .ifPresent(replica -> registry.loseRecords(replica, puller, point.after()));
  }

  private static boolean isOurs(Pull.From point, HostedReplica replica) {
    return replica.store().id().equals(point.store());
  }

  private static boolean isThere(Pull.From point, HostedReplica replica) {
    long opened = point.openedMillis();
    return replica.progress().openingAsOf(opened).goesOn(opened, point.after());
  }

  private boolean hasNews(Pull pull) {
    return pull.points().stream().anyMatch(this::isNews);
  }

  private boolean isNews(Pull.From point) {
    return replica(point).filter(replica -> isNews(point, replica)).isPresent();
  }

  private static boolean isNew(Pull.From point, HostedReplica replica) {
    return !isOurs(point, replica) || replica.progress().opening().millis() != point.openedMillis();
  }

  /** Another store or opening is news too: the puller learns from it how far it must catch up. */
  private static boolean isNews(Pull.From point, HostedReplica replica) {
    if (replica.isDoubtful()) {
      return isNew(point, replica);
    }
    return isNew(point, replica) || replica.feed().lastSequence() != point.after();
  }

  private void await(Pull pull, RequestContext context) {
    Deadline end =
        Deadline.after(Duration.ofMillis(pull.waitMillis()), time)
            .earlierOf(new Deadline(context.deadline().nanos() - MARGIN.toNanos()));
    try (NewRecordSignal.Watch watch = newRecords.watch(partitions(pull.points()))) {
      if (!hasNews(pull)) {
        watch.await(context.withDeadline(end));
      }
    }
  }

  /**
   * A pull that is being answered.
   *
   * @param asked the pull as it was received
   * @param pull the same pull with all its points
   * @param points those that the answer speaks about
   */
  private record Round(Pull asked, Pull pull, List<Pull.From> points, Turn turn) {
    boolean isAboutAll() {
      return points.size() == pull.points().size();
    }

    /** Whether a batch is missing that the puller would believe to be unchanged. */
    boolean isMissingIn(List<Batch> batches) {
      Map<Integer, Batch> known = turn.exchange().batches();
      Set<Integer> found = batches.stream().map(Batch::partition).collect(Collectors.toSet());
      return points.stream()
          .map(Pull.From::partition)
          .anyMatch(partition -> known.containsKey(partition) && !found.contains(partition));
    }

    Pulled answer(List<Batch> batches, boolean isMissing) {
      PullExchange before = turn.exchange();
      if (before.isNone() || isMissing) {
        return new Pulled(batches);
      }
      return isAboutAll()
          ? new Pulled(
              0,
              Pulled.Scope.CHANGES,
              batches.stream().filter(batch -> !before.implies(batch)).toList())
          : new Pulled(0, Pulled.Scope.NAMED, batches);
    }
  }

  private Reply gather(Round round, VersionVector others, RequestContext context) {
    int room = Math.min(Math.max(1, round.pull().maxBytes()), maxBytes);
    // Answers to far peers are slow, and must leave memory for answers to near peers.
    Claim claim =
        others.isAskerFar()
            ? budget.openPartial(context.claimant())
            : budget.open(context.claimant());
    claim.growNow(room);
    Gathering gathering = new Gathering(round.pull().form(), others, context, room);
    try {
      gathering.addAll(round.points());
      boolean isMissing = round.isMissingIn(gathering.batches);
      if (isMissing) {
        gathering.addAll(without(partitions(round.points()), round.pull().points()));
      }
      claim.shrinkTo(gathering.bodies.stream().mapToLong(Body::size).sum());
      Pulled answer = round.answer(gathering.batches, isMissing);
      return new Reply(
          exchanges.remember(round.asked(), round.turn(), answer),
          new BodySource(gathering.bodies, claim));
    } catch (RuntimeException | Error failure) {
      gathering.bodies.forEach(Body::close);
      claim.close();
      throw failure;
    }
  }

  private Optional<HostedReplica> replica(Pull.From point) {
    return registry.find(point.partition()).filter(HostedReplica::isPullable);
  }

  /** 0 if the point names another store, or records that this opening does not have. */
  private static long after(Pull.From point, HostedReplica replica) {
    boolean ours = isOurs(point, replica) && point.after() <= replica.feed().lastSequence();
    return ours && isThere(point, replica) ? Math.max(0, point.after()) : 0;
  }

  /**
   * Fills one answer. Its last record may exceed the limit, so that a large record gets through.
   */
  private final class Gathering {
    private final Pull.Form form;
    private final VersionVector others;
    private final RequestContext context;
    private final List<Batch> batches = new ArrayList<>();
    private final List<Body> bodies = new ArrayList<>();
    private int room;

    private Gathering(Pull.Form form, VersionVector others, RequestContext context, int room) {
      this.form = form;
      this.others = others;
      this.context = context;
      this.room = room;
    }

    private void addAll(List<Pull.From> points) {
      points.forEach(point -> replica(point).ifPresent(replica -> add(point, replica)));
    }

    /**
     * Leaves out a replica that cannot be read. A replica in doubt states its times, and gives no
     * record.
     */
    private void add(Pull.From point, HostedReplica replica) {
      RecordFeed feed = replica.feed();
      try {
        long after = after(point, replica);
        // Read before the end of the store: version vector and time in step must be covered by the
        // records up to that end.
        boolean gives = !replica.isDoubtful();
        long forgotten = replica.progress().recency().forgottenMillis(point.agreedMillis());
        List<Held> held =
            gives && passesOn(forgotten, replica) ? others.heldBy(replica) : List.of();
        long inStep = inStepMillis(replica);
        long end = feed.lastSequence();
        long behind = feed.bytesAfter(after);
        int most = Math.min(room, Math.max(1, point.maxBytes()));
        RecordBatch batch =
            gives && end > after && room > 0
                ? read(feed, after, most, forgotten)
                : new RecordBatch(Body.empty(), after);
        int length = batch.records().size();
        bodies.add(batch.records());
        batches.add(
            new Batch(
                point.partition(),
                source(replica, point, end, behind, inStep),
                batch.last(),
                batch.last() == end ? others.fitting(held) : List.of(),
                length));
        room -= length;
      } catch (AumbryException e) {
        if (e.code() == ErrorCode.DISK_FAILED) {
          registry.fail(replica, e);
        }
        LOG.atLevel(e.code() == ErrorCode.CLIENT_GONE ? Level.DEBUG : Level.WARN)
            .addKeyValue("request", context.requestId())
            .addKeyValue("partition", point.partition())
            .addKeyValue("code", e.code())
            .log("replica left out of an answer to a pull: {}", e.getMessage());
      }
    }

    /**
     * A replica in doubt may be outdated, so its statements count as those of an incomplete one.
     */
    private static Source source(
        HostedReplica replica, Pull.From point, long end, long behind, long inStepMillis) {
      ReplicaProgress progress = replica.progress();
      return new Source(
          replica.store().id(),
          end,
          behind,
          progress.isComplete() && !replica.isDoubtful(),
          progress.openingAsOf(point.openedMillis()),
          progress.recency().agreedMillis(),
          inStepMillis);
    }

    private long inStepMillis(HostedReplica replica) {
      return replica.progress().inStepMillis(others.isAskerFar() ? Distance.FAR : Distance.NEAR);
    }

    /**
     * Whether the answer carries a version vector. A replica withholds blobs by deletes that may be
     * forgotten. If it is incomplete or was away, it may have missed an undelete of such a blob.
     * The puller must then not take a third replica's PUT for a record that it has.
     */
    private boolean passesOn(long forgottenMillis, HostedReplica replica) {
      ReplicaProgress progress = replica.progress();
      boolean hasUndeletes =
          progress.isComplete() && progress.recency().hasUndeletesOf(forgottenMillis);
      return form.speaks() && (forgottenMillis == 0 || hasUndeletes);
    }

    private RecordBatch read(RecordFeed feed, long after, int most, long forgottenMillis) {
      return switch (form) {
        case RECORDS -> feed.recordsAfter(after, most, context);
        case SUMMARIES -> feed.summariesAfter(after, most, forgottenMillis, context);
        case OFFERED -> feed.offeredAfter(after, most, forgottenMillis, context);
        case NOTHING -> new RecordBatch(Body.empty(), after);
      };
    }
  }
}
