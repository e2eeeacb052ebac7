package io.aumbry.deploy.operator.proof;

import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The proofs of all partitions, from the nodes' reports on comparisons.
 *
 * @param verdicts one for each partition in scope
 * @param unknown whether a node or a data centre could not be asked
 */
public record Verification(List<Verdict> verdicts, boolean unknown) {
  private static final String DIFFERS = "it differs from a peer";

  public Verification {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * The proof of one replica.
   *
   * @param provenMillis age of the proof; empty without one
   * @param upToMillis time up to which its blobs are proven, since 1970 by its own clock; 0 without
   *     a proof
   * @param problem why there is no proof or not enough; empty if no problem is known
   * @param isWanted whether its node is still working on a requested proof
   */
  public record ReplicaProof(
      NodeId node, OptionalLong provenMillis, long upToMillis, String problem, boolean isWanted) {
    /** Whether its peers cannot be compared with it, because it is away or incomplete. */
    public boolean isAway() {
      return !problem.isEmpty() && !problem.equals(DIFFERS);
    }

    /** Whether all blobs that are at least this old are proven. */
    public boolean isProvenOf(Duration ago) {
      return provenMillis.isPresent()
          && provenMillis.getAsLong() <= ago.toMillis()
          && problem.isEmpty();
    }

    /**
     * Whether a requested proof is done. Ages would depend on the difference between two clocks.
     */
    public boolean isProvenUpTo(long millis) {
      return upToMillis >= millis && !isWanted && problem.isEmpty();
    }
  }

  /**
   * The proof of one partition.
   *
   * @param complete number of readable replicas that are complete
   * @param missing number of other copies
   * @param divergent blobs with differences, counted by each replica that found one
   * @param doubtful blobs that need an operator's decision, counted in the same way
   * @param replicas the replicas in scope
   */
  public record Verdict(
      int partition,
      int complete,
      int missing,
      int divergent,
      int doubtful,
      List<ReplicaProof> replicas) {
    public Verdict {
      replicas = List.copyOf(replicas);
    }

    /** Age of the oldest proof. Empty if a replica has none. */
    public OptionalLong provenMillis() {
      boolean all = replicas.stream().allMatch(each -> each.provenMillis().isPresent());
      return all
          ? replicas.stream().mapToLong(each -> each.provenMillis().getAsLong()).max()
          : OptionalLong.empty();
    }

    public boolean isProven() {
      return missing == 0 && divergent == 0 && doubtful == 0 && provenMillis().isPresent();
    }

    public boolean meets(Predicate<ReplicaProof> goal) {
      return isProven() && replicas.stream().allMatch(goal);
    }
  }

  public static Verification of(ClusterObservation observation, ProofScope scope) {
    List<Verdict> verdicts =
        observation.view().partitions().stream()
            .filter(scope::includes)
            .map(partition -> verdict(observation, scope, partition))
            .toList();
    boolean unknown =
        !observation.silent().isEmpty() || !observation.snapshot().unreachable().isEmpty();
    return new Verification(verdicts, unknown);
  }

  private static Verdict verdict(
      ClusterObservation observation, ProofScope scope, Partition partition) {
    int complete = 0;
    int missing = 0;
    int divergent = 0;
    int doubtful = 0;
    List<ReplicaProof> replicas = new ArrayList<>();
    for (var place : observation.view().dataCenters()) {
      int here = 0;
      for (Replica replica : partition.replicasIn(place.id())) {
        if (replica.state() == ReplicaState.DROPPED) {
          continue;
        }
        Optional<ReplicaReport.Standing> standing =
            observation.report(replica.node().id(), partition.id()).map(ReplicaReport::standing);
        here +=
            replica.isReadable() && standing.filter(each -> each.complete()).isPresent() ? 1 : 0;
        if (scope.includes(replica)) {
          replicas.add(proof(observation, replica, standing));
          divergent += standing.map(each -> each.proof().open()).orElse(0);
          doubtful += standing.map(each -> each.proof().doubtful()).orElse(0);
        }
      }
      complete += here;
      missing += Math.max(0, partition.copies() - here);
    }
    return new Verdict(partition.id(), complete, missing, divergent, doubtful, replicas);
  }

  private static ReplicaProof proof(
      ClusterObservation observation, Replica replica, Optional<ReplicaReport.Standing> standing) {
    NodeId node = replica.node().id();
    long upTo = standing.map(each -> each.proof().provenMillis()).orElse(0L);
    long now = observation.said(node).map(said -> said.node().nowMillis()).orElse(0L);
    OptionalLong age = upTo > 0 ? OptionalLong.of(Math.max(0, now - upTo)) : OptionalLong.empty();
    boolean isWanted = standing.filter(each -> each.proof().wantedMillis() > 0).isPresent();
    return new ReplicaProof(node, age, upTo, problem(observation, replica, standing), isWanted);
  }

  private static String problem(
      ClusterObservation observation, Replica replica, Optional<ReplicaReport.Standing> standing) {
    if (!replica.node().live()) {
      return "its node is down";
    }
    String silence = observation.silent().getOrDefault(replica.node().id(), "");
    if (!silence.isEmpty()) {
      return "its node does not answer: " + silence;
    }
    if (standing.isEmpty()) {
      return "its store is not open";
    }
    if (!standing.get().complete() || !replica.isReadable()) {
      return "it is " + replica.state() + " and has not caught up";
    }
    ReplicaReport.Proof proof = standing.get().proof();
    return proof.open() + proof.doubtful() > 0 ? DIFFERS : "";
  }

  public long proven() {
    return verdicts.stream().filter(Verdict::isProven).count();
  }

  public boolean allProven() {
    return proven() == verdicts.size();
  }

  /** Whether every node answered and every replica meets a goal. */
  public boolean meets(Predicate<ReplicaProof> goal) {
    return !unknown && verdicts.stream().allMatch(verdict -> verdict.meets(goal));
  }

  /** Age of the oldest proof of any partition. Empty if a partition has none. */
  public OptionalLong provenMillis() {
    boolean all = verdicts.stream().allMatch(each -> each.provenMillis().isPresent());
    return all
        ? verdicts.stream().mapToLong(each -> each.provenMillis().getAsLong()).max()
        : OptionalLong.empty();
  }

  public int replicas() {
    return verdicts.stream().mapToInt(verdict -> verdict.replicas().size()).sum();
  }

  /** Number of replicas in scope that meet a goal. */
  public int replicasThatMeet(Predicate<ReplicaProof> goal) {
    return (int)
        verdicts.stream().flatMap(verdict -> verdict.replicas().stream()).filter(goal).count();
  }
}
