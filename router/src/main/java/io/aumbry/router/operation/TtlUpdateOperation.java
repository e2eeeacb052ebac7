package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.message.NodeRequest;
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
import io.aumbry.router.replica.StorageNodes.Route;
import java.time.Duration;
import java.util.Optional;

/** A TTL update, which removes the expiry of a blob. Only the manifest of a large blob expires. */
final class TtlUpdateOperation {
  private final RouterContext services;
  private final BlobId id;
  private final Duration leastLeft;
  private final RequestContext context;

  TtlUpdateOperation(
      RouterContext services, BlobId id, Duration leastLeft, RequestContext context) {
    this.services = services;
    this.id = id;
    this.leastLeft = leastLeft;
    this.context = context;
  }

  WriteResult run() {
    if (!id.kind().isPublic()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    Route route = services.nodes().route(id);
    KnownStates seen = look(route.local());
    int dataCenter = route.local();
    if (!isEndKnown(seen) && route.origin() != route.local()) {
      dataCenter = route.origin();
      seen = look(dataCenter);
    }
    Optional<Known> latest = seen.latest();
    long now = services.time().wallMillis();
    if (latest.isEmpty()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (isOver(latest.get().state())) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (seen.kept() >= services.change().enough(id, dataCenter)) {
      return new NodeResponse.Done();
    }
    if (seen.hasExpired(now)) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    return seen.hasExpired(now + leastLeft.toMillis())
        ? WriteResult.Refused.ENDS_TOO_SOON
        : write(dataCenter);
  }

  /** The answering replicas may have missed a delete that this process acknowledged. */
  private boolean isOver(BlobState latest) {
    return latest.deleted() || latest.lifeVersion() <= services.nodes().stragglers(id).endedLife();
  }

  /** A replica may know an undelete of a blob that has not arrived yet, and so not its expiry. */
  private static boolean isEndKnown(KnownStates seen) {
    return seen.latest().filter(known -> known.state().deleted()).isPresent()
        || seen.known().stream().anyMatch(known -> known.state().expiryMillis() > 0);
  }

  private WriteResult write(int dataCenter) {
    Write write = writeRecord(dataCenter);
    if (write.outcome() != Outcome.DONE && dataCenter != id.dataCenter()) {
      // The blob, or the undelete that the look found, has reached too few local replicas.
      write = writeRecord(id.dataCenter());
    }
    return switch (write.outcome()) {
      case DONE -> {
        services.nodes().changed(id, write.unconfirmed());
        yield new NodeResponse.Done();
      }
      case GONE, NOT_FOUND -> new NodeResponse.Missing(write.absence());
      case UNDECIDABLE, OPEN -> throw RecordChange.undecided(id, write);
    };
  }

  private Write writeRecord(int dataCenter) {
    ReplicaWrites writes = new ReplicaWrites(services.nodes(), context);
    Write write = services.change().begin(writes, id, new NodeRequest.UpdateTtl(id), dataCenter);
    writes.await(write);
    return write;
  }

  private KnownStates look(int dataCenter) {
    return new StateQuery(services.nodes(), services.config().writeQuorum(), id, context)
        .begin(dataCenter)
        .await(Patience.ENOUGH);
  }
}
