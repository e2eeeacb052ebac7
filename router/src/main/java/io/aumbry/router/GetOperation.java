package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ByteBudget.Reservation;
import io.aumbry.router.ReplicaRead.Reply;
import io.aumbry.router.Router.GetOptions;
import java.nio.ByteBuffer;
import java.util.Optional;

/** One GET. */
final class GetOperation {
  private final RouterParts parts;
  private final BlobId id;
  private final GetOptions options;
  private final RequestContext context;

  GetOperation(RouterParts parts, BlobId id, GetOptions options, RequestContext context) {
    this.parts = parts;
    this.id = id;
    this.options = options;
    this.context = context;
  }

  GetResult run() {
    if (id.kind() == BlobKind.CHUNK) {
      // no client was ever given such an id, so to it there is no such blob
      return new GetResult.Missing(Absence.NOT_FOUND);
    }
    ByteRange asked = isInChunks() ? new ByteRange.All() : options.range();
    ReplicaRead read = read();
    Reservation reservation = reserve(bytesAtMost(asked));
    try {
      return open(read, asked, reservation);
    } catch (RuntimeException | Error failure) {
      read.cancel();
      reservation.close();
      throw failure;
    }
  }

  private GetResult open(ReplicaRead read, ByteRange asked, Reservation reservation) {
    while (true) {
      switch (read.askAndAwait(asked)) {
        case Reply.Missing(Absence absence) -> {
          reservation.close();
          return new GetResult.Missing(absence);
        }
        case Reply.Unsatisfiable(long size) -> {
          reservation.close();
          return new GetResult.Unsatisfiable(size);
        }
        case Reply.Found found -> {
          Optional<BlobProperties> properties = properties(read, found);
          if (properties.isPresent()) {
            return isInChunks()
                ? inChunks(properties.get(), found, read, reservation)
                : whole(properties.get(), found, read, reservation);
          }
        }
      }
    }
  }

  /** What the record says of the blob; empty when it is damaged. */
  private Optional<BlobProperties> properties(ReplicaRead read, Reply.Found found) {
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
      read.broke(found.replica(), damaged);
      return Optional.empty();
    }
  }

  /** The record is all there is to read. */
  private GetResult whole(
      BlobProperties properties, Reply.Found found, ReplicaRead read, Reservation reservation) {
    Optional<ByteRange.Resolved> range = options.range().resolve(found.header().contentSize());
    reservation.shrinkTo(found.header().contentLength());
    if (range.isEmpty()) {
      found.content().close();
      reservation.close();
      return new GetResult.Unsatisfiable(properties.size());
    }
    RecordSource record = new RecordSource(read, range.get().from(), range.get().to());
    record.begin(found);
    ByteSource content = new HeldSource(record, reservation);
    if (range.get().length() == 0) {
      content.close();
    }
    return new GetResult.Found(properties, found.header().state(), range.get(), content);
  }

  /** The record lists the chunks that have the bytes. */
  private GetResult inChunks(
      BlobProperties properties, Reply.Found found, ReplicaRead read, Reservation reservation) {
    Manifest manifest = manifest(read, found);
    if (manifest.size() != properties.size()) {
      throw new AumbryException(
          ErrorCode.CORRUPT_RECORD,
          "Blob " + id + " has " + properties.size() + " bytes, its chunks " + manifest.size());
    }
    Optional<ByteRange.Resolved> range = options.range().resolve(manifest.size());
    if (range.isEmpty() || range.get().length() == 0) {
      reservation.close();
      return new GetResult.Unsatisfiable(manifest.size());
    }
    long largest = ChunkedSource.largestAsked(manifest, range.get());
    Reservation room = reservation;
    if (largest > reservation.bytes()) {
      reservation.close();
      room = reserve(largest);
    }
    room.shrinkTo(largest);
    return new GetResult.Found(
        properties,
        found.header().state(),
        range.get(),
        new ChunkedSource(parts, manifest, range.get(), room, context));
  }

  /** Reads the content of a manifest record. */
  static Manifest manifest(ReplicaRead read, Reply.Found found) {
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
        parts.nodes(),
        parts.config().writeQuorum(),
        new NodeRequest.Get(
            id, options.range(), options.includeDeleted(), options.includeExpired()),
        context);
  }

  private long bytesAtMost(ByteRange range) {
    int chunk = parts.config().chunkSize();
    return switch (range) {
      case ByteRange.None() -> 0;
      case ByteRange.FromTo(long first, long last) -> Math.min(chunk, withBlocks(last - first));
      case ByteRange.Suffix(long length) -> Math.min(chunk, withBlocks(length));
      case ByteRange.All _, ByteRange.From _ -> chunk;
    };
  }

  /** A range is sent with the blocks in which it begins and ends. */
  static long withBlocks(long length) {
    return Math.min(length, Integer.MAX_VALUE) + 2L * BlockChecksums.BLOCK_SIZE;
  }

  private Reservation reserve(long bytes) {
    Deadline limit = Deadline.after(parts.config().bodyMemoryWait(), parts.time());
    return parts.budget().reserve(bytes, limit, context);
  }
}
