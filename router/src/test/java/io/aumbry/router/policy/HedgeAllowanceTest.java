package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HedgeAllowanceTest {
  private static int taken(HedgeAllowance allowance) {
    return (int) IntStream.range(0, 100).filter(_ -> allowance.tryTake()).count();
  }

  @Test
  void requestsFillTheBucketByTheShareUpToABurst() {
    HedgeAllowance allowance = new HedgeAllowance(0.1);
    assertThat(taken(allowance)).isEqualTo(10);
    IntStream.range(0, 29).forEach(_ -> allowance.requested());
    assertThat(taken(allowance)).isEqualTo(2);
    IntStream.range(0, 1000).forEach(_ -> allowance.requested());
    assertThat(taken(allowance)).isEqualTo(10);
  }

  @Test
  void aShareOfZeroNeverHedges() {
    HedgeAllowance none = new HedgeAllowance(0);
    none.requested();
    assertThat(none.isEverAvailable()).isFalse();
    assertThat(taken(none)).isZero();
    assertThat(new HedgeAllowance(0.01).isEverAvailable()).isTrue();
    assertThat(taken(new HedgeAllowance(1))).isEqualTo(10);
  }

  @Test
  void aShareIsBetweenZeroAndOne() {
    assertThatThrownBy(() -> new HedgeAllowance(-0.1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new HedgeAllowance(1.1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void patienceGrowsAsTheBucketRunsLow() {
    HedgeAllowance allowance = new HedgeAllowance(0.1);
    assertThat(allowance.patience()).isEqualTo(1);
    IntStream.range(0, 5).forEach(_ -> allowance.tryTake());
    assertThat(allowance.patience()).isEqualTo(1);
    allowance.tryTake();
    assertThat(allowance.patience()).isEqualTo(1.2);
    taken(allowance);
    assertThat(allowance.patience()).isEqualTo(2);
  }

  @Test
  void hedgesAreAShareOfRequestsAfterABurst() {
    HedgeAllowance allowance = new HedgeAllowance(0.05);
    int burst = 0;
    while (allowance.tryTake()) {
      burst++;
    }
    assertThat(burst).isEqualTo(10);
    assertThat(allowance.patience()).isEqualTo(2);
    int taken = 0;
    for (int i = 0; i < 10_000; i++) {
      allowance.requested();
      taken += allowance.tryTake() ? 1 : 0;
    }
    assertThat(taken).isEqualTo(500);
  }

  @Test
  void theFewerHedgesAreLeftTheLaterARequestMustBe() {
    HedgeAllowance allowance = new HedgeAllowance(0.05);
    List<Double> patience = new ArrayList<>();
    for (patience.add(allowance.patience()); allowance.tryTake(); ) {
      patience.add(allowance.patience());
    }
    assertThat(patience).isSorted().startsWith(1.0, 1.0).contains(1.2, 1.8).endsWith(2.0);
    for (int i = 0; i < 100; i++) {
      allowance.requested();
    }
    assertThat(allowance.patience()).isEqualTo(1);
  }
}
