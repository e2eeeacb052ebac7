package io.aumbry.server.reap;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.ReadResult;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reaps one blob: deletes the chunks that its record names, and then the record. One thread. */
final class ReapedBlob {
  private static final Duration READ_TIME = Duration.ofSeconds(30);

  private final NodeEnvironment environment;
  private final FinalDeletes deletes;
  private final Unknown unknown;

  ReapedBlob(NodeEnvironment environment, FinalDeletes deletes, Unknown unknown) {
    this.environment = environment;
    this.deletes = deletes;
    this.unknown = unknown;
  }

  /**
   * Reaps a blob that is due.
   *
   * @throws AumbryException when that is to be tried again later
   */
  void reap(HostedReplica replica, BlobId id) {
    ByteBuffer content = content(replica, id);
    if (id.kind() == BlobKind.MANIFEST) {
      deletes.delete(chunks(content));
    } else {
      reap(replica, UploadRecord.decode(content));
    }
    deletes.delete(List.of(id));
  }

  private void reap(HostedReplica replica, UploadRecord upload) {
    BlobId manifest = upload.manifest();
    Optional<Known> known = replica.store().look(manifest, context());
    if (known.isEmpty()) {
      unknown.require(replica, manifest);
      // A node that has this delete refuses the manifest, whatever its clock says.
      deletes.delete(List.of(manifest));
      deletes.delete(upload.chunks());
    } else if (known.get().state().isFinal()) {
      deletes.delete(upload.chunks());
    } else {
      Set<BlobId> needed = new HashSet<>(chunks(content(replica, manifest)));
      deletes.delete(upload.chunks().stream().filter(id -> !needed.contains(id)).toList());
    }
  }

  private static List<BlobId> chunks(ByteBuffer manifest) {
    return Manifest.decode(manifest).chunks().stream().map(Manifest.Chunk::id).toList();
  }

  private RequestContext context() {
    return environment.context("reap", READ_TIME);
  }

  private ByteBuffer content(HostedReplica replica, BlobId id) {
    ReadResult result =
        replica.store().read(id, new ByteRange.All(), new ReadOptions(true, true), context());
    if (!(result instanceof ReadResult.Found found)) {
      throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, id + " is not here: " + result);
    }
    found.metadata().close();
    try (ByteSource source = found.content();
        Body content = Body.readFully(source)) {
      return ByteBuffer.wrap(content.toByteArray());
    }
  }
}
