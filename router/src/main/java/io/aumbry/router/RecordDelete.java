package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Nodes.Route;
import io.aumbry.router.ReplicaWrites.Write;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * The delete of one record: all local replicas at once, the others get it by replication. A blob
 * that was made elsewhere may not be here yet, so then the replicas of its own data centre are
 * asked, and their word on its absence is final.
 */
final class RecordDelete {
  private final Nodes nodes;
  private final int writeQuorum;
  private final Time time;

  RecordDelete(Nodes nodes, int writeQuorum, Time time) {
    this.nodes = nodes;
    this.writeQuorum = writeQuorum;
    this.time = time;
  }

  /** Returns when the outcome is known; the replicas that are still at it go on. */
  Write run(BlobId id, RequestContext context) {
    Route route = nodes.route(id);
    NodeRequest.Delete request = new NodeRequest.Delete(id, time.wallMillis());
    Write here = run(request, route, route.local(), context);
    boolean settled = here.outcome() == Outcome.DONE || here.outcome() == Outcome.GONE;
    return settled || route.origin() == route.local()
        ? here
        : run(request, route, route.origin(), context);
  }

  private Write run(
      NodeRequest.Delete request, Route route, int dataCenter, RequestContext context) {
    Quorum.Strategy strategy =
        Quorum.Strategy.change(route.replicasThatCount(dataCenter), writeQuorum);
    ReplicaWrites writes = new ReplicaWrites(nodes, context);
    Write write = writes.change(request, replicas(route, dataCenter), strategy);
    writes.await(write);
    if (write.outcome() == Outcome.DONE || write.outcome() == Outcome.GONE) {
      nodes.ended(request.id(), write.unconfirmed());
    }
    return write;
  }

  /** All that may have the blob, those as well that the view takes for unfit. */
  private static List<Replica> replicas(Route route, int dataCenter) {
    List<Replica> replicas = new ArrayList<>(3);
    for (Replica replica : route.partition().replicas()) {
      if (replica.node().dataCenter() == dataCenter && replica.state() != ReplicaState.DROPPED) {
        replicas.add(replica);
      }
    }
    return replicas;
  }
}
