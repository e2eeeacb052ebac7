package io.aumbry.router.operation;

import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.replica.ReplicaRead;
import io.aumbry.router.replica.RouterContext;
import java.nio.ByteBuffer;

/** Reads pages of manifests, as chunks are read. The caller claims the memory. */
record PageRead(RouterContext services, RequestContext context) implements ChunkCursor.PageLoader {
  /**
   * Reads one page.
   *
   * @throws AumbryException {@link ErrorCode#CORRUPT_RECORD} if no replica has the page, and others
   *     as for a chunk
   */
  @Override
  public Manifest.OfChunks load(Manifest.Page page) {
    int size = Manifest.bytesOf(page.chunks());
    ReplicaRead read =
        new ReplicaRead(
            services.nodes(),
            services.config().writeQuorum(),
            new NodeRequest.Get(page.id(), new ByteRange.None(), true, true),
            context);
    read.ask(new ByteRange.FromTo(0, size - 1));
    try (RecordSource record = new RecordSource(read, 0, size);
        Body content = Body.readFully(record)) {
      return page.decode(ByteBuffer.wrap(content.toByteArray()));
    }
  }

  /** The memory in bytes that the largest page of a manifest needs while it is read. */
  static int bytesFor(Manifest manifest) {
    return switch (manifest) {
      case Manifest.OfChunks _ -> 0;
      case Manifest.OfPages(var pages) ->
          pages.stream().mapToInt(page -> Manifest.bytesOf(page.chunks())).max().orElse(0);
    };
  }
}
