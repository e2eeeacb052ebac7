package io.aumbry.server.reap;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCategory;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeResponse.Known;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.store.BlobAccess.ReadOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reaps one blob: deletes the chunks that its record names, and then the record. One thread. */
final class ReapedBlob {
  private static final Duration READ_TIME = Duration.ofSeconds(30);

  private final NodeEnvironment environment;
  private final FinalDeletes deletes;
  private final AllReplicas replicas;
  private final Pages pages;

  ReapedBlob(NodeEnvironment environment, FinalDeletes deletes, AllReplicas replicas) {
    this.environment = environment;
    this.deletes = deletes;
    this.replicas = replicas;
    this.pages = new Pages(environment, replicas);
  }

  /**
   * Reaps a blob that is due.
   *
   * @throws AumbryException when that is to be tried again later; of the category {@link
   *     ErrorCategory#ELSEWHERE} when other blobs of this replica would probably fail too
   */
  void reap(HostedReplica replica, BlobId id) {
    ByteBuffer content = content(replica, id);
    if (id.kind() == BlobKind.MANIFEST) {
      replicas.requireOver(replica, id);
      deletes.deleteHereLast(id, BlobState.IRREVOCABLE_LIFE);
      deleteParts(Manifest.decode(content));
    } else {
      reap(replica, UploadRecord.decode(content));
    }
    deletes.delete(List.of(id));
  }

  private void reap(HostedReplica replica, UploadRecord upload) {
    BlobId manifest = upload.manifest();
    Optional<Known> known = replica.store().look(manifest, context());
    if (known.isEmpty()) {
      replicas.requireUnknown(replica, manifest);
      endWithout(manifest, upload);
    } else if (known.get().state().isFinal()) {
      endWithout(manifest, upload);
    } else {
      deletes.delete(unnamed(upload, Manifest.decode(content(replica, manifest))));
    }
  }

  /**
   * A node that has this delete refuses the manifest, whatever its clock says. It may have reached
   * this node alone before.
   */
  private void endWithout(BlobId manifest, UploadRecord upload) {
    deletes.deleteHereLast(manifest, BlobState.FINAL_LIFE);
    deletes.delete(upload.chunks());
  }

  /** Deletes the chunks of each page before the page, so that the rest can always be found. */
  private void deleteParts(Manifest manifest) {
    if (manifest instanceof Manifest.OfPages(List<Manifest.Page> all)) {
      for (Manifest.Page page : all) {
        deletes.delete(pages.read(page).map(Manifest::ids).orElse(List.of()));
        deletes.delete(List.of(page.id()));
      }
    } else {
      deletes.delete(manifest.ids());
    }
  }

  /** The chunks of an upload that neither its manifest nor a page of it names. */
  private List<BlobId> unnamed(UploadRecord upload, Manifest manifest) {
    Set<BlobId> unnamed = new LinkedHashSet<>(upload.chunks());
    unnamed.removeAll(Set.copyOf(manifest.ids()));
    if (manifest instanceof Manifest.OfPages(List<Manifest.Page> all)) {
      Iterator<Manifest.Page> likely = likelyFirst(all, upload).iterator();
      while (!unnamed.isEmpty() && likely.hasNext()) {
        Manifest.Page page = likely.next();
        Manifest.OfChunks chunks =
            pages
                .read(page)
                .orElseThrow(() ->
                    new AumbryException(ErrorCode.DELETED, "page " + page.id() + " is deleted"));
        chunks.ids().forEach(unnamed::remove);
      }
    }
    return List.copyOf(unnamed);
  }

  /** The id of a page is usually as old as those of its last chunks. */
  private static List<Manifest.Page> likelyFirst(List<Manifest.Page> pages, UploadRecord upload) {
    long made = upload.chunks().stream().mapToLong(BlobId::createdMillis).min().orElse(0);
    return Stream.concat(
            pages.stream().filter(page -> page.id().createdMillis() >= made),
            pages.stream().filter(page -> page.id().createdMillis() < made))
        .toList();
  }

  private RequestContext context() {
    return environment.context("reap", READ_TIME);
  }

  private ByteBuffer content(HostedReplica replica, BlobId id) {
    ReadResult result =
        replica.store().read(id, new ByteRange.All(), new ReadOptions(true, true), context());
    if (!(result instanceof ReadResult.Found found)) {
      throw new AumbryException(ErrorCode.NOT_FOUND, id + " is not here: " + result);
    }
    found.header().metadata().close();
    try (ByteSource source = found.content();
        Body content = Body.readFully(source)) {
      return ByteBuffer.wrap(content.toByteArray());
    }
  }
}
