package io.aumbry.deploy.operator;

import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.ReplicaReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is proven of each partition, by what the nodes say of their comparisons.
 *
 * @param unknown whether not all could be asked
 */
record Verification(List<Verdict> verdicts, boolean unknown) {
  Verification {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * What is proven of one partition.
   *
   * @param complete copies that have been complete, and can be read
   * @param missing copies that there should be beside them
   * @param divergent blobs of which a replica lacks something, as it or a peer has found; counted
   *     by each replica that has found it
   * @param doubtful blobs of which people have to say what is right, counted in the same way
   * @param provenMillis of the blobs that were made longer ago each copy is proven to have all;
   *     empty when that is proven of none, or one could not be asked
   */
  record Verdict(
      int partition,
      int complete,
      int missing,
      int divergent,
      int doubtful,
      OptionalLong provenMillis) {
    boolean isProven() {
      return missing == 0 && divergent == 0 && doubtful == 0 && provenMillis.isPresent();
    }
  }

  static Verification of(ClusterLook look, Optional<Integer> only) {
    List<Verdict> verdicts =
        look.view().partitions().stream()
            .filter(partition -> only.filter(wanted -> wanted != partition.id()).isEmpty())
            .map(partition -> verdict(look, partition))
            .toList();
    boolean unknown = !look.silent().isEmpty() || !look.snapshot().unreachable().isEmpty();
    return new Verification(verdicts, unknown);
  }

  private static Verdict verdict(ClusterLook look, Partition partition) {
    int complete = 0;
    int missing = 0;
    Proofs proofs = Proofs.NONE;
    for (DataCenter place : look.view().dataCenters()) {
      int here = 0;
      for (Replica replica : partition.replicasIn(place.id())) {
        if (replica.state() != ReplicaState.DROPPED) {
          NodeId node = replica.node().id();
          Optional<ReplicaReport> report = look.report(node, partition.id());
          long now = look.said(node).map(all -> all.node().nowMillis()).orElse(0L);
          proofs = proofs.plus(report.map(ReplicaReport::standing), now);
          boolean has = report.filter(each -> each.standing().complete()).isPresent();
          here += has && replica.isReadable() ? 1 : 0;
        }
      }
      complete += here;
      missing += Math.max(0, partition.copies() - here);
    }
    return new Verdict(
        partition.id(), complete, missing, proofs.divergent(), proofs.doubtful(), proofs.millis());
  }

  /** What the replicas of one partition say together. */
  private record Proofs(int divergent, int doubtful, OptionalLong millis) {
    static final Proofs NONE = new Proofs(0, 0, OptionalLong.of(0));

    /** One that says nothing takes away what was proven. */
    Proofs plus(Optional<ReplicaReport.Standing> standing, long now) {
      ReplicaReport.Proof proof =
          standing.map(ReplicaReport.Standing::proof).orElse(ReplicaReport.Proof.NONE);
      boolean known = millis.isPresent() && proof.provenMillis() > 0;
      return new Proofs(
          divergent + proof.open(),
          doubtful + proof.doubtful(),
          known
              ? OptionalLong.of(Math.max(millis.getAsLong(), now - proof.provenMillis()))
              : OptionalLong.empty());
    }
  }

  long proven() {
    return verdicts.stream().filter(Verdict::isProven).count();
  }

  boolean allProven() {
    return proven() == verdicts.size();
  }

  /** Whether all could be asked, and have proven all that was there so long ago. */
  boolean isProvenOf(Duration ago) {
    return !unknown
        && allProven()
        && verdicts.stream()
            .allMatch(verdict -> verdict.provenMillis().orElseThrow() <= ago.toMillis());
  }

  /** So long ago even the partition that waits longest was proven; empty when one never was. */
  OptionalLong provenMillis() {
    boolean all = verdicts.stream().allMatch(each -> each.provenMillis().isPresent());
    return all
        ? verdicts.stream().mapToLong(each -> each.provenMillis().getAsLong()).max()
        : OptionalLong.empty();
  }
}
