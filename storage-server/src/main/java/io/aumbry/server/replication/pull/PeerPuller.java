package io.aumbry.server.replication.pull;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest.Pull;
import io.aumbry.protocol.message.NodeResponse.Pulled;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.PeerToken;
import io.aumbry.server.replication.Backoff;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.server.replication.PullExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the replicas of this node in step with the replicas of one peer node, on one virtual
 * thread.
 *
 * <p>A round requests summaries of the records after the tokens, for all partitions in one request.
 * It gives frontends time to deliver missing records, and then fetches the rest. In another data
 * centre, only the replicas that {@link CrossSiteLeaders} selects are pulled. The others take part
 * in the roll call.
 */
final class PeerPuller {
  private static final Logger LOG = LoggerFactory.getLogger(PeerPuller.class);

  private static final Duration LONGEST_REST = Duration.ofMillis(25);

  private final NodeId peer;
  private final PullerContext context;
  private final PeerCalls calls;
  private final Cooldown cooldown;
  private final CatchUp catchUp;
  private final Backoff backoff;
  private final RollCall rollCall;
  private final PullTurns turns;

  /** The last exchange of each form with the peer. */
  private final Map<Pull.Form, PullExchange> exchanges = new EnumMap<>(Pull.Form.class);

  /** Whether a replica was skipped by the last {@link #shared} because of its cooldown. */
  private boolean skipped;

  private Duration digesting = Duration.ZERO;

  /** The partitions on both nodes. */
  private volatile List<Integer> partitions = List.of();

  PeerPuller(NodeId peer, PullerContext context) {
    this.peer = peer;
    this.context = context;
    this.calls = new PeerCalls(peer, context);
    this.cooldown = new Cooldown(peer, context);
    this.catchUp = new CatchUp(peer, context, calls, cooldown);
    this.backoff =
        new Backoff(context.environment().random(), context.config().tuning().longestBackoff());
    this.rollCall = new RollCall(context);
    this.turns = new PullTurns(context.config().tuning().points());
  }

  void start() {
    context.environment().carrier().start("pull from " + peer, this::run);
  }

  /** Replaces the partitions on both nodes, and looks for new work. */
  void share(List<Integer> next) {
    partitions = next;
    prod();
  }

  void prod() {
    calls.prod();
  }

  void stop() {
    calls.stop();
  }

  private void run() {
    while (!calls.isStopped()) {
      try {
        round();
        backoff.reset();
      } catch (AumbryException e) {
        Duration pause = backoff.next();
        LOG.atDebug()
            .addKeyValue("peer", peer)
            .addKeyValue("code", e.code())
            .log("pull failed, will retry in {}: {}", pause, e.getMessage());
        calls.pause(pause);
      } catch (RuntimeException bug) {
        LOG.atError().addKeyValue("peer", peer).setCause(bug).log("pull failed because of a bug");
        calls.pause(backoff.next());
      }
    }
  }

  private void round() {
    ClusterView view = context.environment().views().current();
    Optional<StorageNode> node = view.node(peer);
    List<HostedReplica> shared = shared(view);
    if (node.isEmpty() || shared.isEmpty()) {
      waitForChange();
      return;
    }
    List<HostedReplica> pulled = new ArrayList<>();
    List<HostedReplica> called = new ArrayList<>();
    for (HostedReplica replica : shared) {
      boolean pulls = CrossSiteLeaders.pulls(replica, context, node.get(), view);
      (pulls ? pulled : called).add(replica);
    }
    if (rollCall.isDue(peer, called)) {
      call(node.get(), called);
      rollCall.done();
    }
    turns.next();
    if (pulled.isEmpty()) {
      calls.pause(rollCall.pause(peer, called));
    } else if (Distance.of(node.get(), view) == Distance.FAR) {
      if (!pull(node.get(), pulled, patience(pulled, called))) {
        calls.pause(context.config().elsewhere().gather());
      }
    } else {
      pullNear(node.get(), pulled, patience(pulled, called));
    }
  }

  /**
   * Asks again at once if the last round took longer than the gather time, so that the peer learns
   * soon that its records are durable here. An answer that takes long to process is followed by a
   * pause of the same length, up to a limit.
   */
  private void pullNear(StorageNode node, List<HostedReplica> replicas, Duration patience) {
    Deadline next = Deadline.after(context.config().nearby().gather(), time());
    if (!pull(node, replicas, patience)) {
      Duration left = next.remaining(time());
      Duration rest = digesting.compareTo(LONGEST_REST) < 0 ? digesting : LONGEST_REST;
      calls.pause(left.compareTo(rest) < 0 ? rest : left);
    }
  }

  /** Exchanges tokens and the ends of stores for replicas that are not pulled. */
  private void call(StorageNode node, List<HostedReplica> replicas) {
    int most = context.config().tuning().points();
    for (int from = 0; from < replicas.size(); from += most) {
      int to = Math.min(replicas.size(), from + most);
      List<HostedReplica> called = replicas.subList(from, to);
      if (!callOnce(node, called)) {
        callOnce(node, called);
      }
    }
  }

