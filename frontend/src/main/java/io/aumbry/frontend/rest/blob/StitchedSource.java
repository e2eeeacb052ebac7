package io.aumbry.frontend.rest.blob;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router;
import java.util.List;
import java.util.Optional;

/** The contents of blobs, one after the other. At most one is open. */
final class StitchedSource implements ByteSource {
  private static final Router.GetOptions WHOLE =
      new Router.GetOptions(new ByteRange.All(), false, false);

  private final Router router;
  private final List<BlobId> blobs;
  private final RequestContext context;
  private Optional<ByteSource> open = Optional.empty();
  private int next;

  StitchedSource(Router router, List<BlobId> blobs, RequestContext context) {
    this.router = router;
    this.blobs = blobs;
    this.context = context;
  }

  @Override
  public Optional<Buffer> next() {
    while (open.isPresent() || next < blobs.size()) {
      ByteSource source = open.orElseGet(this::opened);
      Optional<Buffer> bytes = source.next();
      if (bytes.isPresent()) {
        return bytes;
      }
      close();
    }
    return Optional.empty();
  }

  private ByteSource opened() {
    int index = next++;
    ByteSource source =
        switch (router.get(blobs.get(index), WHOLE, context)) {
          case GetResult.Found found -> found.content();
          case NodeResponse.Missing(Absence absence, _) -> throw missing(index, absence);
          case NodeResponse.Unsatisfiable _ -> throw missing(index, Absence.NOT_FOUND);
        };
    open = Optional.of(source);
    return source;
  }

  private static AumbryException missing(int index, Absence absence) {
    return new AumbryException(
        ErrorCode.BAD_REQUEST, "Chunk " + index + " cannot be read any more: " + absence);
  }

  @Override
  public void close() {
    open.ifPresent(ByteSource::close);
    open = Optional.empty();
  }
}
