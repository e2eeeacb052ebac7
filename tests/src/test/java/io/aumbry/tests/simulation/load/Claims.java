package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.server.entropy.ComparisonResults.Proof;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks the reports of nodes during faults. If all replicas of a partition report that everything
 * up to some time is proven, each of them must know every blob that was acknowledged before that
 * time.
 */
final class Claims {
  /** Upper bound of the clock error when several clocks are set. */
  private static final long WRONG_MILLIS = 6_000;

  private final SimulatedCluster cluster;
  private final Ledger ledger;

  private Map<Integer, Report> last = new HashMap<>();

  Claims(SimulatedCluster cluster, Ledger ledger) {
    this.cluster = cluster;
    this.ledger = ledger;
  }

  /** The reports of all replicas of a partition, merged as {@code aumbry admin verify} does. */
  private static final class Report {
    private final Set<String> nodes = new TreeSet<>();
    private long provenMillis = Long.MAX_VALUE;

    void add(OpenReplica replica) {
      Proof proof = replica.proof();
      boolean isClean = proof.unproven() == 0 && proof.open().all() == 0;
      nodes.add(replica.node());
      provenMillis = Math.min(provenMillis, isClean ? proof.provenMillis() : 0);
    }
  }

  /**
   * Starts a round over all replicas, each on a thread of its node. A replica is judged by the
   * reports of the round before. A violation is a finding on that thread.
   */
  void look() {
    Map<Integer, Report> before = last;
    Map<Integer, Report> now = new HashMap<>();
    cluster.look(replica -> {
      now.computeIfAbsent(replica.partition(), _ -> new Report()).add(replica);
      look(replica, provenMillis(replica.partition(), before));
    });
    last = now;
  }

  private long provenMillis(int partition, Map<Integer, Report> before) {
    Report report = before.getOrDefault(partition, new Report());
    return report.nodes.equals(cluster.nodesOf(partition)) ? report.provenMillis : 0;
  }

  private void look(OpenReplica replica, long provenMillis) {
    if (!cluster.isDamaged(replica.node()) && replica.proof().provenMillis() > 0) {
      List.copyOf(ledger.all()).stream()
          .filter(blob -> blob.id().partition() == replica.partition())
          .filter(blob -> blob.acknowledgedMillis() < provenMillis - WRONG_MILLIS)
          .forEach(blob -> look(blob, replica));
    }
  }

  private void look(KeptBlob blob, OpenReplica replica) {
    boolean isThere = !ledger.mayBeGone(blob);
    if (isThere && isUnknown(blob, replica) && !ledger.mayBeGone(blob)) {
      throw new Finding(
          replica.node()
              + " does not know "
              + blob
              + ", although all copies are reported as proven");
    }
  }

  private static boolean isUnknown(KeptBlob blob, OpenReplica replica) {
    try {
      ReadResult result =
          replica
              .store()
              .read(
                  blob.id(),
                  new ByteRange.None(),
                  ReadOptions.LIVE,
                  Agreement.context(replica.process()));
      return switch (result) {
        case ReadResult.Found found -> {
          found.header().metadata().close();
          found.content().close();
          yield false;
        }
        case NodeResponse.Missing(Absence absence, int _) -> absence == Absence.NOT_FOUND;
        case NodeResponse.Unsatisfiable _ -> false;
      };
    } catch (AumbryException e) {
      // A failure is not a denial.
      return false;
    }
  }
}
