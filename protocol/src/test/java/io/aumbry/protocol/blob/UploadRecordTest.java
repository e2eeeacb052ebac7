package io.aumbry.protocol.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class UploadRecordTest {
  private final SplittableRandom random = new SplittableRandom(1);

  private BlobId id(BlobKind kind, int partition) {
    return BlobId.create(new BlobId.Owner(1, 2, 3, false), kind, partition, 4, random);
  }

  private UploadRecord any(int count) {
    List<BlobId> chunks = IntStream.range(0, count).mapToObj(i -> id(BlobKind.CHUNK, i)).toList();
    return new UploadRecord(id(BlobKind.MANIFEST, 7), chunks);
  }

  @Test
  void isReadAsItWasWritten() {
    for (int count : new int[] {0, 1, 64}) {
      UploadRecord record = any(count);
      assertThat(UploadRecord.decode(record.encode())).isEqualTo(record);
    }
  }

  @Test
  void anyChangedBitIsNoticed() {
    byte[] bytes = any(2).encode().array();
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] wrong = bytes.clone();
      wrong[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> UploadRecord.decode(ByteBuffer.wrap(wrong)))
          .isInstanceOf(AumbryException.class);
    }
    for (int length = 0; length < bytes.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
      assertThatThrownBy(() -> UploadRecord.decode(cut)).isInstanceOf(AumbryException.class);
    }
  }
}
