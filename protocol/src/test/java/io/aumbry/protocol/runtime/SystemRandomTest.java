package io.aumbry.protocol.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SystemRandomTest {
  /** The least significant bits of a uuid that are random. */
  private static final int LOW_BITS = 62;

  private static BlobId id(RandomGenerator random) {
    return BlobId.create(
        new BlobId.Owner(1, 1, 1, false), BlobKind.SIMPLE, 0, 1_700_000_000_000L, random);
  }

  /**
   * The ids that may follow {@code known} if {@link java.util.concurrent.ThreadLocalRandom} drew
   * it.
   */
  private static Set<UUID> guesses(BlobId known) {
    long step = 0x9e3779b97f4a7c15L + (Thread.currentThread().threadId() << 1);
    Set<UUID> guesses = new HashSet<>();
    for (long missing = 0; missing < 4; missing++) {
      long drawn = known.uuid().getLeastSignificantBits() << 2 >>> 2 | missing << LOW_BITS;
      long seed = unmixed(drawn);
      RandomGenerator next =
          new RandomGenerator() {
            private long state = seed;

            @Override
            public long nextLong() {
              state += step;
              return mixed(state);
            }
          };
      guesses.add(id(next).uuid());
    }
    return guesses;
  }

  private static long mixed(long seed) {
    long z = (seed ^ (seed >>> 33)) * 0xff51afd7ed558ccdL;
    z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return z ^ (z >>> 33);
  }

  private static long unmixed(long drawn) {
    long z = (drawn ^ (drawn >>> 33)) * inverse(0xc4ceb9fe1a85ec53L);
    z = (z ^ (z >>> 33)) * inverse(0xff51afd7ed558ccdL);
    return z ^ (z >>> 33);
  }

  /** Modulo 2^64, by Newton's method. */
  private static long inverse(long odd) {
    long inverse = odd;
    for (int i = 0; i < 6; i++) {
      inverse *= 2 - odd * inverse;
    }
    return inverse;
  }

  @Test
  void anUploaderCanGuessTheNextIdOfAFastGenerator() {
    RandomGenerator fast = SystemRandom.fast();
    Set<UUID> guesses = guesses(id(fast));
    assertThat(guesses).contains(id(fast).uuid());
  }

  @Test
  void nobodyCanGuessTheNextIdOfASupply() {
    RandomGenerator supply = SystemRandom.supply();
    Set<UUID> seen = new HashSet<>();
    BlobId last = id(supply);
    for (int i = 0; i < 2000; i++) {
      BlobId next = id(supply);
      assertThat(guesses(last)).doesNotContain(next.uuid());
      assertThat(seen.add(next.uuid())).isTrue();
      last = next;
    }
  }

  @Test
  void generatorsWithTheSameSeedDrawTheSameNumbers() {
    long first = SystemRandom.seeded(5).nextLong();
    assertThat(SystemRandom.seeded(5).nextLong()).isEqualTo(first);
    assertThat(SystemRandom.seeded(6).nextLong()).isNotEqualTo(first);
  }
}
