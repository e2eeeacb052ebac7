package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.Nodes.Route;
import io.aumbry.router.ReplicaWrites.Write;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Stragglers;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A change of one record: sent to all replicas of a data centre at once, the others get it by
 * replication.
 */
final class RecordChange {
  private final Nodes nodes;
  private final int writeQuorum;
  private final Time time;

  RecordChange(Nodes nodes, int writeQuorum, Time time) {
    this.nodes = nodes;
    this.writeQuorum = writeQuorum;
    this.time = time;
  }

  /**
   * Deletes a record in the last of its lives. A blob that was made elsewhere may not be here yet,
   * so then the replicas of its own data centre are asked, and their word on its absence is final.
   *
   * <p>Each request names the life that it ends, the first if nothing else is known, and so does no
   * harm to a later one, however late it comes. A replica that knows of a later one says so, and
   * that is then ended: a replica that has missed an undelete only believes that it is deleted.
   *
   * @return when the outcome is known; the replicas that are still at it go on
   */
  Write delete(BlobId id, RequestContext context) {
    int life = 0;
    Write write = deleteLife(id, life, this::ofLast, context);
    while (write.outcome() == Outcome.DONE && write.life() > life) {
      life = write.life();
      write = deleteLife(id, life, this::ofLast, context);
    }
    return write;
  }

  private NodeRequest.Delete deletion(BlobId id, int lifeVersion) {
    return new NodeRequest.Delete(id, time.wallMillis(), lifeVersion);
  }

  /** By how many of which replicas a life is ended in a data centre. */
  private interface Rule {
    Quorum.Strategy of(Route route, int dataCenter);
  }

  /** The last life: as many must have that as a new blob, and one must know which it is. */
  private Quorum.Strategy ofLast(Route route, int dataCenter) {
    return Quorum.Strategy.delete(
        route.replicasThatCount(dataCenter), writeQuorum, enough(route, dataCenter));
  }

  /** One that is named, whatever came later. */
  private Quorum.Strategy ofNamed(Route route, int dataCenter) {
    return Quorum.Strategy.change(route.replicasThatCount(dataCenter), writeQuorum, writeQuorum);
  }

  /** Deletes a record in one of its lives and all before it, while a later one goes on. */
  Write deleteLife(BlobId id, int lifeVersion, RequestContext context) {
    return deleteLife(id, lifeVersion, this::ofNamed, context);
  }

  /** The same in each of several data centres, one after the other. */
  List<Write> deleteLifeIn(
      BlobId id, int lifeVersion, List<Integer> dataCenters, RequestContext context) {
    NodeRequest.Delete request = deletion(id, lifeVersion);
    Route route = nodes.route(id);
    return dataCenters.stream()
        .map(dataCenter -> runDelete(request, route, dataCenter, this::ofNamed, context))
        .toList();
  }

  private Write deleteLife(BlobId id, int lifeVersion, Rule rule, RequestContext context) {
    NodeRequest.Delete request = deletion(id, lifeVersion);
    Route route = nodes.route(id);
    Write here = runDelete(request, route, route.local(), rule, context);
    boolean settled = here.isSettled();
    return settled || route.origin() == route.local()
        ? here
        : atOrigin(request, route, here, rule, context);
  }

  /** That it has expired there is believed where replicas here have not heard of a longer life. */
  private Write atOrigin(
      NodeRequest.Delete request, Route route, Write here, Rule rule, RequestContext context) {
    Write there = runDelete(request, route, route.origin(), rule, context);
    boolean mayBeKept = here.outcome() != Outcome.NOT_FOUND;
    boolean hasExpired = there.outcome() == Outcome.GONE && there.absence() == Absence.EXPIRED;
    return hasExpired && mayBeKept ? here : there;
  }

  private Write runDelete(
      NodeRequest.Delete request, Route route, int dataCenter, Rule rule, RequestContext context) {
    ReplicaWrites writes = new ReplicaWrites(nodes, context);
    Write write = writes.change(request, route.replicasIn(dataCenter), rule.of(route, dataCenter));
    writes.await(write);
    if (write.isSettled()) {
      boolean isEnded = write.outcome() == Outcome.DONE;
      int ended = isEnded ? request.lifeVersion() : Stragglers.NO_LIFE;
      nodes.changed(request.id(), notKnowing(write, route, dataCenter), ended);
    }
    return write;
  }

  /** What was changed elsewhere is not known here, where the blob itself may arrive first. */
  private static Set<NodeId> notKnowing(Write write, Route route, int dataCenter) {
    if (dataCenter == route.local()) {
      return write.unconfirmed();
    }
    Set<NodeId> nodes = new HashSet<>(write.unconfirmed());
    route.replicasIn(route.local()).forEach(replica -> nodes.add(replica.node().id()));
    return nodes;
  }

  /**
   * Begins a change in one data centre that is promised once and for all: where replicas move, as
   * many must have it as of a new blob.
   */
  Write begin(ReplicaWrites writes, BlobId id, NodeRequest request, int dataCenter) {
    Route route = nodes.route(id);
    return writes.change(
        request,
        route.replicasIn(dataCenter),
        Quorum.Strategy.change(
            route.replicasThatCount(dataCenter), writeQuorum, enough(route, dataCenter)));
  }

  /** The same in each of several data centres at once; the writes by data centre, in order. */
  Map<Integer, Write> beginInEach(
      ReplicaWrites writes, BlobId id, NodeRequest request, Collection<Integer> dataCenters) {
    Map<Integer, Write> begun = new LinkedHashMap<>();
    dataCenters.forEach(each -> begun.put(each, begin(writes, id, request, each)));
    return begun;
  }

  /**
   * Whether a change that was begun in several data centres is made: it is in one of them, and in
   * the others too, but for those that the blob has not come to yet. These are told ahead, or hear
   * of both by replication; where it was made it must be.
   *
   * @param writes by data centre, none of which is open
   */
  static boolean isDone(BlobId id, Map<Integer, Write> writes) {
    boolean done = false;
    for (Map.Entry<Integer, Write> each : writes.entrySet()) {
      Outcome outcome = each.getValue().outcome();
      boolean isOrigin = each.getKey() == id.dataCenter();
      if (outcome != Outcome.DONE && (outcome != Outcome.NOT_FOUND || isOrigin)) {
        return false;
      }
      done |= outcome == Outcome.DONE;
    }
    return done;
  }

  /** In how many replicas of a data centre such a change must be. */
  int enough(BlobId id, int dataCenter) {
    return enough(nodes.route(id), dataCenter);
  }

  private int enough(Route route, int dataCenter) {
    return route.partition().writeQuorumIn(dataCenter, writeQuorum);
  }

  /** What to say when it cannot be said whether a change is done. */
  static AumbryException undecided(BlobId id, Write write) {
    return new AumbryException(
        ErrorCode.QUORUM_NOT_REACHED,
        "Too few replicas changed blob " + id + ", and too few do not have it" + write.reasons());
  }
}
