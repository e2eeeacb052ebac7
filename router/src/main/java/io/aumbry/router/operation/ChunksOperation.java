package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.replica.ReplicaRead;
import io.aumbry.router.replica.RouterContext;
import java.util.List;

/** One look at the list of chunks of a blob, or at one page of it. */
final class ChunksOperation {
  private final RouterContext services;
  private final BlobId id;
  private final long first;
  private final GetOptions options;
  private final RequestContext context;

  ChunksOperation(
      RouterContext services, BlobId id, long first, GetOptions options, RequestContext context) {
    this.services = services;
    this.id = id;
    this.first = first;
    this.options = options;
    this.context = context;
  }

  ChunksResult run() {
    if (!id.kind().isPublic()) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    boolean listed = id.kind() == BlobKind.MANIFEST;
    ByteRange wanted = listed ? new ByteRange.All() : new ByteRange.None();
    NodeRequest.Get what =
        new NodeRequest.Get(id, wanted, options.includeDeleted(), options.includeExpired());
    ReplicaRead read =
        new ReplicaRead(services.nodes(), services.config().writeQuorum(), what, context);
    try (Claim claim = services.budget().open(context.claimant())) {
      return switch (read.askAndAwait(wanted)) {
        case ReadResult.Found found -> chunks(read, found, claim);
        case NodeResponse.Missing missing -> missing;
        case NodeResponse.Unsatisfiable _ ->
            throw new IllegalStateException("a whole record is not satisfiable");
      };
    } finally {
      read.cancel();
    }
  }

  private ChunksResult chunks(ReplicaRead read, ReadResult.Found found, Claim claim) {
    found.header().metadata().close();
    try {
      grow(claim, found.header().contentLength());
    } catch (AumbryException full) {
      found.content().close();
      throw full;
    }
    if (id.kind() == BlobKind.SIMPLE) {
      found.content().close();
      return new ChunksResult.Found(0, found.header().contentSize(), 0, List.of());
    }
    Manifest manifest = GetOperation.manifest(read, found);
    return switch (manifest) {
      case Manifest.OfChunks(List<Manifest.Chunk> all) ->
          from(all, first, 0, all.size(), manifest.size());
      case Manifest.OfPages(List<Manifest.Page> pages) -> {
        claim.shrinkTo(0);
        grow(claim, PageRead.bytesFor(manifest));
        yield ofPages(pages, manifest.size());
      }
    };
  }

  private ChunksResult ofPages(List<Manifest.Page> pages, long size) {
    long total = pages.stream().mapToLong(Manifest.Page::chunks).sum();
    long before = 0;
    long at = 0;
    for (Manifest.Page page : pages) {
      if (first < before + page.chunks()) {
        List<Manifest.Chunk> chunks = new PageRead(services, context).load(page).chunks();
        return from(chunks, first - before, at, total, size);
      }
      before += page.chunks();
      at += page.length();
    }
    return new ChunksResult.Found(total, size, at, List.of());
  }

  /**
   * The chunks of a page, without the first ones.
   *
   * @param at where in the blob the page begins
   */
  private static ChunksResult from(
      List<Manifest.Chunk> page, long skipped, long at, long total, long size) {
    int skip = (int) Math.min(skipped, page.size());
    long before = page.subList(0, skip).stream().mapToLong(Manifest.Chunk::length).sum();
    return new ChunksResult.Found(total, size, at + before, page.subList(skip, page.size()));
  }

  private void grow(Claim claim, long bytes) {
    Deadline limit = Deadline.after(services.config().memory().patience(), services.time());
    claim.grow(bytes, limit, context);
  }
}
