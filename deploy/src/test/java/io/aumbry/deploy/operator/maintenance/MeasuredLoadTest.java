package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredLoadTest {
  private static final int UNKNOWN = -1;

  private static MeasuredLoad load(int... percents) {
    return new MeasuredLoad(busy(percents), new TreeMap<>());
  }

  private static SortedMap<Host, OptionalInt> busy(int... percents) {
    SortedMap<Host, OptionalInt> busy = new TreeMap<>();
    for (int percent : percents) {
      busy.put(
          new Host("h%03d".formatted(busy.size()), "dc1", "z"),
          percent == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(percent));
    }
    return busy;
  }

  private static SafetyRule rule(int reserve, int... percents) {
    return load(percents).rule("dc1", reserve).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "20, 40, 40, 40, 1", // 120 / 2 = 60
    "20, 53, 53, 54, 1", // 160 / 2 = 80
    "20, 53, 54, 54, 0", // 161 / 2 > 80
    "20, 80, 80, 80, 0",
    "20, 90, 90, 90, -1",
    "0, 66, 67, 67, 1", // 200 / 2 = 100
    "99, 1, 1, 1, 0",
    "20, 20, 20, 20, 2",
    "20, 0, 0, 0, 3"
  })
  void theHostsThatRemainCarryTheLoad(int reserve, int one, int two, int three, int spare) {
    assertThat(rule(reserve, one, two, three).spare()).isEqualTo(spare);
  }

  @Test
  void theReasonNamesTheLoadAndTheReserve() {
    assertThat(rule(20, 90, 90, 91).text())
        .isEqualTo("dc1 can spare no storage node at a load of 91 % with a reserve of 20 %");
    assertThat(rule(25, 40, 40, 40).text())
        .isEqualTo("dc1 can spare 1 storage node at a load of 40 % with a reserve of 25 %");
  }

  /** 9 nodes at 70 %: without one that is locked and another one, 7 would have 90 %. */
  @Test
  void theLoadOfHostsThatMayStopAtAnyTimeCounts() {
    SortedMap<Host, OptionalInt> up = busy(70, 70, 70, 70, 70, 70, 70, 70);
    SortedMap<Host, OptionalInt> away = new TreeMap<>();
    away.put(new Host("locked", "dc1", "z"), OptionalInt.of(70));
    assertThat(new MeasuredLoad(up, new TreeMap<>()).rule("dc1", 20).orElseThrow().spare())
        .isEqualTo(1);
    assertThat(new MeasuredLoad(up, away).rule("dc1", 20).orElseThrow().spare()).isZero();
    assertThat(new MeasuredLoad(new TreeMap<>(), away).rule("dc1", 20)).isEmpty();
  }

  @Test
  void anUnknownLoadIsThatOfTheBusiestHost() {
    assertThat(rule(20, 60, 30, UNKNOWN).spare()).isEqualTo(rule(20, 60, 30, 60).spare());
    assertThat(load(60, UNKNOWN, 30).unknown()).containsExactly("h001");
  }

  @Test
  void withoutAnyKnownLoadThereIsNoLimit() {
    assertThat(load(UNKNOWN, UNKNOWN).rule("dc1", 20)).isEmpty();
    assertThat(load().rule("dc1", 20)).isEmpty();
  }

  /** As many hosts may go as the definition of the limit allows. */
  @Test
  void theSpareIsTheLargestNumberOfHostsThatMayGo() {
    Random random = new Random(1);
    for (int round = 0; round < 5_000; round++) {
      int reserve = random.nextInt(100);
      int[] percents = random.ints(random.nextInt(1, 20), 0, 101).toArray();
      int load = Arrays.stream(percents).sum();
      List<Integer> allowed =
          IntStream.rangeClosed(0, percents.length)
              .filter(down -> load <= (percents.length - down) * (100 - reserve))
              .boxed()
              .toList();
      SafetyRule rule = rule(reserve, percents);

      assertThat(Math.max(0, rule.spare())).isEqualTo(allowed.isEmpty() ? 0 : allowed.getLast());
      assertThat(rule.weights()).hasSize(percents.length);
      assertThat(rule.weights().values()).containsOnly(1L);
    }
  }
}
