package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void aShareOfNoneNeverHedges() {
    HedgeAllowance none = new HedgeAllowance(0);
    none.requested();
    assertThat(none.isEverAvailable()).isFalse();
    assertThat(taken(none)).isZero();
    assertThat(new HedgeAllowance(0.01).isEverAvailable()).isTrue();
    assertThat(taken(new HedgeAllowance(1))).isEqualTo(10);
  }

  @Test
  void aShareIsBetweenNoneAndAll() {
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
}
