package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ReplicaRead.Reply;
import io.aumbry.router.ReplicaWrites.Write;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One DELETE. Of a blob in chunks the manifest is deleted at once, the chunks in the background.
 */
final class DeleteOperation {
  private static final Logger LOG = LoggerFactory.getLogger(DeleteOperation.class);

  private final RouterParts parts;
  private final RecordDelete delete;
  private final BlobId id;
  private final RequestContext context;

  DeleteOperation(RouterParts parts, RecordDelete delete, BlobId id, RequestContext context) {
    this.parts = parts;
    this.delete = delete;
    this.id = id;
    this.context = context;
  }

  DeleteResult run() {
    return switch (id.kind()) {
      // no client was ever given such an id, so to it there is no such blob
      case CHUNK -> new DeleteResult.Missing(Absence.NOT_FOUND);
      case SIMPLE -> deleteRecord();
      case MANIFEST -> deleteWithChunks();
    };
  }

  private DeleteResult deleteWithChunks() {
    List<BlobId> chunks = chunks();
    DeleteResult result = deleteRecord();
    if (result instanceof DeleteResult.Deleted) {
      parts.deletes().add(chunks, context);
    }
    return result;
  }

  private DeleteResult deleteRecord() {
    Write write = delete.run(id, context);
    return switch (write.outcome()) {
      case DONE -> new DeleteResult.Deleted();
      case NOT_FOUND, GONE -> new DeleteResult.Missing(write.absence());
      case UNDECIDABLE, OPEN ->
          throw new AumbryException(
              ErrorCode.QUORUM_NOT_REACHED,
              "Fewer than "
                  + parts.config().writeQuorum()
                  + " replicas deleted blob "
                  + id
                  + ", and too few do not have it"
                  + write.reasons());
    };
  }

  /**
   * The chunks of the blob, of one deleted before as well: that delete may not have got to them. A
   * manifest that nobody can read must not make its blob undeletable.
   */
  private List<BlobId> chunks() {
    Deadline limit = Deadline.after(parts.config().bodyMemoryWait(), parts.time());
    NodeRequest.Get what = new NodeRequest.Get(id, new ByteRange.All(), true, true);
    ReplicaRead read = new ReplicaRead(parts.nodes(), parts.config().writeQuorum(), what, context);
    try (var _ = parts.budget().reserve(parts.config().chunkSize(), limit, context)) {
      return read.askAndAwait(new ByteRange.All()) instanceof Reply.Found found
          ? GetOperation.manifest(read, found).chunks().stream().map(Manifest.Chunk::id).toList()
          : List.of();
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.OVERLOADED || e.code() == ErrorCode.TIMED_OUT) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("blob", id)
          .addKeyValue("request", context.requestId())
          .addKeyValue("code", e.code())
          .log("A blob is deleted whose manifest cannot be read; its chunks stay behind");
      return List.of();
    } finally {
      read.cancel();
    }
  }
}
