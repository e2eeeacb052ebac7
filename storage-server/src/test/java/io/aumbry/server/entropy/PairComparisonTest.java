package io.aumbry.server.entropy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.server.NodeClientOfTests;
import io.aumbry.store.entropy.Difference;
import io.aumbry.store.entropy.Difference.Kind;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The second look at the blobs in which two replicas differ. */
class PairComparisonTest {
  private final SplittableRandom random = new SplittableRandom(1);
  private final BlobId suspected = newId();

  private BlobId newId() {
    return NodeClientOfTests.madeAt(1_000, 7, random);
  }

  /** For example because its delete arrived between the two looks. */
  @Test
  void aBlobThatNowDiffersInAnotherWayStillDiffers() {
    Difference now = new Difference(suspected, Kind.LACKING_HERE);
    assertThat(PairComparison.of(Set.of(suspected), List.of(now))).containsExactly(now);
  }

  @Test
  void aBlobThatOnlyDiffersNowIsLeftToTheNextComparison() {
    Difference now = new Difference(newId(), Kind.UNKNOWN_HERE);
    assertThat(PairComparison.of(Set.of(suspected), List.of(now))).isEmpty();
  }
}
