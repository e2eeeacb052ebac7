package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ChunksResult;
import io.aumbry.router.DeleteResult;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.RouterContext;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A DELETE. It deletes a record or manifest at once, and chunks in the background. */
final class DeleteOperation {
  /** Read failures that say nothing about the manifest. */
  private static final Set<ErrorCode> NOT_OF_THE_MANIFEST =
      EnumSet.of(ErrorCode.OVERLOADED, ErrorCode.TIMED_OUT, ErrorCode.CLIENT_GONE);

  private static final Logger LOG = LoggerFactory.getLogger(DeleteOperation.class);

  private final RouterContext parts;
  private final RecordChange change;
  private final BlobId id;
  private final RequestContext context;

  DeleteOperation(RouterContext parts, BlobId id, RequestContext context) {
    this.parts = parts;
    this.change = parts.change();
    this.id = id;
    this.context = context;
  }

  DeleteResult run() {
    return switch (id.kind()) {
      // No client was ever given the id of a chunk.
      case CHUNK -> new DeleteResult.Missing(Absence.NOT_FOUND);
      case SIMPLE -> resultOf(change.delete(id, context));
      case MANIFEST -> deleteWithChunks();
    };
  }

  private DeleteResult deleteWithChunks() {
    List<BlobId> chunks = chunks();
    Write write = change.delete(id, context);
    DeleteResult result = resultOf(write);
    if (result instanceof DeleteResult.Deleted) {
      parts.deletes().add(chunks, write.life(), context);
    }
    return result;
  }

  private DeleteResult resultOf(Write write) {
    return switch (write.outcome()) {
      case DONE -> new DeleteResult.Deleted();
      case NOT_FOUND, GONE -> new DeleteResult.Missing(write.absence());
      case UNDECIDABLE, OPEN -> throw RecordChange.undecided(id, write);
    };
  }

  /**
   * Even of a deleted blob: an earlier delete may not have reached its chunks. A blob with an
   * unreadable manifest is deleted without its chunks.
   */
  private List<BlobId> chunks() {
    GetOptions all = new GetOptions(new ByteRange.All(), true, true);
    try {
      return new ChunksOperation(parts, id, all, context).run() instanceof ChunksResult.Found found
          ? found.chunks().stream().map(Manifest.Chunk::id).toList()
          : List.of();
    } catch (AumbryException e) {
      if (NOT_OF_THE_MANIFEST.contains(e.code())) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("blob", id)
          .addKeyValue("request", context.requestId())
          .addKeyValue("code", e.code())
          .log("Deleting a blob with an unreadable manifest; its chunks remain");
      return List.of();
    }
  }
}
