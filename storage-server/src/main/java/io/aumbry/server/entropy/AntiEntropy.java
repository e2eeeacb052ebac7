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

  /** A replica of this node and a peer that it can be compared with. */
  private record Candidate(HostedReplica here, StorageNode peer) {
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
    notBefore
        .keySet()
        .retainAll(candidates.stream().map(Candidate::pair).collect(Collectors.toSet()));
    Optional<Candidate> longest = Optional.empty();
    long since = now + 1;
    for (Candidate each : candidates) {
      long due = Math.max(dueMillis(each), notBefore.getOrDefault(each.pair(), 0L));
      if (due < since) {
        longest = Optional.of(each);
        since = due;
      }
    }
    return longest;
  }

  /** When to compare a pair, or to ask whether that can prove what is not proven yet. */
  private long dueMillis(Candidate candidate) {
    boolean soon = isSoon(candidate) || !unprovenElsewhere(candidate).isEmpty();
    return comparedMillis(candidate) + (soon ? config.retry() : config.period()).toMillis();
  }

  private long comparedMillis(Candidate candidate) {
    return findings.of(candidate.here(), candidate.peer().id()).comparedMillis();
  }

  private boolean isSoon(Candidate candidate) {
    return context.doubts().isDoubtful(candidate.pair())
        || !findings.of(candidate.here(), candidate.peer().id()).isClean();
  }

  private Set<Integer> unprovenElsewhere(Candidate candidate) {
    return findings.unprovenElsewhere(candidate.here(), view());
  }

  /** Whether it is due in any case. */
  private boolean isDue(Candidate candidate) {
    Duration span = isSoon(candidate) ? config.retry() : config.period();
    return comparedMillis(candidate) + span.toMillis() <= tools.wallMillis();
  }

  private List<Candidate> candidates() {
    ClusterView view = view();
    NodeId self = context.self();
    List<Candidate> candidates = new ArrayList<>();
    for (HostedReplica here : registry.all()) {
      if (here.state().isReadable() && here.isPulling() && here.progress().isComplete()) {
        ComparedPairs.of(here, self, view).stream()
            .filter(ComparedPairs::isComparable)
            .map(Replica::node)
            .forEach(peer -> candidates.add(new Candidate(here, peer)));
      }
    }
    return candidates;
  }

  private void compare(Candidate candidate) {
    HostedReplica here = candidate.here();
    StorageNode peer = candidate.peer();
    boolean doubted = false;
    try {
      Watermarks before = tools.questions().proven(peer, here.partition());
      if (!isDue(candidate)
          && unprovenElsewhere(candidate).stream().allMatch(each -> before.of(each) == 0)) {
        postpone(candidate);
        return;
      }
      doubted = context.doubts().settle(candidate.pair());
      Comparison last = findings.of(here, peer.id());
      findings.add(here, peer.id(), new PairComparison(here, peer, tools).run(last, before));
      notBefore.remove(candidate.pair());
    } catch (AumbryException e) {
      if (doubted) {
        context.doubts().add(here.partition(), peer.id());
      }
      postpone(candidate);
      LOG.atInfo()
          .addKeyValue("partition", here.partition())
          .addKeyValue("peer", peer.id())
          .addKeyValue("code", e.code())
          .log("not compared, again in {}: {}", config.retry(), e.getMessage());
    }
  }

  private void postpone(Candidate candidate) {
    notBefore.put(candidate.pair(), tools.wallMillis() + config.retry().toMillis());
  }

  /** Ends what is under way, soon. */
  @Override
  public void close() {
    tools.stop();
  }
}
