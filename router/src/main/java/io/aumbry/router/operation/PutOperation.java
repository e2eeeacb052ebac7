package io.aumbry.router.operation;

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
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.RouterConfig;
import io.aumbry.router.replica.Chunk;
import io.aumbry.router.replica.RouterContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A PUT. A body of at most one chunk becomes a simple blob. A longer body becomes chunk blobs, sent
 * while later ones are being read, then a manifest blob that lists them, sent when all are durable.
 * The blob id is made last, so a failed PUT leaves nothing readable.
 *
 * <p>If there are more chunks than a page takes, each full page is stored as soon as its chunks are
 * durable, and the manifest lists the pages. So an upload of any size keeps the ids of one page of
 * chunks in memory, and the list of pages.
 */
final class PutOperation {
  private final RouterContext services;
  private final Upload upload;
  private final RequestContext context;
  private final ChunkReader reader;
  private final RecordPuts puts;
  private final boolean isFar;

  /** Stored pages; empty if one page takes all chunks. */
  private final List<Manifest.Page> pages = new ArrayList<>(0);

  /** Chunks that no page names yet. */
  private int unlisted;

  /** Where in the blob the first of them begins. */
  private long unlistedFrom;

  PutOperation(RouterContext services, Upload upload, ByteSource body, RequestContext context) {
    this.services = services;
    this.upload = upload;
    this.context = context;
    this.isFar = upload.policy().durability() != DurabilityLevel.LOCAL;
    long limit = Math.min(upload.maxSize(), services.config().chunking().maxBlobSize());
    this.puts = new RecordPuts(services, upload, context);
    this.reader =
        new ChunkReader(
            new SettlingBody(body, puts),
            services.config().chunkSize(),
            upload.declaredSize(),
            limit);
    puts.requireReachable();
  }

  /** Frees the memory of chunks that became durable while a slow client sends the next. */
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
      // Finds mistakes in the properties before reading the whole body.
      BlobPropertiesCodec.encode(upload.properties().get());
      puts.beginChunks(declaredRecords());
      begin(first);
    }
    while (!reader.isAtEnd()) {
      if (unlisted == services.config().chunking().pageChunks()) {
        storePage();
      }
      puts.awaitFewerThan(services.config().pipeline().writeWindow());
      try (Chunk next = reader.next(open(), this::grow)) {
        begin(next);
      }
    }
    Manifest manifest = manifest();
    BlobProperties properties = checkedProperties();
    try (Chunk record = record(manifest)) {
      puts.begin(BlobKind.MANIFEST, properties, record);
      return new StoredBlob(puts.awaitAll().getFirst(), properties);
    }
  }

  private void begin(Chunk chunk) {
    puts.beginChunk(chunk);
    unlisted++;
  }

  private Manifest manifest() {
    if (pages.isEmpty()) {
      return list();
    }
    storePage();
    return new Manifest.OfPages(pages);
  }

  private void storePage() {
    Manifest.OfChunks list = list();
    try (Chunk page = record(list)) {
      puts.beginChunk(page);
    }
    BlobId id = puts.awaitAll().getFirst();
    pages.add(new Manifest.Page(id, list.chunks().size(), list.size()));
  }

  /** Lists the chunks that no page names, when all are durable. */
  private Manifest.OfChunks list() {
    List<Manifest.Chunk> chunks = new ArrayList<>(unlisted);
    for (BlobId id : puts.awaitAll()) {
      long length = Math.min(services.config().chunkSize(), reader.size() - unlistedFrom);
      chunks.add(new Manifest.Chunk(id, (int) length));
      unlistedFrom += length;
    }
    unlisted = 0;
    return new Manifest.OfChunks(chunks);
  }

  private Chunk record(Manifest manifest) {
    Body content = Body.of(HeapBuffer.copyOf(manifest.encode()));
    Claim claim = open();
    grow(claim, content.size());
    return new Chunk(content, BlockChecksums.of(content), claim);
  }

  /** The chunks and pages of a body of the declared size. */
  private OptionalLong declaredRecords() {
    OptionalLong size = upload.declaredSize();
    if (size.isEmpty()) {
      return size;
    }
    RouterConfig.Chunking chunking = services.config().chunking();
    long chunks = Math.ceilDiv(size.getAsLong(), chunking.chunkSize());
    long pages = Math.ceilDiv(chunks, chunking.pageChunks());
    return OptionalLong.of(pages > 1 ? chunks + pages : chunks);
  }

  private BlobProperties checkedProperties() {
    int actual = reader.checksum();
    OptionalInt declared = upload.declaredChecksum();
    if (declared.isPresent() && declared.getAsInt() != actual) {
      throw new AumbryException(
          ErrorCode.CHECKSUM_MISMATCH,
          "CRC32C of the body is "
              + Integer.toHexString(actual)
              + ", declared was "
              + Integer.toHexString(declared.getAsInt()));
    }
    return upload.properties().get().withContent(reader.size(), OptionalInt.of(actual));
  }

  /** Uploads to other data centres may be slow, so they get at most half of the memory. */
  private Claim open() {
    return isFar
        ? services.budget().openPartial(context.claimant())
        : services.budget().open(context.claimant());
  }

  private void growFirst(Claim claim, int bytes) {
    if (!claim.tryGrow(bytes)) {
      claim.grow(
          bytes, Deadline.after(services.config().memory().patience(), services.time()), context);
    }
  }

  /**
   * First waits for the upload's own earlier chunks, which free memory without further claims. This
   * prevents uploads from blocking each other.
   */
  private void grow(Claim claim, int bytes) {
    while (!claim.tryGrow(bytes)) {
      if (!puts.isPending()) {
        claim.grow(
            bytes, Deadline.after(services.config().nodeTimeout(), services.time()), context);
        return;
      }
      puts.awaitReply();
    }
  }
}
