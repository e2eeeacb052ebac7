package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.UploadRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;

/**
 * The ids of one upload in chunks. The id of each chunk and page is named by a durable upload
 * record before it is handed out. So storage nodes find all chunks of an upload that never stores
 * its manifest. Belongs to the thread of the upload.
 */
final class UploadIds {
  /** Chunks that an upload record names at least. */
  static final int CHUNKS = 64;

  /** Chunks that an upload record names at most. */
  private static final int MOST_CHUNKS = 1024;

  /** Part of the chunks so far that the next record names, so that large uploads have few. */
  private static final int SHARE = 64;

  private final Maker maker;
  private final BlobId manifest;
  private final Deque<BlobId> ready = new ArrayDeque<>();
  private final List<BlobId> records = new ArrayList<>(1);
  private long chunksLeft;
  private long named;

  /** Makes ids and stores records; returns when a write quorum has the record. */
  interface Maker {
    /** A new id in a partition that takes writes. */
    BlobId newId(BlobKind kind);

    /** A new id in the partition of the manifest, made at the same time by name. */
    BlobId newRecordId(BlobId manifest);

    /**
     * Stores an upload record.
     *
     * @throws io.aumbry.protocol.error.AumbryException when a write quorum does not take it
     */
    void store(BlobId id, UploadRecord record);
  }

  private UploadIds(Maker maker, OptionalLong chunks) {
    this.maker = maker;
    this.manifest = maker.newId(BlobKind.MANIFEST);
    this.chunksLeft = chunks.orElse(Long.MAX_VALUE);
  }

  /**
   * Begins an upload and stores its first record.
   *
   * @param chunks number of chunks and pages of a body of the declared size
   */
  static UploadIds begin(Maker maker, OptionalLong chunks) {
    UploadIds ids = new UploadIds(maker, chunks);
    ids.addMore();
    return ids;
  }

  BlobId manifest() {
    return manifest;
  }

  /** The id of the next chunk or page. */
  BlobId next() {
    if (ready.isEmpty()) {
      addMore();
    }
    return ready.removeFirst();
  }

  private void addMore() {
    int most = Math.clamp(named / SHARE, CHUNKS, MOST_CHUNKS);
    List<BlobId> more = new ArrayList<>();
    do {
      more.add(maker.newId(BlobKind.CHUNK));
      chunksLeft--;
    } while (more.size() < most && chunksLeft > 0);
    record(more);
    named += more.size();
    ready.addAll(more);
  }

  /** Names more chunk ids, for example one under which a chunk is sent again. */
  void record(List<BlobId> chunks) {
    BlobId id = maker.newRecordId(manifest);
    maker.store(id, new UploadRecord(manifest, chunks));
    records.add(id);
  }

  /** The upload records, which are of no use once the manifest is stored. */
  List<BlobId> records() {
    return records;
  }
}
