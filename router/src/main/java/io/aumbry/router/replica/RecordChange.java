package io.aumbry.router.replica;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.StorageNodes.Route;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Changes one record in all replicas of one data centre. Replication takes the change to the
 * others.
 */
public final class RecordChange {
  private final StorageNodes nodes;
  private final int writeQuorum;
  private final Time time;

  public RecordChange(StorageNodes nodes, int writeQuorum, Time time) {
    this.nodes = nodes;
    this.writeQuorum = writeQuorum;
    this.time = time;
  }

  /**
   * Deletes the last life of a record. If the blob has not arrived here, its origin is asked, and
   * its answer is final. Each request names the life that it ends, so a late one cannot harm a
   * later life. If a replica reports a later life, that is deleted next.
   */
  public Write delete(BlobId id, RequestContext context) {
    int life = 0;
    Write write = deleteLife(id, life, true, context);
    while (write.outcome() == Outcome.DONE
        && write.life() > life
        && write.life() <= BlobState.LAST_LIFE) {
      life = write.life();
      write = deleteLife(id, life, write.inLife() >= writeQuorum, context);
    }
    return write;
  }

  private NodeRequest.Delete deletion(BlobId id, int lifeVersion) {
    return new NodeRequest.Delete(id, time.wallMillis(), lifeVersion);
  }

  /** The answers must include a replica that knows the last life. */
  private Quorum.Strategy ofLast(Route route, int dataCenter) {
    return Quorum.Strategy.delete(
        route.replicasThatCount(dataCenter), writeQuorum, enough(route, dataCenter));
  }

  /**
   * Deletes a record of which any single replica may be the only holder. It is over when a write
   * quorum has recorded the delete, or every replica has answered: a quorum without the record does
   * not speak for the others.
   *
   * @return why the record may remain, if it may
   */
  Optional<String> deleteLeftOver(LeftOver what, RequestContext context) {
    NodeRequest.Delete request = deletion(what.id(), what.lifeVersion());
    Route route = nodes.route(what.id());
    for (int dataCenter : what.dataCenters()) {
      List<Replica> asked = route.replicasIn(dataCenter);
      ReplicaWrites writes = new ReplicaWrites(nodes, context);
      Write write = writes.change(request, asked, Quorum.Strategy.create(writeQuorum));
      writes.await(write);
      if (write.outcome() != Outcome.DONE) {
        writes.drain();
        boolean areAllAsked = asked.size() >= Math.max(1, route.replicasThatCount(dataCenter));
        if (!areAllAsked || !write.isAnsweredByAll()) {
          return Optional.of(asked.size() + " replicas were asked" + write.reasons());
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Deletes one life.
   *
   * @param isKnown whether a write quorum knows the life, or it is the first
   */
  private Write deleteLife(BlobId id, int lifeVersion, boolean isKnown, RequestContext context) {
    NodeRequest.Delete request = deletion(id, lifeVersion);
    Route route = nodes.route(id);
    Write here = runDelete(request, route, route.local(), isKnown, context);
    boolean settled = here.isSettled();
    return settled || route.origin() == route.local()
        ? here
        : atOrigin(request, route, here, isKnown, context);
  }

  /**
   * "Expired" at the origin counts only if local replicas deny the blob. Otherwise they may know a
   * TTL update that has not arrived there.
   */
  private Write atOrigin(
      NodeRequest.Delete request,
      Route route,
      Write here,
      boolean isKnown,
      RequestContext context) {
    Write there = runDelete(request, route, route.origin(), isKnown, context);
    boolean mayBeKept = here.outcome() != Outcome.NOT_FOUND;
    boolean hasExpired = there.outcome() == Outcome.GONE && there.absence() == Absence.EXPIRED;
    return hasExpired && mayBeKept ? here : there;
  }

  private Write runDelete(
      NodeRequest.Delete request,
      Route route,
      int dataCenter,
      boolean isKnown,
      RequestContext context) {
    ReplicaWrites writes = new ReplicaWrites(nodes, context);
    if (!isKnown) {
      Write told = tell(request, route, dataCenter, writes);
      if (told.outcome() == Outcome.UNDECIDABLE) {
        return told;
      }
    }
    Write write = writes.change(request, route.replicasIn(dataCenter), ofLast(route, dataCenter));
    writes.await(write);
    if (write.isSettled()) {
      Set<NodeId> unconfirmed = notKnowing(write, route, dataCenter);
      if (write.outcome() == Outcome.DONE) {
        nodes.deleted(request.id(), request.lifeVersion(), unconfirmed);
      } else {
        nodes.changed(request.id(), unconfirmed);
      }
    }
    return write;
  }

  /**
   * Tells replicas of a life before its delete. An undelete that failed may have reached a single
   * replica. If only this one recorded the delete, the next undelete could begin the same life on
   * the others, and would be lost when replicas merge. Replicas that refuse an undelete for good
   * need not be told.
   */
  private Write tell(
      NodeRequest.Delete request, Route route, int dataCenter, ReplicaWrites writes) {
    long now = time.wallMillis();
    NodeRequest.Undelete.Life life = new NodeRequest.Undelete.Life(request.lifeVersion(), now, now);
    Write write =
        begin(writes, route, new NodeRequest.Undelete(request.id(), life, true), dataCenter);
    writes.await(write);
    return write;
  }

  /** No local replica knows of a change made elsewhere. */
  private static Set<NodeId> notKnowing(Write write, Route route, int dataCenter) {
    if (dataCenter == route.local()) {
      return write.unconfirmed();
    }
    Set<NodeId> nodes = new HashSet<>(write.unconfirmed());
    route.replicasIn(route.local()).forEach(replica -> nodes.add(replica.node().id()));
    return nodes;
  }

  /** Begins a change. During a move it needs the same number of replicas as a new blob. */
  public Write begin(ReplicaWrites writes, BlobId id, NodeRequest request, int dataCenter) {
    return begin(writes, nodes.route(id), request, dataCenter);
  }

  private Write begin(ReplicaWrites writes, Route route, NodeRequest request, int dataCenter) {
    return writes.change(
        request,
        route.replicasIn(dataCenter),
        Quorum.Strategy.change(
            route.replicasThatCount(dataCenter), writeQuorum, enough(route, dataCenter)));
  }

  public Map<Integer, Write> beginInEach(
      ReplicaWrites writes, BlobId id, NodeRequest request, Collection<Integer> dataCenters) {
    Map<Integer, Write> begun = new LinkedHashMap<>();
    dataCenters.forEach(each -> begun.put(each, begin(writes, id, request, each)));
    return begun;
  }

  /**
   * Whether a change has succeeded in at least one data centre, and in all others that have the
   * blob. The origin must have it.
   *
   * @param writes by data centre; none is open
   */
  public static boolean isDone(BlobId id, Map<Integer, Write> writes) {
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

  public int enough(BlobId id, int dataCenter) {
    return enough(nodes.route(id), dataCenter);
  }

  private int enough(Route route, int dataCenter) {
    return route.partition().writeQuorumIn(dataCenter, writeQuorum);
  }

  public static AumbryException undecided(BlobId id, Write write) {
    return new AumbryException(
        ErrorCode.QUORUM_NOT_REACHED,
        "Too few replicas changed blob "
            + id
            + ", and too few confirm its absence"
            + write.reasons());
  }
}
