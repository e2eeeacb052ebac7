package io.aumbry.store;

import io.aumbry.protocol.buffer.Body;
import io.aumbry.store.log.RecordCodec;
import io.aumbry.store.log.RecordHeader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Looks into records on their way to another replica. */
final class RecordTransferOfTests {
  private RecordTransferOfTests() {}

  static List<Long> sequences(Body records) {
    ByteBuffer bytes = ByteBuffer.wrap(records.toByteArray());
    List<Long> sequences = new ArrayList<>();
    for (int at = 0; at < bytes.limit(); ) {
      RecordHeader header = RecordCodec.decode(bytes, at);
      sequences.add(header.stamp().sequence());
      at += header.recordLength();
    }
    return sequences;
  }
}
