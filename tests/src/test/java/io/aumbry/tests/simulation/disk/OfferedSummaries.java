package io.aumbry.tests.simulation.disk;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.store.feed.MissingRecord;
import io.aumbry.store.feed.RecordBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** Summaries that a store offers to other replicas, parsed without code of the product. */
public final class OfferedSummaries {
  private static final int SIZE = 72;
  private static final int FLAGS_AT = 5;
  private static final int LIFE_AT = 6;
  private static final int SEQUENCE_AT = 16;
  private static final int CHANGED_AT = 24;
  private static final int EXPIRY_AT = 32;
  private static final int ID_AT = 40;
  private static final int DELETED = 2;

  /** The expiry in a delete, which does not say it. */
  private static final long UNSAID = 0;

  /** The greatest summary decides the state of its blob. */
  private static final Comparator<ByteBuffer> DECIDING =
      Comparator.<ByteBuffer>comparingInt(summary -> summary.getShort(LIFE_AT))
          .thenComparing(OfferedSummaries::isDeleted);

  private OfferedSummaries() {}

  /**
   * The times up to which replicas may differ.
   *
   * @param deletedMillis a delete of this time or earlier may be forgotten
   * @param expiredMillis a blob that expired at this time or earlier may be dropped
   * @param expired such blobs. The record that says it may be dropped before others
   */
  public record Horizon(long deletedMillis, long expiredMillis, Set<BlobId> expired) {}

  /** The records of one blob: the deciding record and the latest expiry. */
  private record Blob(ByteBuffer deciding, long expiryMillis) {
    static Blob of(ByteBuffer summary) {
      return new Blob(summary, summary.getLong(EXPIRY_AT));
    }

    Blob and(Blob other) {
      return new Blob(
          DECIDING.compare(deciding, other.deciding) >= 0 ? deciding : other.deciding,
          Math.max(expiryMillis, other.expiryMillis));
    }

    boolean mayBeDropped(Horizon horizon) {
      boolean isOldDelete =
          isDeleted(deciding) && deciding.getLong(CHANGED_AT) <= horizon.deletedMillis();
      boolean isExpired =
          expiryMillis == UNSAID
              ? horizon.expired().contains(BlobId.read(id(deciding)))
              : expiryMillis <= horizon.expiredMillis();
      return isOldDelete || isExpired;
    }
  }

  /**
   * Returns all summaries of a store, in batches. A batch ends at the end of a log file.
   *
   * @param after returns the summaries after a number
   */
  public static List<RecordBatch> all(LongFunction<RecordBatch> after) {
    List<RecordBatch> batches = new ArrayList<>();
    long last = 0;
    RecordBatch next = after.apply(last);
    while (next.last() > last) {
      batches.add(next);
      last = next.last();
      next = after.apply(last);
    }
    return batches;
  }

  /**
   * Returns the summaries without blobs that replicas may drop. Each replica drops the records of
   * such a blob at a compaction of its own. One replica may therefore still have records that
   * another has dropped, and neither shows the blob.
   */
  public static RecordBatch needed(List<RecordBatch> batches, Horizon horizon) {
    List<ByteBuffer> all = batches.stream().flatMap(each -> summaries(each).stream()).toList();
    Map<ByteBuffer, Blob> blobs = new HashMap<>();
    for (ByteBuffer summary : all) {
      blobs.merge(id(summary), Blob.of(summary), Blob::and);
    }
    ByteBuffer kept = ByteBuffer.allocate(all.size() * SIZE);
    for (ByteBuffer summary : all) {
      Blob blob = blobs.getOrDefault(id(summary), Blob.of(summary));
      if (!blob.mayBeDropped(horizon)) {
        kept.put(summary);
      }
    }
    long last = batches.stream().mapToLong(RecordBatch::last).max().orElse(0);
    return new RecordBatch(Body.of(HeapBuffer.copyOf(kept.flip())), last);
  }

  /** Describes the records of a batch that a replica lacks. */
  public static List<String> describe(RecordBatch batch, Collection<MissingRecord> lacking) {
    if (lacking.isEmpty()) {
      return List.of();
    }
    Map<Long, ByteBuffer> bySequence = new HashMap<>();
    summaries(batch).forEach(summary -> bySequence.put(summary.getLong(SEQUENCE_AT), summary));
    return lacking.stream()
        .map(lack ->
            Optional.ofNullable(bySequence.get(lack.sequence()))
                .map(summary -> describe(lack, summary))
                .orElse(lack.toString()))
        .toList();
  }

  private static String describe(MissingRecord lack, ByteBuffer summary) {
    return "%s of %s, life %d, flags %d, expires %d"
        .formatted(
            lack,
            BlobId.read(id(summary)),
            summary.getShort(LIFE_AT),
            summary.get(FLAGS_AT),
            summary.getLong(EXPIRY_AT));
  }

  private static List<ByteBuffer> summaries(RecordBatch batch) {
    ByteBuffer all = ByteBuffer.wrap(batch.records().toByteArray());
    List<ByteBuffer> summaries = new ArrayList<>();
    for (int at = 0; at < all.capacity(); at += SIZE) {
      summaries.add(all.slice(at, SIZE));
    }
    return summaries;
  }

  private static ByteBuffer id(ByteBuffer summary) {
    return summary.slice(ID_AT, SIZE - ID_AT);
  }

  private static boolean isDeleted(ByteBuffer summary) {
    return (summary.get(FLAGS_AT) & DELETED) != 0;
  }
}
