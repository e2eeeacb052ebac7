package io.aumbry.server.entropy;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.entropy.ProofRequests.Request;
import io.aumbry.server.entropy.SuspectedReplicas.Pair;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
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
 * Compares the replicas of this node with those of their peers, one pair at a time and each pair
 * once in a period.
 */
public final class AntiEntropy {
  private static final Logger LOG = LoggerFactory.getLogger(AntiEntropy.class);

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final EntropyConfig config;
  private final EntropyContext context;
  private final ReplicaRegistry registry;
  private final ComparisonResults findings;
  private final Worker worker;
  private final EntropyTools tools;

  /** Earliest next comparison of pairs that failed or differed, wall time. */
  private final Map<Pair, Long> notBefore = new HashMap<>();

  /** Earliest next question about news to pairs without news, wall time. */
  private final Map<Pair, Long> notAskedBefore = new HashMap<>();

  private final ProofAttempts attempts = new ProofAttempts();

  /**
   * A replica of this node and a comparable peer.
   *
   * @param wanted the proof of the replica that an operator wants
   * @param unproven other data centres with blobs that are not proven to be here, or not as wanted
   */
  private record Candidate(
      HostedReplica here, StorageNode peer, Request wanted, Set<Integer> unproven) {
    Pair pair() {
      return new Pair(here.partition(), peer.id());
    }
  }

  private AntiEntropy(EntropyConfig config, EntropyContext context, ComparisonResults findings) {
    this.config = config;
    this.context = context;
    this.registry = context.registry();
    this.findings = findings;
    Backlog backlog = new Backlog("proofs", () -> sum(ComparisonResults.Proof::unproven));
    this.worker =
        context.environment().workers().add("anti-entropy", LOOK, backlog, this::compareAll);
    this.tools =
        new EntropyTools(
            config,
            context,
            worker,
            () -> findings.requests().blobsPerSecond(config.blobsPerSecond()));
  }

  public static Worker start(
      EntropyConfig config, EntropyContext context, ComparisonResults findings) {
    AntiEntropy started = new AntiEntropy(config, context, findings);
    started.register(context.environment().metrics());
    return started.worker.start();
  }

  private void register(Metrics metrics) {
    metrics.gauge(
        "aumbry_server_entropy_requested",
        "Partitions with a requested proof that is still open. If it stays above 0 for"
            + " longer than one comparison of all replicas, a peer is down or differs",
        findings.requests()::count);
    metrics.gauge(
        "aumbry_server_entropy_open",
        "Blobs with differences found by the last comparisons and not repaired yet."
            + " Investigate if it stays above 0 for several comparisons",
        () -> sum(proof -> proof.open().here() + proof.open().there()));
    metrics.gauge(
        "aumbry_server_entropy_doubtful",
        "Blobs on a single replica that may have been deleted long ago, or with different"
            + " bytes on two replicas. An operator has to decide; the log names them",
        () -> sum(proof -> proof.open().doubtful()));
    metrics.gauge(
        "aumbry_server_entropy_unproven",
        "Peers here, and other data centres, for which a replica has no proof yet."
            + " Investigate if above 0 for hours",
        () -> sum(ComparisonResults.Proof::unproven));
    metrics.gauge(
        "aumbry_server_entropy_proven_seconds",
        "Age of the oldest proof, over replicas here, that a replica has all blobs of all data"
            + " centres. Replicas without any proof are in aumbry_server_entropy_unproven",
        this::provenSeconds);
  }

