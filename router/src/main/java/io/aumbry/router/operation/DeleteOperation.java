package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.RouterContext;

/** A DELETE. The chunks of a large blob stay until storage nodes reap its manifest. */
final class DeleteOperation {
  private final RouterContext services;
  private final BlobId id;
  private final RequestContext context;

  DeleteOperation(RouterContext services, BlobId id, RequestContext context) {
    this.services = services;
    this.id = id;
    this.context = context;
  }

  WriteResult run() {
    if (!id.kind().isPublic()) {
      // No client was ever given such an id.
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    Write write = services.change().delete(id, context);
    return switch (write.outcome()) {
      case DONE -> new NodeResponse.Done();
      case NOT_FOUND, GONE -> new NodeResponse.Missing(write.absence());
      case UNDECIDABLE, OPEN -> throw RecordChange.undecided(id, write);
    };
  }
}
