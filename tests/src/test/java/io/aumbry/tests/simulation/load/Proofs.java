package io.aumbry.tests.simulation.load;

import io.aumbry.server.entropy.ComparisonResults.Proof;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import java.util.Set;
import java.util.TreeSet;

/** Collects the replicas for which nodes do not report all copies as proven. */
final class Proofs {
  private final long sinceMillis;
  private final Set<String> unproven = new TreeSet<>();
  private int looked;

  /**
   * @param sinceMillis time up to which copies must be proven
   */
  Proofs(long sinceMillis) {
    this.sinceMillis = sinceMillis;
  }

  void look(OpenReplica replica) {
    looked++;
    Proof proof = replica.proof();
    if (!isClean(proof)) {
      unproven.add("partition " + replica.partition() + " on " + replica.node() + ": " + proof);
    }
  }

  private boolean isClean(Proof proof) {
    return proof.unproven() == 0 && proof.open().all() == 0 && proof.provenMillis() >= sinceMillis;
  }

  Set<String> unproven() {
    return unproven;
  }

  int looked() {
    return looked;
  }
}
