package io.aumbry.server.replication;

import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Pulled.Held;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.store.feed.RecordFeed.Damaged;
import java.util.Optional;

/**
 * Answers peers that want to remove their store or set it aside. Only a complete replica that stays
 * may confirm that it has all records: a bootstrapping one may be given up, and a leaving one
 * relies on others itself. One with damage may need the very store that would go, until it has read
 * its peers again.
 */
public final class Confirmations {
  private final ReplicaRegistry registry;

  public Confirmations(ReplicaRegistry registry) {
    this.registry = registry;
  }

  public NodeResponse answer(NodeRequest.Confirm confirm) {
    Optional<HostedReplica> replica = registry.find(confirm.partition());
    if (replica.isEmpty()) {
      return refuse("is not open");
    }
    HostedReplica here = replica.get();
    if (!here.state().isReadable() || !here.state().isWritable()) {
      return refuse("is " + here.state());
    }
    if (!here.progress().isComplete()) {
      return refuse("is not complete");
    }
    if (here.isDoubtful()) {
      return refuse("is in doubt");
    }
    Damaged damaged = here.damaged();
    if (damaged.open() > 0 && damaged.readAgain() < damaged.version()) {
      return refuse("has damage that its peers may repair");
    }
    Held held = new Held(confirm.store(), confirm.last(), confirm.openedMillis());
    return confirm.last() == 0 || here.progress().holds(held, damaged.version())
        ? new NodeResponse.Done()
        : refuse("lacks records up to " + confirm.last());
  }

  private static NodeResponse refuse(String why) {
    return new NodeResponse.Failed(ErrorCode.REPLICA_UNAVAILABLE, why);
  }
}