  /** Returns false if the peer no longer remembers the last roll call, and must be asked again. */
  private boolean callOnce(StorageNode node, List<HostedReplica> replicas) {
    long askedMillis = time().wallMillis();
    Pull whole = request(node, replicas, Pull.Form.NOTHING, Duration.ZERO);
    if (whole.points().isEmpty()) {
      return true;
    }
    Pull asked = shorten(whole);
    try (PeerAnswer<Pulled> open = calls.ask(node, asked, Duration.ZERO).answer()) {
      Pulled answer = open.response();
      PullExchange exchange = next(asked, answer);
      boolean isAnswered = answer.scope() != Pulled.Scope.NONE;
      if (isAnswered) {
        catchUp.digest(node, CatchUp.Heard.of(exchange, askedMillis, answer), open.content());
      }
      return isAnswered;
    }
  }

  /** Returns whether to ask again at once. */
  private boolean pull(StorageNode node, List<HostedReplica> replicas, Duration patience) {
    Pull request = request(node, turns.of(replicas), Pull.Form.SUMMARIES, patience);
    if (request.points().isEmpty()) {
      return true;
    }
    long askedMillis = time().wallMillis();
    Deadline end = Deadline.after(patience, time());
    Pull asked = shorten(request);
    Optional<PeerAnswer<Pulled>> answer = calls.pull(node, asked);
    if (answer.isEmpty()) {
      return true;
    }
    try (PeerAnswer<Pulled> open = answer.get()) {
      PullExchange exchange = next(asked, open.response());
      if (open.response().scope() == Pulled.Scope.NONE) {
        return true;
      }
      if (patience.isZero() || !end.hasPassed(time())) {
        coolDownLeftOut(asked, exchange, open.response());
      }
      long began = time().monotonicNanos();
      CatchUp.Heard heard = CatchUp.Heard.of(exchange, askedMillis, open.response());
      boolean more = catchUp.digest(node, heard, open.content());
      digesting = Duration.ofNanos(time().monotonicNanos() - began);
      return more;
    }
  }

  /**
   * The peer no longer remembers an exchange for certain if it gets a pull that does not continue
   * it.
   */
  private Pull shorten(Pull request) {
    Pull asked = exchanges.getOrDefault(request.form(), PullExchange.NONE).shorten(request);
    if (asked.earlier().isNone()) {
      exchanges.remove(request.form());
    }
    return asked;
  }

  private PullExchange next(Pull asked, Pulled answer) {
    PullExchange before = exchanges.getOrDefault(asked.form(), PullExchange.NONE);
    exchanges.remove(asked.form());
    PullExchange next = before.next(asked, answer);
    exchanges.put(asked.form(), next);
    return next;
  }

  /** Of the partitions about which the answer speaks. */
  private void coolDownLeftOut(Pull asked, PullExchange exchange, Pulled answer) {
    boolean isAboutAll = answer.scope() != Pulled.Scope.NAMED;
    (isAboutAll ? exchange.points().values() : asked.points())
        .stream()
            .map(Pull.From::partition)
            .filter(partition -> !exchange.batches().containsKey(partition))
            .forEach(cooldown::addLeftOut);
  }

  /**
   * States the positions of replicas, but of none that was closed while the round waited: another
   * store may be in its place.
   */
  private Pull request(
      StorageNode node, List<HostedReplica> replicas, Pull.Form form, Duration patience) {
    Distance distance = Distance.of(node, context.environment().views().current());
    return new Pull(
        context.self().name(),
        replicas.stream()
            .filter(replica -> context.registry().find(replica).isPresent())
            .map(replica -> point(replica, distance))
            .toList(),
        form,
        context.config().tuning().summaryBytes(),
        (int) patience.toMillis());
  }

  private Time time() {
    return context.environment().carrier().time();
  }

  private void waitForChange() {
    if (skipped) {
      calls.pause(CopyPlan.BRIEF_POLL);
    } else {
      calls.idle();
    }
  }

  /** The replicas that both nodes have, in a fixed order. */
  private List<HostedReplica> shared(ClusterView view) {
    List<HostedReplica> shared = new ArrayList<>();
    skipped = false;
    for (int partition : partitions) {
      Optional<HostedReplica> replica =
          context.registry().find(partition).filter(HostedReplica::isPulling);
      if (replica.isPresent() && isListed(view, partition)) {
        if (cooldown.has(partition)) {
          skipped = true;
        } else {
          shared.add(replica.get());
        }
      }
    }
    return shared;
  }

  private boolean isListed(ClusterView view, int partition) {
    return view.partition(partition).filter(known -> known.isOn(peer)).isPresent();
  }

  private Pull.From point(HostedReplica replica, Distance distance) {
    PeerToken token = replica.progress().next(peer, replica.damaged().version());
    return new Pull.From(
        replica.partition(),
        token.store(),
        token.last(),
        token.openedMillis(),
        replica.progress().inStepMillis(distance),
        replica.progress().recency().agreedMillis(),
        Integer.MAX_VALUE);
  }

  private Duration patience(List<HostedReplica> pulled, List<HostedReplica> called) {
    Duration longPoll = context.config().longPoll();
    CopyPlan.Round round =
        new CopyPlan.Round(
            skipped,
            turns.fits(pulled),
            pulled.stream().anyMatch(this::lags),
            pulled.stream()
                .anyMatch(replica -> !replica.progress().isComplete() || replica.isDoubtful()),
            calls.isUnheardFor(longPoll.plus(CopyPlan.BRIEF_POLL)));
    return round.patience(longPoll, called.isEmpty() ? longPoll : rollCall.pause(peer, called));
  }

  private boolean lags(HostedReplica replica) {
    return replica.progress().of(peer).lag() > 0;
  }
}
