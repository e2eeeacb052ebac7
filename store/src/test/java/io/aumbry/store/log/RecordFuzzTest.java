package io.aumbry.store.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.record.RecordCodec;
import io.aumbry.store.record.RecordDraft;
import io.aumbry.store.record.RecordHeader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/** Arbitrary bytes in place of a record are decoded or refused. */
final class RecordFuzzTest {
  private static final int CRC_AT = 4;
  private static final int CRC_FROM = 8;

  @FuzzTest(maxDuration = "30s")
  void bytesAreARecordOrRefused(byte[] bytes) {
    requireDefined(ByteBuffer.wrap(bytes));
  }

  /** Otherwise the checksum would shield the fields behind it. */
  @FuzzTest(maxDuration = "30s")
  void bytesWithARightChecksumAreARecordOrRefused(byte[] bytes) {
    ByteBuffer record = ByteBuffer.wrap(Arrays.copyOf(bytes, Math.max(bytes.length, 88)));
    record.putInt(0, RecordCodec.MAGIC).put(CRC_FROM, RecordCodec.VERSION);
    int length = RecordCodec.headerLengthAt(record, 0);
    if (length > 0 && length <= record.limit()) {
      ByteBuffer covered = record.duplicate().limit(length).position(CRC_FROM);
      record.putInt(CRC_AT, Crc32c.of(covered));
    }
    requireDefined(record);
  }

  private static void requireDefined(ByteBuffer bytes) {
    RecordHeader header;
    try {
      header = RecordCodec.decode(bytes, 0);
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_RECORD);
      return;
    }
    byte[] head = new byte[header.headerLength()];
    bytes.get(0, head);
    // The header states only the length of the content.
    Body content = Body.of(List.of(HeapBuffer.copyOf(new byte[header.contentLength()])));
    try (RecordDraft draft = RecordCodec.draft(header, HeapBuffer.copyOf(head), content)) {
      ByteBuffer again = ByteBuffer.allocate(head.length);
      RecordCodec.encodeHeader(draft, header.stamp(), again);
      assertThat(again.array()).as("%s", header).isEqualTo(head);
    }
  }
}
