package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ChunksResult;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.replica.ReplicaRead;
import io.aumbry.router.replica.ReplicaRead.Reply;
import io.aumbry.router.replica.RouterContext;
import java.util.List;

/** One look at the list of chunks of a blob. */
final class ChunksOperation {
  private final RouterContext parts;
  private final BlobId id;
  private final GetOptions options;
  private final RequestContext context;

  ChunksOperation(RouterContext parts, BlobId id, GetOptions options, RequestContext context) {
    this.parts = parts;
    this.id = id;
    this.options = options;
    this.context = context;
  }

  ChunksResult run() {
    if (!id.kind().isPublic()) {
      return new ChunksResult.Missing(Absence.NOT_FOUND);
    }
    boolean listed = id.kind() == BlobKind.MANIFEST;
    ByteRange wanted = listed ? new ByteRange.All() : new ByteRange.None();
    NodeRequest.Get what =
        new NodeRequest.Get(id, wanted, options.includeDeleted(), options.includeExpired());
    ReplicaRead read = new ReplicaRead(parts.nodes(), parts.config().writeQuorum(), what, context);
    try (Claim claim = parts.budget().open(context.claimant())) {
      return switch (read.askAndAwait(wanted)) {
        case Reply.Found found -> new ChunksResult.Found(chunks(read, found, claim));
        case Reply.Missing(Absence absence) -> new ChunksResult.Missing(absence);
        case Reply.Unsatisfiable _ ->
            throw new IllegalStateException("a whole record is not satisfiable");
      };
    } finally {
      read.cancel();
    }
  }

  private List<Manifest.Chunk> chunks(ReplicaRead read, Reply.Found found, Claim claim) {
    found.header().metadata().close();
    Deadline limit = Deadline.after(parts.config().memory().patience(), parts.time());
    try {
      claim.grow(found.header().contentLength(), limit, context);
    } catch (AumbryException full) {
      found.content().close();
      throw full;
    }
    if (id.kind() == BlobKind.SIMPLE) {
      found.content().close();
      return List.of();
    }
    return GetOperation.manifest(read, found).chunks();
  }
}
