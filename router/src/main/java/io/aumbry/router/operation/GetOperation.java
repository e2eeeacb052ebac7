package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.replica.ReplicaRead;
import io.aumbry.router.replica.RouterContext;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A GET. The size of a record is unknown until a replica answers, so the operation first claims
 * memory for a small answer. If there is no room for more, it drops the answer, waits while holding
 * none, and asks again.
 */
final class GetOperation {
  /** Memory for an answer of unknown size, in bytes. */
  private static final int USUAL_BYTES = BlockChecksums.BLOCK_SIZE;

  private final RouterContext services;
  private final BlobId id;
  private final GetOptions options;
  private final RequestContext context;
  private final Claim claim;
  private boolean hasWaited;

  GetOperation(RouterContext services, BlobId id, GetOptions options, RequestContext context) {
    this.services = services;
    this.id = id;
    this.options = options;
    this.context = context;
    this.claim = services.budget().open(context.claimant());
  }

  GetResult run() {
    if (!id.kind().isPublic()) {
      // No client was ever given such an id.
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    ByteRange asked = isInChunks() ? new ByteRange.All() : options.range();
    try {
      grow(Math.min(USUAL_BYTES, bytesAtMost(asked)));
      Optional<GetResult> result = ask(asked);
      while (result.isEmpty()) {
        result = ask(asked);
      }
      return result.get();
    } catch (RuntimeException | Error failure) {
      claim.close();
      throw failure;
    }
  }

  /** Empty if there was no room; now there is. */
  private Optional<GetResult> ask(ByteRange asked) {
    ReplicaRead read = read();
    try {
      return open(read, asked);
    } catch (RuntimeException | Error failure) {
      read.cancel();
      throw failure;
    }
  }

  private Optional<GetResult> open(ReplicaRead read, ByteRange asked) {
    while (true) {
      switch (read.askAndAwait(asked)) {
        case NodeResponse.Missing missing -> {
          claim.close();
          return Optional.of(missing);
        }
        case NodeResponse.Unsatisfiable unsatisfiable -> {
          claim.close();
          return Optional.of(unsatisfiable);
        }
        case ReadResult.Found found -> {
          if (!hasRoomFor(found)) {
            giveUp(read, found);
            return Optional.empty();
          }
          Optional<BlobProperties> properties = properties(read, found);
          if (properties.isPresent()) {
            return Optional.of(
                isInChunks()
                    ? inChunks(properties.get(), found, read)
                    : whole(properties.get(), found, read));
          }
        }
      }
    }
  }

  private boolean hasRoomFor(ReadResult.Found found) {
    long missing = found.header().contentLength() - claim.held();
    return missing <= 0 || hasWaited || claim.tryGrow(missing);
  }

  private void giveUp(ReplicaRead read, ReadResult.Found found) {
    long needed = found.header().contentLength();
    found.header().metadata().close();
    found.content().close();
    read.cancel();
    claim.shrinkTo(0);
    grow(needed);
    hasWaited = true;
  }

  /** The blob properties in the record; empty if they are damaged. */
  private Optional<BlobProperties> properties(ReplicaRead read, ReadResult.Found found) {
    try (Buffer metadata = found.header().metadata()) {
      BlobProperties properties = BlobPropertiesCodec.decode(metadata.view());
      if (id.kind() == BlobKind.SIMPLE && properties.size() != found.header().contentSize()) {
        throw new AumbryException(
            ErrorCode.CORRUPT_RECORD,
            "size is " + properties.size() + ", content " + found.header().contentSize());
      }
      return Optional.of(properties);
    } catch (AumbryException damaged) {
      found.content().close();
      read.broke(damaged);
      return Optional.empty();
    }
  }

  private GetResult whole(BlobProperties properties, ReadResult.Found found, ReplicaRead read) {
    Optional<ByteRange.Resolved> range = options.range().resolve(found.header().contentSize());
    claim.shrinkTo(found.header().contentLength());
    if (range.isEmpty()) {
      found.content().close();
      claim.close();
      return new NodeResponse.Unsatisfiable(properties.size());
    }
    RecordSource record = new RecordSource(read, range.get().from(), range.get().to());
    record.begin(found);
    ByteSource content = new HeldSource(record, claim);
    if (range.get().length() == 0) {
      content.close();
    }
    return new GetResult.Found(properties, found.header().state(), range.get(), content);
  }

  private GetResult inChunks(BlobProperties properties, ReadResult.Found found, ReplicaRead read) {
    Manifest manifest = manifest(read, found);
    if (manifest.size() != properties.size()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "Blob "
              + id
              + " has "
              + properties.size()
              + " bytes but its chunks have "
              + manifest.size());
    }
    Optional<ByteRange.Resolved> range = options.range().resolve(manifest.size());
    claim.shrinkTo(0);
    if (range.isEmpty() || range.get().length() == 0) {
      claim.close();
      return new NodeResponse.Unsatisfiable(manifest.size());
    }
    grow(ChunkedSource.firstClaim(manifest, range.get()));
    return new GetResult.Found(
        properties,
        found.header().state(),
        range.get(),
        new ChunkedSource(services, manifest, range.get(), claim, context));
  }

  static Manifest manifest(ReplicaRead read, ReadResult.Found found) {
    RecordSource record = new RecordSource(read, 0, found.header().contentSize());
    record.begin(found);
    try (record;
        Body content = Body.readFully(record)) {
      return Manifest.decode(ByteBuffer.wrap(content.toByteArray()));
    }
  }

  private boolean isInChunks() {
    return id.kind() == BlobKind.MANIFEST && !(options.range() instanceof ByteRange.None);
  }

  private ReplicaRead read() {
    return new ReplicaRead(
        services.nodes(),
        services.config().writeQuorum(),
        new NodeRequest.Get(
            id, options.range(), options.includeDeleted(), options.includeExpired()),
        context);
  }

  private long bytesAtMost(ByteRange range) {
    int chunk = services.config().chunkSize();
    return switch (range) {
      case ByteRange.None() -> 0;
      case ByteRange.FromTo(long first, long last) -> Math.min(chunk, withBlocks(last - first));
      case ByteRange.Suffix(long length) -> Math.min(chunk, withBlocks(length));
      case ByteRange.All _, ByteRange.From _ -> chunk;
    };
  }

  /** Size with the partial blocks at both ends, which nodes send whole. */
  static long withBlocks(long length) {
    return Math.min(length, Integer.MAX_VALUE) + 2L * BlockChecksums.BLOCK_SIZE;
  }

  private void grow(long bytes) {
    if (!claim.tryGrow(bytes)) {
      claim.grow(
          bytes, Deadline.after(services.config().memory().patience(), services.time()), context);
    }
  }
}
