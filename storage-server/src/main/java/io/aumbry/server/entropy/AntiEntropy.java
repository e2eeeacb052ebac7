package io.aumbry.server.entropy;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.server.entropy.Doubts.Pair;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the replicas of this node with those of their peers, one pair after the other without
 * end, each once in a period, on a thread of its own.
 */
public final class AntiEntropy implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AntiEntropy.class);

  /** How often it looks whether something is due. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final EntropyConfig config;
  private final EntropyContext context;
  private final ReplicaRegistry registry;
  private final Findings findings;
  private final EntropyTools tools;

  /** When those that failed or found something are tried again, wall time. */
  private final Map<Pair, Long> notBefore = new HashMap<>();

  /** When those that had no news are asked again whether they have any, wall time. */
  private final Map<Pair, Long> notAskedBefore = new HashMap<>();

  /**
   * A replica of this node and a peer that it can be compared with.
   *
   * @param unproven data centres of which nothing is proven of the replica
   */
  private record Candidate(HostedReplica here, StorageNode peer, Set<Integer> unproven) {
    Pair pair() {
      return new Pair(here.partition(), peer.id());
    }
  }

  private AntiEntropy(EntropyConfig config, EntropyContext context, Findings findings) {
    this.config = config;
    this.context = context;
    this.registry = context.registry();
    this.findings = findings;
    this.tools = new EntropyTools(config, context);
  }

  /** Begins to compare. */
  public static AntiEntropy start(EntropyConfig config, EntropyContext context, Findings findings) {
    AntiEntropy started = new AntiEntropy(config, context, findings);
    started.register(context.surroundings().metrics());
    context.surroundings().threads().start("compare", started::run);
    return started;
  }

  private void register(MetricRegistry metrics) {
    Gauge<Long> open = () -> sum(proof -> proof.open().here() + proof.open().there());
    Gauge<Long> doubtful = () -> sum(proof -> proof.open().doubtful());
    Gauge<Long> unproven = () -> sum(Findings.Proof::unproven);
    Gauge<Double> age = this::provenSeconds;
    metrics.register("server.entropy.open", open);
    metrics.register("server.entropy.doubtful", doubtful);
    metrics.register("server.entropy.unproven", unproven);
    metrics.register("server.entropy.proven.seconds", age);
  }

  private long sum(ToLongFunction<Findings.Proof> what) {
    ClusterView view = view();
    return registry.all().stream().map(here -> findings.proof(here, view)).mapToLong(what).sum();
  }

  /** How long ago the replica was proven that has waited longest, of those that ever were. */
  private double provenSeconds() {
    ClusterView view = view();
    long now = tools.wallMillis();
    return registry.all().stream()
        .mapToLong(here -> findings.proof(here, view).provenMillis())
        .filter(millis -> millis > 0)
        .mapToDouble(millis -> Math.max(0, now - millis) / 1000.0)
        .max()
        .orElse(0);
  }

  private ClusterView view() {
    return context.surroundings().views().current();
  }

  private void run() {
    while (!tools.isStopped()) {
      try {
        findings.recall();
        Optional<Candidate> due = due();
        if (due.isPresent()) {
          compare(due.get());
        } else {
          tools.pause(LOOK);
        }
      } catch (AumbryException e) {
        LOG.atDebug().setCause(e).log("no comparison");
      } catch (RuntimeException bug) {
        LOG.atError().setCause(bug).log("comparing failed by a bug");
      }
    }
  }

  /** The pair that is due for longest; one that somebody doubts before all others. */
  private Optional<Candidate> due() {
    long now = tools.wallMillis();
    List<Candidate> candidates = candidates();
    Set<Pair> pairs = candidates.stream().map(Candidate::pair).collect(Collectors.toSet());
    notBefore.keySet().retainAll(pairs);
    notAskedBefore.keySet().retainAll(pairs);
    Optional<Candidate> longest = Optional.empty();
    long since = now + 1;
    for (Candidate each : candidates) {
      long due = Math.min(dueMillis(each), askMillis(each));
      if (due < since) {
        longest = Optional.of(each);
        since = due;
      }
    }
    return longest;
  }

  /** When to compare a pair; at once what was compared by a clock that was ahead. */
  private long dueMillis(Candidate candidate) {
    Comparison last = findings.of(candidate.here(), candidate.peer().id());
    boolean soon = context.doubts().isDoubtful(candidate.pair()) || !last.isClean();
    long compared = last.comparedMillis() > tools.wallMillis() ? 0 : last.comparedMillis();
    long due = compared + (soon ? config.retry() : config.period()).toMillis();
    return Math.max(due, notBefore.getOrDefault(candidate.pair(), 0L));
  }

  /** When to ask whether comparing a pair can prove what is not proven yet. */
  private long askMillis(Candidate candidate) {
    if (candidate.unproven().isEmpty()) {
      return Long.MAX_VALUE;
    }
    Pair pair = candidate.pair();
    return Math.max(notBefore.getOrDefault(pair, 0L), notAskedBefore.getOrDefault(pair, 0L));
  }

  private List<Candidate> candidates() {
    ClusterView view = view();
    NodeId self = context.self();
    List<Candidate> candidates = new ArrayList<>();
    for (HostedReplica here : registry.all()) {
      if (here.state().isReadable() && here.isPulling() && here.progress().isComplete()) {
        Set<Integer> unproven = findings.unprovenElsewhere(here, view);
        ComparedPairs.of(here, self, view).stream()
            .filter(ComparedPairs::isComparable)
            .map(Replica::node)
            .forEach(peer -> candidates.add(new Candidate(here, peer, unproven)));
      }
    }
    return candidates;
  }

  private void compare(Candidate candidate) {
    HostedReplica here = candidate.here();
    StorageNode peer = candidate.peer();
    boolean doubted = false;
    try {
      PairComparison comparison = new PairComparison(here, peer, tools);
      Watermarks before = comparison.proven();
      boolean isNews = candidate.unproven().stream().anyMatch(each -> before.of(each) > 0);
      notAskedBefore.put(candidate.pair(), tools.wallMillis() + config.retry().toMillis());
      if (!isNews && dueMillis(candidate) > tools.wallMillis()) {
        return;
      }
      doubted = context.doubts().settle(candidate.pair());
      findings.add(here, peer.id(), comparison.run(findings.of(here, peer.id()), before));
      notBefore.remove(candidate.pair());
    } catch (AumbryException e) {
      if (doubted) {
        context.doubts().add(here.partition(), peer.id());
      }
      notBefore.put(candidate.pair(), tools.wallMillis() + config.retry().toMillis());
      LOG.atInfo()
          .addKeyValue("partition", here.partition())
          .addKeyValue("peer", peer.id())
          .addKeyValue("code", e.code())
          .log("not compared, again in {}: {}", config.retry(), e.getMessage());
    }
  }

  /** Ends what is under way, soon. */
  @Override
  public void close() {
    tools.stop();
  }
}
