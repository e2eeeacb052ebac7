package io.aumbry.server.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.SystemTime;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BytesInFlightTest {
  @Test
  void aBodyIsCutWhereverItsSlicesEnd() {
    for (long seed = 0; seed < 200; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      byte[] bytes = BytesOfTests.random(random, random.nextInt(1, 300));
      Body whole = Body.of(BytesOfTests.slices(bytes, 20, random));
      BodyCutter cutter = new BodyCutter(whole);
      for (int at = 0; at < bytes.length; ) {
        int length = random.nextInt(0, bytes.length - at + 1);
        assertThat(cutter.next(length).toByteArray())
            .as("seed %d", seed)
            .isEqualTo(Arrays.copyOfRange(bytes, at, at + length));
        at += length;
      }
      assertThatThrownBy(() -> cutter.next(1)).isInstanceOf(AumbryException.class);
    }
  }

  @Test
  void aSourceOfBodiesYieldsAllTheirBytesAndGivesItsShareBack() {
    Budget budget = new Budget("bytes of tests", 2000, Shares.defaults(), new SystemTime());
    Claim claim = budget.open(Claimant.internal());
    SplittableRandom random = new SplittableRandom(1);
    byte[] bytes = BytesOfTests.random(random, 500);
    List<Body> bodies =
        List.of(Body.empty(), Body.of(BytesOfTests.slices(bytes, 40, random)), Body.empty());
    try (BodySource source = new BodySource(bodies, claim.growNow(500));
        Claim reading = budget.open(Claimant.internal());
        Body read = ContentReader.read(source, 500, reading)) {
      assertThat(budget.held()).isEqualTo(1000);
      assertThat(read.toByteArray()).isEqualTo(bytes);
    }
    assertThat(budget.held()).isZero();
  }
}
