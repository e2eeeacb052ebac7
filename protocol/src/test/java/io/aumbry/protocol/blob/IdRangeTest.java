package io.aumbry.protocol.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class IdRangeTest {
  private static final RandomGenerator RANDOM = RandomGenerator.of("L64X128MixRandom");

  private static UUID madeAt(long millis) {
    return BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 1, millis, RANDOM)
        .uuid();
  }

  @Test
  void aRangeUntilATimeHasEarlierIdsOnly() {
    IdRange range = IdRange.madeUntil(1_000);
    assertThat(range.contains(madeAt(1_000))).isTrue();
    assertThat(range.contains(madeAt(1))).isTrue();
    assertThat(range.contains(madeAt(1_001))).isFalse();
  }

  @Test
  void adjacentRangesHaveEachIdOnce() {
    IdRange all = IdRange.madeUntil(2_000);
    UUID cut = madeAt(1_000);
    assertThat(all.endingWith(cut).contains(cut)).isTrue();
    assertThat(all.behind(cut).contains(cut)).isFalse();
    assertThat(all.behind(all.upTo()).isEmpty()).isTrue();
  }

  @Test
  void theRangeOfABlobContainsOnlyThatBlob() {
    BlobId id = BlobId.create(new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 1, 1_000, RANDOM);
    IdRange range = IdRange.of(id);
    assertThat(range.contains(id.uuid())).isTrue();
    assertThat(range.contains(range.after())).isFalse();
    assertThat(range.contains(new UUID(id.uuid().getMostSignificantBits(), -1))).isFalse();
  }

  @Test
  void uuidsCompareUnsigned() {
    assertThat(IdRange.compare(new UUID(-1, 0), new UUID(1, 0))).isPositive();
    assertThat(IdRange.compare(new UUID(1, -1), new UUID(1, 1))).isPositive();
    assertThatThrownBy(() -> new IdRange(new UUID(-1, 0), new UUID(1, 0)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
