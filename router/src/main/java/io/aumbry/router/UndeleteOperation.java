package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeRequest.Undelete.Life;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Nodes.Route;
import io.aumbry.router.RecordLook.Patience;
import io.aumbry.router.ReplicaWrites.Write;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Sighting;
import io.aumbry.router.policy.Stragglers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One undelete. First all replicas are asked what has become of the blob, so that the life that
 * begins is later than any that was ended; then all are told to begin that one life, and a write
 * quorum must have it. Whatever becomes of the other replicas, their word is then the older one.
 *
 * <p>Of a blob in chunks the chunks come first, so that nobody sees a blob that lacks some of its
 * bytes. They begin the same life, whether their own delete has got to them or not: one that is
 * still on its way ends the life before.
 */
final class UndeleteOperation {
  private final RouterParts parts;
  private final BlobId id;
  private final RequestContext context;

  /** By data centre that has the blob, what its replicas know. */
  private final Map<Integer, Sighting> places = new HashMap<>();

  UndeleteOperation(RouterParts parts, BlobId id, RequestContext context) {
    this.parts = parts;
    this.id = id;
    this.context = context;
  }

  UndeleteResult run() {
    if (id.kind() == BlobKind.CHUNK) {
      return new UndeleteResult.Missing(Absence.NOT_FOUND);
    }
    Sighting seen = look();
    Optional<Known> latest = seen.latest();
    long now = parts.time().wallMillis();
    if (latest.isEmpty()) {
      return new UndeleteResult.Missing(Absence.NOT_FOUND);
    }
    if (seen.hasExpired(now)) {
      return new UndeleteResult.Missing(Absence.EXPIRED);
    }
    if (!latest.get().state().deleted() && isAliveEverywhere(seen.lifeVersion())) {
      return new UndeleteResult.NotDeleted();
    }
    if (seen.nextLife() > BlobState.MAX_LIFE_VERSION) {
      throw new AumbryException(
          ErrorCode.CONFLICT,
          "Blob " + id + " has been undeleted " + seen.lifeVersion() + " times, the most there is");
    }
    return begin(new Life(seen.nextLife(), seen.deletedMillis(), now), latest.get().state());
  }

  /** A data centre that does not have the blob gets all that is known of it by replication. */
  private Sighting look() {
    Route route = parts.nodes().route(id);
    Sighting all = new Sighting(List.of(), 0, 0);
    for (int dataCenter : route.dataCenters()) {
      Sighting there =
          new RecordLook(parts.nodes(), parts.config().writeQuorum(), id, context)
              .run(dataCenter, Patience.ALL);
      if (!there.known().isEmpty()) {
        places.put(dataCenter, there);
        all = all.with(there);
      }
    }
    return all;
  }

  private boolean isAliveEverywhere(int life) {
    return life == 0
        || places.entrySet().stream()
            .allMatch(place ->
                place.getValue().aliveIn(life) >= parts.change().enough(id, place.getKey()));
  }

  private UndeleteResult begin(Life life, BlobState known) {
    List<Integer> dataCenters = List.copyOf(places.keySet());
    Optional<Absence> absence =
        new ChunkChanges(parts, context)
            .run(id, dataCenters, chunk -> new NodeRequest.Undelete(chunk, life));
    if (absence.isPresent()) {
      // Who knows that it was deleted may have been made after its bytes were gone.
      return refused(known.deleted() ? Absence.DELETED : absence.get(), life);
    }
    ReplicaWrites writes = new ReplicaWrites(parts.nodes(), context);
    List<Write> begun = new ArrayList<>();
    for (int dataCenter : dataCenters) {
      begun.add(parts.change().begin(writes, id, new NodeRequest.Undelete(id, life), dataCenter));
    }
    begun.forEach(writes::await);
    if (begun.stream().allMatch(write -> write.outcome() == Outcome.DONE)) {
      Set<NodeId> unconfirmed = new HashSet<>();
      begun.forEach(write -> unconfirmed.addAll(write.unconfirmed()));
      parts.nodes().changed(id, unconfirmed, Stragglers.NO_LIFE);
      return new UndeleteResult.Undeleted();
    }
    writes.drain();
    Write first = begun.getFirst();
    if (!begun.stream().allMatch(Write::isRefusedByAll)) {
      // it may still come about
      throw RecordChange.undecided(id, first);
    }
    return refused(first.absence(), life);
  }

  /** It may be because another request began that life meanwhile, which then was ended. */
  private UndeleteResult refused(Absence why, Life life) {
    if (look().lifeVersion() >= life.version()) {
      throw new AumbryException(
          ErrorCode.QUORUM_NOT_REACHED,
          "Blob " + id + " is deleted and undeleted at the same time");
    }
    return new UndeleteResult.Missing(why);
  }
}
