package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.policy.KnownStates;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.ReplicaWrites;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.RouterContext;
import io.aumbry.router.replica.StateQuery;
import io.aumbry.router.replica.StateQuery.Patience;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An undelete. It asks all replicas for the state of the blob, and begins a life later than every
 * deleted one in a write quorum.
 *
 * <p>Then it tells data centres without the blob. Otherwise such a data centre, where PUT, delete
 * and undelete arrive in turn, would report the blob as deleted and accept a delete of the earlier
 * life. This step comes last, because a refused undelete must leave nothing behind.
 *
 * <p>Only the manifest of a large blob has lives. Its chunks stay until the manifest is reaped.
 */
final class UndeleteOperation {
  private final RouterContext services;
  private final BlobId id;
  private final RequestContext context;

  private final Map<Integer, KnownStates> places = new HashMap<>();

  UndeleteOperation(RouterContext services, BlobId id, RequestContext context) {
    this.services = services;
    this.id = id;
    this.context = context;
  }

  WriteResult run() {
    if (!id.kind().isPublic()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    KnownStates seen = look();
    Optional<Known> latest = seen.latest();
    long now = services.time().wallMillis();
    if (latest.isEmpty()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (seen.hasExpired(now)) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    if (seen.isAliveInLatest() && isAliveEverywhere(seen.lifeVersion())) {
      return WriteResult.Refused.NOT_DELETED;
    }
    if (latest.get().state().isIrrevocable()) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (seen.nextLife() > BlobState.LAST_LIFE) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "Blob "
              + id
              + " has been undeleted "
              + seen.lifeVersion()
              + " times, which is the limit");
    }
    return begin(new Life(seen.nextLife(), seen.deletedMillis(), now));
  }

  /** A data centre without the blob gets everything by replication. */
  private KnownStates look() {
    services.nodes().requireAllSeen(id);
    Map<Integer, StateQuery> looks = new LinkedHashMap<>();
    for (int dataCenter : services.nodes().route(id).dataCenters()) {
      StateQuery look =
          new StateQuery(services.nodes(), services.config().writeQuorum(), id, context);
      looks.put(dataCenter, look.begin(dataCenter));
    }
    KnownStates all = new KnownStates(List.of(), 0, 0);
    for (Map.Entry<Integer, StateQuery> look : looks.entrySet()) {
      KnownStates there = look.getValue().await(Patience.ALL);
      if (!there.known().isEmpty()) {
        places.put(look.getKey(), there);
        all = all.with(there);
      }
    }
    return all;
  }

  private boolean isAliveEverywhere(int life) {
    return life == 0
        || services.nodes().route(id).dataCenters().stream()
            .allMatch(dataCenter -> aliveIn(life, dataCenter) >= enough(dataCenter));
  }

  private long aliveIn(int life, int dataCenter) {
    return Optional.ofNullable(places.get(dataCenter)).map(seen -> seen.aliveIn(life)).orElse(0L);
  }

  private int enough(int dataCenter) {
    return services.change().enough(id, dataCenter);
  }

  private WriteResult begin(Life life) {
    List<Integer> dataCenters = List.copyOf(places.keySet());
    ReplicaWrites writes = new ReplicaWrites(services.nodes(), context);
    NodeRequest request = new NodeRequest.Undelete(id, life);
    Map<Integer, Write> begun = services.change().beginInEach(writes, id, request, dataCenters);
    begun.values().forEach(writes::await);
    if (isMade(begun)) {
      tellAhead(life, writes, begun);
      Set<NodeId> unconfirmed = new HashSet<>();
      begun.values().forEach(write -> unconfirmed.addAll(write.unconfirmed()));
      services.nodes().changed(id, unconfirmed);
      return new NodeResponse.Done();
    }
    writes.drain();
    if (!begun.values().stream().allMatch(Write::isRefusedByAll)) {
      // Some replicas may still apply it.
      throw RecordChange.undecided(id, failed(begun));
    }
    return refused(failed(begun).absence(), life);
  }

  /**
   * Whether the undelete is done, except in data centres other than the origin where replicas lack
   * the blob. These are told ahead.
   */
  private boolean isMade(Map<Integer, Write> begun) {
    Map<Integer, Write> decided = new LinkedHashMap<>(begun);
    decided
        .entrySet()
        .removeIf(each -> each.getKey() != id.dataCenter() && each.getValue().hasComeInPart());
    return RecordChange.isDone(id, decided);
  }

  /** Replaces answers of "not found" in {@code begun} with the writes that tell ahead. */
  private void tellAhead(Life life, ReplicaWrites writes, Map<Integer, Write> begun) {
    Set<Integer> untold = new LinkedHashSet<>(services.nodes().route(id).dataCenters());
    untold.removeIf(each -> begun.containsKey(each) && begun.get(each).outcome() == Outcome.DONE);
    NodeRequest ahead = new NodeRequest.Undelete(id, life, true);
    begun.putAll(services.change().beginInEach(writes, id, ahead, untold));
    begun.values().forEach(writes::await);
    if (!begun.values().stream().allMatch(write -> write.outcome() == Outcome.DONE)) {
      throw RecordChange.undecided(id, failed(begun));
    }
  }

  private static Write failed(Map<Integer, Write> begun) {
    return begun.values().stream()
        .filter(write -> write.outcome() != Outcome.DONE)
        .findFirst()
        .orElseThrow();
  }

  /**
   * A concurrent request may have begun this life, which then was deleted. Or the blob is alive: an
   * earlier undelete has reached some replicas, and it is too late to tell the others.
   */
  private WriteResult refused(Absence why, Life life) {
    KnownStates seen = look();
    if (seen.lifeVersion() >= life.version()) {
      throw new AumbryException(
          ErrorCode.QUORUM_NOT_REACHED,
          "Blob " + id + " is being deleted and undeleted at the same time");
    }
    if (why == Absence.DELETED && seen.isAliveInLatest()) {
      throw new AumbryException(
          ErrorCode.QUORUM_NOT_REACHED,
          "Blob " + id + " is alive, but too few replicas know that yet");
    }
    return new NodeResponse.Missing(why);
  }
}
