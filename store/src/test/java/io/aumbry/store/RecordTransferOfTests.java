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
import java.util.function.Function;

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
    return followed(store, bytes, caller, RecordTransferOfTests::sequences);
  }

  /** The blobs of these records. */
  static List<BlobId> followedIds(BlobStore store, int bytes, RequestContext caller) {
    return followed(store, bytes, caller, RecordTransferOfTests::ids);
  }

  private static <T> List<T> followed(
      BlobStore store, int bytes, RequestContext caller, Function<Body, List<T>> of) {
    List<T> followed = new ArrayList<>();
    long after = 0;
    while (after < store.lastSequence()) {
      RecordBatch batch = store.recordsAfter(after, bytes, caller);
      assertThat(batch.last()).isGreaterThan(after);
      try (Body records = batch.records()) {
        followed.addAll(of.apply(records));
      }
      after = batch.last();
    }
    return followed;
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
