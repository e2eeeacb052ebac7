package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Nodes.Route;
import io.aumbry.router.RecordLook.Patience;
import io.aumbry.router.ReplicaWrites.Write;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.Sighting;
import io.aumbry.router.policy.Stragglers;
import java.time.Duration;
import java.util.Optional;

/**
 * A TTL update, which removes the expiry of a blob. It updates chunks before the manifest, so that
 * no blob without expiry loses bytes.
 */
final class KeepOperation {
  private final RouterParts parts;
  private final BlobId id;
  private final Duration leastLeft;
  private final RequestContext context;

  KeepOperation(RouterParts parts, BlobId id, Duration leastLeft, RequestContext context) {
    this.parts = parts;
    this.id = id;
    this.leastLeft = leastLeft;
    this.context = context;
  }

  KeepResult run() {
    if (id.kind() == BlobKind.CHUNK) {
      return new KeepResult.Missing(Absence.NOT_FOUND);
    }
    Route route = parts.nodes().route(id);
    Sighting seen = look(route.local());
    int dataCenter = route.local();
    if (!isEndKnown(seen) && route.origin() != route.local()) {
      dataCenter = route.origin();
      seen = look(dataCenter);
    }
    Optional<Known> latest = seen.latest();
    long now = parts.time().wallMillis();
    if (latest.isEmpty()) {
      return new KeepResult.Missing(Absence.NOT_FOUND);
    }
    if (isOver(latest.get().state())) {
      return new KeepResult.Missing(Absence.DELETED);
    }
    if (seen.kept() >= parts.change().enough(id, dataCenter)) {
      return new KeepResult.Kept();
    }
    if (seen.hasExpired(now)) {
      return new KeepResult.Missing(Absence.EXPIRED);
    }
    return seen.hasExpired(now + leastLeft.toMillis())
        ? new KeepResult.EndsTooSoon()
        : keep(dataCenter);
  }

  /** The answering replicas may have missed a delete that this process acknowledged. */
  private boolean isOver(BlobState latest) {
    return latest.deleted() || latest.lifeVersion() <= parts.nodes().stragglers(id).endedLife();
  }

  /** A replica may know an undelete of a blob that has not arrived yet, and so not its expiry. */
  private static boolean isEndKnown(Sighting seen) {
    return seen.latest().filter(known -> known.state().deleted()).isPresent()
        || seen.known().stream().anyMatch(known -> known.state().expiryMillis() > 0);
  }

  private KeepResult keep(int dataCenter) {
    Optional<Absence> absence =
        new ChunkChanges(parts, context).runInOne(id, dataCenter, NodeRequest.Keep::new);
    if (absence.isPresent()) {
      return new KeepResult.Missing(absence.get());
    }
    Write write = keepRecord(dataCenter);
    if (write.outcome() != Outcome.DONE && dataCenter != id.dataCenter()) {
      // The blob, or the undelete that the look found, has reached too few local replicas.
      write = keepRecord(id.dataCenter());
    }
    return switch (write.outcome()) {
      case DONE -> {
        parts.nodes().changed(id, write.unconfirmed(), Stragglers.NO_LIFE);
        yield new KeepResult.Kept();
      }
      case GONE, NOT_FOUND -> new KeepResult.Missing(write.absence());
      case UNDECIDABLE, OPEN -> throw RecordChange.undecided(id, write);
    };
  }

  private Write keepRecord(int dataCenter) {
    ReplicaWrites writes = new ReplicaWrites(parts.nodes(), context);
    Write write = parts.change().begin(writes, id, new NodeRequest.Keep(id), dataCenter);
    writes.await(write);
    return write;
  }

  private Sighting look(int dataCenter) {
    return new RecordLook(parts.nodes(), parts.config().writeQuorum(), id, context)
        .begin(dataCenter)
        .await(Patience.ENOUGH);
  }
}
