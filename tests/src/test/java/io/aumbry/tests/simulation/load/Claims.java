package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.server.entropy.Findings.Proof;
import io.aumbry.store.BlobStore.ReadOptions;
import io.aumbry.store.ReadResult;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
import io.aumbry.tests.simulation.engine.Finding;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether it is so when all nodes say, while whatever may go on goes on, that all copies of a
 * partition have all blobs that were made up to some time: what was acknowledged before must be
 * known to each of them.
 */
final class Claims {
  /** By how much clocks are wrong at most, when several are set. */
  private static final long WRONG_MILLIS = 6_000;

  private final SimulatedCluster cluster;
  private final Ledger ledger;

  /** By partition, what was said in the last round. */
  private Map<Integer, Said> last = new HashMap<>();

  Claims(SimulatedCluster cluster, Ledger ledger) {
    this.cluster = cluster;
    this.ledger = ledger;
  }

  /** What the replicas of one partition say together, as {@code aumbry admin verify} takes it. */
  private static final class Said {
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
   * Begins to look at all replicas, each on a thread of its node, and judges each by what all said
   * in the round before; what is wrong is a finding there.
   */
  void look() {
    Map<Integer, Said> before = last;
    Map<Integer, Said> now = new HashMap<>();
    cluster.look(replica -> {
      now.computeIfAbsent(replica.partition(), _ -> new Said()).add(replica);
      look(replica, provenMillis(replica.partition(), before));
    });
    last = now;
  }

  private long provenMillis(int partition, Map<Integer, Said> before) {
    Said said = before.getOrDefault(partition, new Said());
    return said.nodes.equals(cluster.nodesOf(partition)) ? said.provenMillis : 0;
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
          replica.node() + " does not know " + blob + ", of which all copies are said to be there");
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
          found.metadata().close();
          found.content().close();
          yield false;
        }
        case ReadResult.Missing(Absence absence, int _) -> absence == Absence.NOT_FOUND;
        case ReadResult.Unsatisfiable _ -> false;
      };
    } catch (AumbryException e) {
      // A replica that fails says so.
      return false;
    }
  }
}
