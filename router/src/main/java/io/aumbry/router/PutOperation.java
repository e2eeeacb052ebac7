package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ByteBudget.Reservation;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One PUT. A body that ends within its first chunk is one simple blob; a longer one is chunk blobs,
 * sent while the next is being read, and a manifest blob that names them, sent when all of them are
 * durable. The id of the blob is made last and told to nobody before it is durable, so nothing of a
 * PUT that fails can be read.
 */
final class PutOperation {
  private static final BlobProperties.Labels NO_LABELS =
      new BlobProperties.Labels("", "", "", "", "", "");

  private final RouterParts parts;
  private final Upload upload;
  private final RequestContext context;
  private final ChunkReader reader;
  private final RecordPuts puts;
  private final boolean isFar;

  PutOperation(RouterParts parts, Upload upload, ByteSource body, RequestContext context) {
    this.parts = parts;
    this.upload = upload;
    this.context = context;
    this.isFar = upload.policy().durability() != Durability.LOCAL;
    long limit = Math.min(upload.maxSize(), maxBlobSize(parts.config()));
    this.puts = new RecordPuts(parts, upload, context);
    this.reader =
        new ChunkReader(
            new SettlingBody(body, puts), parts.config().chunkSize(), upload.declaredSize(), limit);
    requireWithin(limit);
    puts.requireReachable();
  }

  /** While a slow client sends one chunk, the memory of those sent before is given back. */
  private record SettlingBody(ByteSource body, RecordPuts puts) implements ByteSource {
    @Override
    public Optional<Buffer> next() {
      puts.settleArrived();
      return body.next();
    }

    @Override
    public void close() {
      body.close();
    }
  }

  /** A manifest is one record, so it names a bounded number of chunks. */
  static long maxBlobSize(RouterConfig config) {
    return (long) Manifest.chunksIn(config.chunkSize()) * config.chunkSize();
  }

  private void requireWithin(long limit) {
    long declared = upload.declaredSize().orElse(0);
    if (declared > limit) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE,
          "Body of " + declared + " bytes is larger than the limit of " + limit + " bytes");
    }
  }

  StoredBlob run() {
    boolean stored = false;
    try (reader) {
      Chunk first = reader.next(reserveFirst());
      StoredBlob blob = reader.isAtEnd() ? storeWhole(first) : storeInChunks(first);
      stored = true;
      return blob;
    } finally {
      puts.leave(stored);
    }
  }

  private StoredBlob storeWhole(Chunk whole) {
    try (whole) {
      BlobProperties properties = checkedProperties();
      puts.begin(BlobKind.SIMPLE, properties, whole);
      return new StoredBlob(puts.awaitAll().getFirst(), properties);
    }
  }

  private StoredBlob storeInChunks(Chunk first) {
    try (first) {
      // what is wrong with the properties should show before the whole body is read
      BlobPropertiesCodec.encode(upload.properties().get());
      beginChunk(first);
    }
    while (!reader.isAtEnd()) {
      puts.awaitFewerThan(parts.config().pipeline().writeWindow());
      try (Chunk next = reader.next(reserveNext(reader.nextSize()))) {
        beginChunk(next);
      }
    }
    Manifest list = manifest(puts.awaitAll());
    BlobProperties properties = checkedProperties();
    Body content = Body.of(HeapBuffer.copyOf(list.encode()));
    Reservation reservation = reserveNext(content.size());
    try (Chunk manifest = new Chunk(content, BlockChecksums.of(content), reservation)) {
      puts.begin(BlobKind.MANIFEST, properties, manifest);
      return new StoredBlob(puts.awaitAll().getLast(), properties);
    }
  }

  /** All chunks are full, but for the last. */
  private Manifest manifest(List<BlobId> ids) {
    int chunkSize = parts.config().chunkSize();
    List<Manifest.Chunk> chunks = new ArrayList<>(ids.size());
    long left = reader.size();
    for (BlobId id : ids) {
      int length = (int) Math.min(chunkSize, left);
      chunks.add(new Manifest.Chunk(id, length));
      left -= length;
    }
    return new Manifest(reader.size(), chunks);
  }

  private void beginChunk(Chunk chunk) {
    BlobProperties whole = upload.properties().get();
    puts.begin(
        BlobKind.CHUNK,
        new BlobProperties(
            chunk.size(),
            whole.creationMillis(),
            whole.ttlSeconds(),
            OptionalInt.empty(),
            whole.isPrivate(),
            NO_LABELS,
            Map.of()),
        chunk);
  }

  private BlobProperties checkedProperties() {
    int actual = reader.checksum();
    OptionalInt declared = upload.declaredChecksum();
    if (declared.isPresent() && declared.getAsInt() != actual) {
      throw new AumbryException(
          ErrorCode.CHECKSUM_MISMATCH,
          "CRC32C of the body is "
              + Integer.toHexString(actual)
              + ", said was "
              + Integer.toHexString(declared.getAsInt()));
    }
    return upload.properties().get().withContent(reader.size(), OptionalInt.of(actual));
  }

  private Reservation reserveFirst() {
    return reserve(reader.nextSize(), parts.config().bodyMemoryWait());
  }

  /**
   * Memory for one chunk more. Whoever waits for it holds none that will not be given back by
   * itself, hence requests cannot block each other: first its own earlier chunks are awaited.
   */
  private Reservation reserveNext(int bytes) {
    Optional<Reservation> free = tryReserve(bytes);
    while (free.isEmpty() && puts.isPending()) {
      puts.awaitReply();
      free = tryReserve(bytes);
    }
    return free.isPresent() ? free.get() : reserve(bytes, parts.config().nodeTimeout());
  }

  /** What goes far and may be slow leaves a part of the memory to the others. */
  private Optional<Reservation> tryReserve(int bytes) {
    if (!isFar) {
      return parts.budget().tryReserve(bytes);
    }
    Optional<Reservation> far = parts.farBudget().tryReserve(bytes);
    Optional<Reservation> all =
        far.isPresent() ? parts.budget().tryReserve(bytes) : Optional.empty();
    if (all.isEmpty()) {
      far.ifPresent(Reservation::close);
      return all;
    }
    return Optional.of(all.get().with(far.orElseThrow()));
  }

  private Reservation reserve(int bytes, Duration wait) {
    Deadline limit = Deadline.after(wait, parts.time());
    if (!isFar) {
      return parts.budget().reserve(bytes, limit, context);
    }
    Reservation far = parts.farBudget().reserve(bytes, limit, context);
    try {
      return parts.budget().reserve(bytes, limit, context).with(far);
    } catch (RuntimeException | Error failure) {
      far.close();
      throw failure;
    }
  }
}
