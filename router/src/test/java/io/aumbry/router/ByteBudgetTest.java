package io.aumbry.router;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.router.ByteBudget.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
  private final ManualCarrier carrier = new ManualCarrier();
  private final ByteBudget budget = new ByteBudget(100);

  private Reservation reserve(long bytes, Duration limit) {
    return budget.reserve(
        bytes, Deadline.after(limit, carrier), carrier.request(Duration.ofSeconds(60)));
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  @Test
  void reservationsAddUpAndAreGivenBackOnce() {
    Reservation first = reserve(40, millis(0));
    Reservation second = reserve(60, millis(0));
    assertThat(budget.held()).isEqualTo(100);
    assertThat(budget.tryReserve(1)).isEmpty();
    first.close();
    first.close();
    assertThat(budget.held()).isEqualTo(60);
    second.shrinkTo(10);
    second.shrinkTo(50);
    assertThat(budget.held()).isEqualTo(10);
    second.close();
    assertThat(budget.held()).isZero();
  }

  @Test
  void moreThanThereIsInAllIsTakenForAll() {
    assertThat(reserve(1000, millis(0)).bytes()).isEqualTo(100);
  }

  @Test
  void whoWaitsLongerThanAllowedIsOverloaded() {
    reserve(90, millis(0));
    assertCode(() -> carrier.run(() -> reserve(20, millis(300))), ErrorCode.OVERLOADED);
    assertThat(carrier.elapsed()).isBetween(millis(300), millis(301));
    assertThat(budget.held()).isEqualTo(90);
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void waitersAreServedInTheirOrderAndNobodyOvertakes() {
    Reservation first = reserve(100, millis(0));
    List<String> served = new ArrayList<>();
    for (int bytes : new int[] {50, 60, 10}) {
      carrier.start(
          "waiter",
          () -> {
            reserve(bytes, millis(1000));
            served.add("of " + bytes);
          });
    }
    carrier.schedule(millis(10), () -> first.shrinkTo(45));
    carrier.schedule(
        millis(20),
        () -> {
          assertThat(served).containsExactly("of 50");
          assertThat(budget.tryReserve(5)).isEmpty();
          first.close();
        });
    carrier.pass(millis(100));
    // 50 and 10 would fit, but 60 came first
    assertThat(served).containsExactly("of 50");
    assertThat(budget.waiting()).isEqualTo(2);
  }

  @Test
  void whoGivesUpLetsThoseBehindPass() {
    reserve(80, millis(0));
    List<String> served = new ArrayList<>();
    carrier.start(
        "large",
        () ->
            assertThatThrownBy(() -> reserve(50, millis(100))).isInstanceOf(AumbryException.class));
    carrier.start(
        "small",
        () -> {
          reserve(20, millis(1000));
          served.add("small");
        });
    carrier.pass(millis(200));
    assertThat(served).containsExactly("small");
  }

  @Test
  void heldNeverExceedsCapacityAndEndsAtZeroWhateverHappens() {
    long seed = 77;
    Random random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      int bytes = random.nextInt(120);
      Duration limit = millis(random.nextInt(50));
      Duration use = millis(random.nextInt(40));
      Duration start = millis(random.nextInt(500));
      carrier.schedule(start, () -> carrier.start("user", () -> use(bytes, limit, use)));
    }
    carrier.settle();
    assertThat(budget.held()).as("seed %d", seed).isZero();
    assertThat(budget.waiting()).isZero();
  }

  private void use(int bytes, Duration limit, Duration use) {
    try {
      Reservation reservation = reserve(bytes, limit);
      assertThat(budget.held()).isBetween((long) Math.min(bytes, 100), 100L);
      carrier.schedule(use, reservation::close);
    } catch (AumbryException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
    }
  }
}