  private long sum(ToLongFunction<ComparisonResults.Proof> what) {
    ClusterView view = view();
    return registry.all().stream().map(here -> findings.proof(here, view)).mapToLong(what).sum();
  }

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
    return context.environment().views().current();
  }

  private void compareAll() {
    Optional<Candidate> due;
    do {
      findings.recall();
      endRequests();
      due = due();
      due.ifPresent(this::compare);
    } while (due.isPresent() && !worker.isStopping());
  }

  private void endRequests() {
    ClusterView view = view();
    findings
        .requests()
        .end(
            (partition, request) ->
                registry
                    .find(partition)
                    .filter(here -> !findings.fulfils(here, view, request))
                    .isEmpty(),
            tools.wallMillis());
  }

  /** The pair that is due for longest. Pairs that an operator waits for come first. */
  private Optional<Candidate> due() {
    long now = tools.wallMillis();
    List<Candidate> candidates = candidates();
    Set<Pair> pairs = candidates.stream().map(Candidate::pair).collect(Collectors.toSet());
    notBefore.keySet().retainAll(pairs);
    notAskedBefore.keySet().retainAll(pairs);
    attempts.retain(pairs);
    return candidates.stream()
        .map(each -> new Due(each, turn(each)))
        .filter(each -> each.turn().hasCome(now))
        .min(Comparator.comparing(Due::turn))
        .map(Due::candidate);
  }

  private record Due(Candidate candidate, ComparisonTurn turn) {}

  private ComparisonTurn turn(Candidate candidate) {
    long due = Math.min(dueMillis(candidate), askMillis(candidate));
    return new ComparisonTurn(due, candidate.wanted().isOpen());
  }

  /**
   * When a pair is due. A pair that a peer doubts is due earlier. A comparison by a clock that was
   * ahead does not count.
   */
  private long dueMillis(Candidate candidate) {
    Comparison last = findings.of(candidate.here(), candidate.peer().id());
    boolean soon = context.doubts().isDoubtful(candidate.pair()) || !last.isClean();
    long compared = last.comparedMillis() > tools.wallMillis() ? 0 : last.comparedMillis();
    long due = compared + (soon ? config.retry() : config.period()).toMillis();
    long wanted = candidate.wanted().hereMillis();
    if (last.provenMillis() < wanted) {
      Duration pause = attempts.pause(candidate.pair(), candidate.wanted(), config.settle());
      due = Math.min(due, Math.max(compared, wanted) + pause.toMillis());
    }
    return Math.max(due, notBefore.getOrDefault(candidate.pair(), 0L));
  }

  private long settleMillis() {
    return config.settle().toMillis();
  }

  private long retryMillis(Candidate candidate) {
    return candidate.wanted().isOpen() ? settleMillis() : config.retry().toMillis();
  }

  /**
   * When to ask whether a comparison of the pair can prove blobs of another data centre. A
   * comparison that begins before {@code settle} has passed proves less than is wanted.
   */
  private long askMillis(Candidate candidate) {
    if (candidate.unproven().isEmpty()) {
      return Long.MAX_VALUE;
    }
    Pair pair = candidate.pair();
    long asked = Math.max(notBefore.getOrDefault(pair, 0L), notAskedBefore.getOrDefault(pair, 0L));
    return candidate.wanted().isOpen()
        ? Math.max(asked, candidate.wanted().hereMillis() + settleMillis())
        : asked;
  }

  private List<Candidate> candidates() {
    ClusterView view = view();
    NodeId self = context.self();
    List<Candidate> candidates = new ArrayList<>();
    for (HostedReplica here : registry.all()) {
      if (here.state().isReadable() && here.isPulling() && here.progress().isComplete()) {
        Request wanted = findings.requests().of(here.partition());
        Set<Integer> unproven = findings.unprovenElsewhere(here, view, wanted.untilMillis());
        ComparedPairs.of(here, self, view).stream()
            .filter(ComparedPairs::isComparable)
            .map(Replica::node)
            .forEach(peer -> candidates.add(new Candidate(here, peer, wanted, unproven)));
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
      boolean isNews =
          candidate.unproven().stream()
              .anyMatch(each ->
                  ComparisonResults.isProven(before, each, candidate.wanted().untilMillis()));
      notAskedBefore.put(candidate.pair(), tools.wallMillis() + askAgainMillis(candidate));
      if (!isNews && dueMillis(candidate) > tools.wallMillis()) {
        return;
      }
      doubted = context.doubts().settle(candidate.pair());
      Comparison made = comparison.run(findings.of(here, peer.id()), before);
      findings.add(here, peer.id(), made);
      notBefore.remove(candidate.pair());
      if (made.provenMillis() < candidate.wanted().hereMillis()) {
        countAttempt(candidate, made);
      }
    } catch (AumbryException e) {
      if (doubted) {
        context.doubts().add(here.partition(), peer.id());
      }
      notBefore.put(candidate.pair(), tools.wallMillis() + retryMillis(candidate));
      LOG.atInfo()
          .addKeyValue("partition", here.partition())
          .addKeyValue("peer", peer.id())
          .addKeyValue("code", e.code())
          .log(
              "comparison failed, will retry in {} ms: {}", retryMillis(candidate), e.getMessage());
    }
  }

  private void countAttempt(Candidate candidate, Comparison made) {
    if (!attempts.failed(candidate.pair(), candidate.wanted())) {
      return;
    }
    int partition = candidate.here().partition();
    findings.requests().giveUp(partition);
    Comparison.Open open = made.open();
    LOG.atWarn()
        .addKeyValue("partition", partition)
        .addKeyValue("peer", candidate.peer().id())
        .addKeyValue("missing", open.here())
        .addKeyValue("missingAtPeer", open.there())
        .addKeyValue("doubtful", open.doubtful())
        .log("requested proof given up: {} comparisons left different blobs", ProofAttempts.MOST);
  }

  /** A question is one small message, and an operator waits for the answers in turn. */
  private long askAgainMillis(Candidate candidate) {
    return candidate.wanted().isOpen() ? LOOK.toMillis() : settleMillis();
  }
}
