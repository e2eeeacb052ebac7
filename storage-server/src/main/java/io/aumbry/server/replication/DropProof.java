package io.aumbry.server.replication;

import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.server.replica.HostedReplica;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks the replicas that stay, in one round, whether they have all of a store that is to be
 * removed. Earlier acknowledgements only show when it is worth asking: a peer may have lost its
 * store since, or be about to leave itself.
 */
public final class DropProof {
  private final NodeId self;
  private final NodeEnvironment environment;
  private final ReplicaSafety redundancy;

  public DropProof(NodeId self, NodeEnvironment environment, ReplicaSafety redundancy) {
    this.self = self;
    this.environment = environment;
    this.redundancy = redundancy;
  }

  /** Empty if the files may go. */
  public List<String> missing(HostedReplica replica, ClusterView view) {
    List<Replica> stayers = redundancy.stayers(view, replica.partition());
    NodeRequest.Confirm question =
        new NodeRequest.Confirm(
            self.name(),
            replica.partition(),
            replica.store().id(),
            replica.feed().newestSequence(),
            replica.progress().opening().millis());
    ConfirmationRound round = ConfirmationRound.of(stayers, question, environment);
    if (round.confirmed() >= redundancy.copies()) {
      return List.of();
    }
    List<String> missing = new ArrayList<>(round.refusals());
    missing.add("%d of %d peers confirm".formatted(round.confirmed(), redundancy.copies()));
    return missing;
  }
}
