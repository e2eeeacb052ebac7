package io.aumbry.tests.simulation.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.tests.simulation.disk.OfferedSummaries.Horizon;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class OfferedSummariesTest {
  private static final int SIZE = 72;
  private static final byte DELETED = 2;
  private static final Horizon HORIZON = new Horizon(100, 100, Set.of());

  /** A batch with one summary, as of a log file with one record. */
  private static RecordBatch file(long sequence, int blob, byte flags) {
    ByteBuffer summary = ByteBuffer.allocate(SIZE).put(5, flags).putLong(16, sequence);
    summary.putLong(24, 50).putLong(32, flags == DELETED ? 0 : Long.MAX_VALUE).putInt(40, blob);
    return new RecordBatch(Body.of(HeapBuffer.copyOf(summary)), sequence);
  }

  private static List<RecordBatch> all(Map<Long, RecordBatch> files) {
    return OfferedSummaries.all(after ->
        Optional.ofNullable(files.get(after))
            .orElseGet(() -> new RecordBatch(Body.empty(), after)));
  }

  @Test
  void allFilesOfAStoreAreRead() {
    RecordBatch first = file(1, 7, (byte) 0);
    RecordBatch second = file(2, 8, (byte) 0);
    assertThat(all(Map.of(0L, first, 1L, second))).containsExactly(first, second);
    assertThat(all(Map.of())).isEmpty();
  }

  @Test
  void summariesOfAllFilesAreNeeded() {
    RecordBatch needed =
        OfferedSummaries.needed(List.of(file(1, 7, (byte) 0), file(2, 8, (byte) 0)), HORIZON);
    assertThat(needed.records().size()).isEqualTo(2 * SIZE);
    assertThat(needed.last()).isEqualTo(2);
  }

  @Test
  void oldDeleteInALaterFileDecidesAboutThePut() {
    List<RecordBatch> batches =
        List.of(file(1, 7, (byte) 0), file(2, 7, DELETED), file(3, 8, (byte) 0));
    RecordBatch needed = OfferedSummaries.needed(batches, HORIZON);
    assertThat(needed.records().size()).isEqualTo(SIZE);
  }

  /** Seed 306507: an undelete came before its PUT, which has expired and was dropped. */
  @Test
  void changeOfAnExpiredBlobIsNotNeededAlthoughItDoesNotSayTheExpiry() {
    BlobId id =
        BlobId.create(
            new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 1, 50, new SplittableRandom(1));
    ByteBuffer summary = ByteBuffer.allocate(SIZE).putLong(16, 1).putLong(24, 50);
    id.write(summary.slice(40, SIZE - 40));
    List<RecordBatch> batches = List.of(new RecordBatch(Body.of(HeapBuffer.copyOf(summary)), 1));
    assertThat(OfferedSummaries.needed(batches, HORIZON).records().size()).isEqualTo(SIZE);
    Horizon after = new Horizon(100, 100, Set.of(id));
    assertThat(OfferedSummaries.needed(batches, after).records().size()).isZero();
  }
}
