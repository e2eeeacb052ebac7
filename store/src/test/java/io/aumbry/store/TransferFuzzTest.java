package io.aumbry.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.store.feed.RecordTransfer;
import io.aumbry.store.record.RecordDraft;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Arbitrary bytes from another replica are decoded or refused. */
final class TransferFuzzTest {
  private static final byte SUMMARY_VERSION = 1;

  @FuzzTest(maxDuration = "30s")
  void bytesAreRecordsOrRefused(byte[] bytes) {
    try (Body records = cut(bytes)) {
      List<RecordDraft> drafts = RecordTransfer.drafts(records, Long.MAX_VALUE);
      assertThat(drafts.stream().mapToInt(RecordDraft::recordLength).sum()).isEqualTo(bytes.length);
      drafts.forEach(RecordDraft::close);
    } catch (AumbryException e) {
      assertThat(e.code()).isIn(ErrorCode.CORRUPT_TRANSFER, ErrorCode.BLOB_TOO_LARGE);
    }
  }

  /** Checksums are corrected, so that the fields behind them are tested too. */
  @FuzzTest(maxDuration = "30s")
  void bytesAreSummariesOrRefused(byte[] bytes) {
    byte[] whole = Arrays.copyOf(bytes, bytes.length / RecordSummary.SIZE * RecordSummary.SIZE);
    ByteBuffer summaries = ByteBuffer.wrap(whole);
    for (int at = 0; at < whole.length; at += RecordSummary.SIZE) {
      summaries.put(at + Integer.BYTES, SUMMARY_VERSION);
      ByteBuffer covered =
          summaries.duplicate().limit(at + RecordSummary.SIZE).position(at + Integer.BYTES);
      summaries.putInt(at, Crc32c.of(covered));
    }
    try (Body body = cut(whole)) {
      assertThat(RecordSummary.readAll(body)).hasSize(whole.length / RecordSummary.SIZE);
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_TRANSFER);
    }
  }

  private static Body cut(byte[] bytes) {
    return Body.of(BytesOfTests.slices(bytes, 50, new SplittableRandom(bytes.length)));
  }
}
