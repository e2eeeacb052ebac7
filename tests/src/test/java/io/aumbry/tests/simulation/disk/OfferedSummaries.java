package io.aumbry.tests.simulation.disk;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.store.BlobStore.RecordBatch;
import java.nio.ByteBuffer;

/** Summaries that a store offers to other replicas, read by their format alone. */
public final class OfferedSummaries {
  private static final int SIZE = 72;
  private static final int FLAGS_AT = 5;
  private static final int CHANGED_AT = 24;
  private static final int DELETE = 2;

  private OfferedSummaries() {}

  /**
   * The summaries without deletes of some age. A replica may forget these when all have them and
   * compaction comes by, each in its own time: where one still has such a delete and another one
   * does not, neither shows the blob.
   *
   * @param beforeMillis deletes of this time or earlier are left out
   */
  public static RecordBatch withoutOldDeletes(RecordBatch batch, long beforeMillis) {
    ByteBuffer all = ByteBuffer.wrap(batch.records().toByteArray());
    ByteBuffer kept = ByteBuffer.allocate(all.capacity());
    for (int at = 0; at < all.capacity(); at += SIZE) {
      boolean isOldDelete =
          all.get(at + FLAGS_AT) == DELETE && all.getLong(at + CHANGED_AT) <= beforeMillis;
      if (!isOldDelete) {
        kept.put(all.slice(at, SIZE));
      }
    }
    return new RecordBatch(Body.of(HeapBuffer.copyOf(kept.flip())), batch.last());
  }
}
