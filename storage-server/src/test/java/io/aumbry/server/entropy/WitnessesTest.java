package io.aumbry.server.entropy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.server.entropy.SuspectedReplicas.Pair;
import io.aumbry.store.Blobs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Peers that have shown an old blob, and pairs of replicas that may differ. */
class WitnessesTest {
  private static final NodeId ONE = new NodeId("one");
  private static final NodeId TWO = new NodeId("two");

  private final SplittableRandom random = new SplittableRandom(1);
  private final Witnesses witnesses = new Witnesses();
  private final SuspectedReplicas doubts = new SuspectedReplicas();

  @Test
  void eachPeerCountsOnceForEachBlob() {
    BlobId blob = Blobs.id(random);
    assertThat(witnesses.add(blob, ONE)).isEqualTo(1);
    assertThat(witnesses.add(blob, ONE)).isEqualTo(1);
    assertThat(witnesses.add(Blobs.id(random), TWO)).isEqualTo(1);
    assertThat(witnesses.add(blob, TWO)).isEqualTo(2);
    witnesses.forget(blob);
    assertThat(witnesses.add(blob, TWO)).isEqualTo(1);
  }

  @Test
  void tooManyBlobsAreForgottenTogether() {
    BlobId first = Blobs.id(random);
    witnesses.add(first, ONE);
    for (int i = 1; i < 99_999; i++) {
      witnesses.add(Blobs.id(random), ONE);
    }
    assertThat(witnesses.add(first, TWO)).isEqualTo(2);
    witnesses.add(Blobs.id(random), ONE);
    assertThat(witnesses.add(first, TWO)).as("forgotten at the bound").isEqualTo(1);
  }

  @Test
  void aDoubtLastsUntilItIsSettled() {
    doubts.add(7, ONE);
    assertThat(doubts.isDoubtful(new Pair(7, ONE))).isTrue();
    assertThat(doubts.isDoubtful(new Pair(7, TWO))).isFalse();
    assertThat(doubts.isDoubtful(new Pair(8, ONE))).isFalse();
    assertThat(doubts.settle(new Pair(7, TWO))).isFalse();
    assertThat(doubts.settle(new Pair(7, ONE))).isTrue();
    assertThat(doubts.isDoubtful(new Pair(7, ONE))).isFalse();
  }

  @Test
  void doubtsAreBounded() {
    for (int partition = 0; partition <= 10_000; partition++) {
      doubts.add(partition, ONE);
    }
    assertThat(doubts.isDoubtful(new Pair(9_999, ONE))).isTrue();
    assertThat(doubts.isDoubtful(new Pair(10_000, ONE))).isFalse();
  }
}
