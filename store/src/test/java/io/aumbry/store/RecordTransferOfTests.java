package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Decodes records in transfer between replicas. */
final class RecordTransferOfTests {
  private RecordTransferOfTests() {}

  static List<Long> sequences(Body records) {
    return headers(records).stream().map(header -> header.stamp().sequence()).toList();
  }

  /** In log order. */
  static List<BlobId> ids(Body records) {
    return headers(records).stream().map(RecordHeader::id).toList();
  }

  /**
   * The numbers of the records that a follower of the whole log gets.
   *
   * @param bytes wanted at a time
   */
  static List<Long> followed(BlobStore store, int bytes, RequestContext caller) {
    List<Long> sequences = new ArrayList<>();
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.recordsAfter(after, bytes, caller);
      assertThat(batch.last()).isGreaterThan(after);
      try (Body records = batch.records()) {
        sequences.addAll(sequences(records));
      }
      after = batch.last();
    }
    return sequences;
  }

  private static List<RecordHeader> headers(Body records) {
    ByteBuffer bytes = ByteBuffer.wrap(records.toByteArray());
    List<RecordHeader> headers = new ArrayList<>();
    for (int at = 0; at < bytes.limit(); ) {
      headers.add(RecordCodec.decode(bytes, at));
      at += headers.getLast().recordLength();
    }
    return headers;
  }
}
