package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
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

  StoredBlob run() {
    boolean stored = false;
    try (reader) {
      Chunk first = reader.next(open(), this::growFirst);
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
      try (Chunk next = reader.next(open(), this::grow)) {
        beginChunk(next);
      }
    }
    Manifest list = manifest(puts.awaitAll());
    BlobProperties properties = checkedProperties();
    Body content = Body.of(HeapBuffer.copyOf(list.encode()));
    Claim claim = open();
    grow(claim, content.size());
    try (Chunk manifest = new Chunk(content, BlockChecksums.of(content), claim)) {
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

  /** Uploads that wait for other data centres may be slow, and leave one half to the rest. */
  private Claim open() {
    return isFar
        ? parts.budget().openPartial(context.claimant())
        : parts.budget().open(context.claimant());
  }

  private void growFirst(Claim claim, int bytes) {
    if (!claim.tryGrow(bytes)) {
      claim.grow(bytes, Deadline.after(parts.config().memory().patience(), parts.time()), context);
    }
  }

  /**
   * Memory for more of a later chunk. The upload first waits for its own earlier chunks, whose
   * memory comes back by itself, so that uploads cannot block each other.
   */
  private void grow(Claim claim, int bytes) {
    while (!claim.tryGrow(bytes)) {
      if (!puts.isPending()) {
        claim.grow(bytes, Deadline.after(parts.config().nodeTimeout(), parts.time()), context);
        return;
      }
      puts.awaitReply();
    }
  }
}
