package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import io.aumbry.deploy.operator.maintenance.MeasuredLoad.Processors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredLoadTest {
  private static final int UNKNOWN = -1;

  private static MeasuredLoad load(int... percents) {
    return new MeasuredLoad(busy(percents), new TreeMap<>());
  }

  /** Hosts with one processor each. */
  private static SortedMap<Host, Processors> busy(int... percents) {
    return hosts(Arrays.stream(percents).mapToObj(percent -> host(percent, 1)).toList());
  }

  private static Processors host(int percent, long processors) {
    return new Processors(
        percent == UNKNOWN ? OptionalInt.empty() : OptionalInt.of(percent),
        processors == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(processors));
  }

  private static SortedMap<Host, Processors> hosts(List<Processors> all) {
    SortedMap<Host, Processors> hosts = new TreeMap<>();
    all.forEach(its -> hosts.put(new Host("h%03d".formatted(hosts.size()), "dc1", "z"), its));
    return hosts;
  }

  private static SafetyRule rule(int reserve, Processors... hosts) {
    return new MeasuredLoad(hosts(List.of(hosts)), new TreeMap<>())
        .rule("dc1", reserve)
        .orElseThrow();
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
        .isEqualTo("dc1 can spare 0 of 3 processors at a load of 91 % with a reserve of 20 %");
    assertThat(rule(25, 40, 40, 40).text())
        .isEqualTo("dc1 can spare 1 of 3 processors at a load of 40 % with a reserve of 25 %");
  }

  /** 9 nodes at 70 %: without one that is locked and another one, 7 would have 90 %. */
  @Test
  void theLoadOfHostsThatMayStopAtAnyTimeCounts() {
    SortedMap<Host, Processors> up = busy(70, 70, 70, 70, 70, 70, 70, 70);
    SortedMap<Host, Processors> away = new TreeMap<>();
    away.put(new Host("locked", "dc1", "z"), host(70, 1));
    assertThat(new MeasuredLoad(up, new TreeMap<>()).rule("dc1", 20).orElseThrow().spare())
        .isEqualTo(1);
    assertThat(new MeasuredLoad(up, away).rule("dc1", 20).orElseThrow().spare()).isZero();
    SafetyRule rule = new MeasuredLoad(new TreeMap<>(), away).rule("dc1", 20).orElseThrow();
    assertThat(rule.weights().keySet()).as("it answers, and no other does").hasSize(1);
    assertThat(rule.spare()).isNegative();
  }

  @Test
  void anUnknownLoadIsThatOfTheBusiestHost() {
    assertThat(rule(20, 60, 30, UNKNOWN).spare()).isEqualTo(rule(20, 60, 30, 60).spare());
    assertThat(load(60, UNKNOWN, 30).unknown()).containsExactly("h001");
  }

  /** 64 processors at 60 % are 38.4, which 24 smaller ones at 10 % cannot take. */
  @Test
  void aHostCountsByItsProcessors() {
    SafetyRule rule = rule(20, host(60, 64), host(10, 8), host(10, 8), host(10, 8));
    assertThat(rule.spare()).isEqualTo(64 + 24 - 51);
    assertThat(rule.weights().values()).containsExactlyInAnyOrder(64L, 8L, 8L, 8L);
    assertThat(rule.text())
        .isEqualTo("dc1 can spare 37 of 88 processors at a load of 47 % with a reserve of 20 %");
  }

  @Test
  void aHostWithAnUnknownNumberOfProcessorsCountsLikeAnAverageOne() {
    SafetyRule rule = rule(20, host(40, 16), host(40, 8), host(40, UNKNOWN));
    assertThat(rule.weights().values()).containsExactlyInAnyOrder(16L, 8L, 12L);
    assertThat(rule.spare()).isEqualTo(18);
    assertThat(rule(20, host(40, UNKNOWN), host(40, UNKNOWN)).weights().values()).containsOnly(1L);
  }

  @Test
  void withoutAnyKnownLoadThereIsNoLimit() {
    assertThat(load(UNKNOWN, UNKNOWN).rule("dc1", 20)).isEmpty();
    assertThat(load().rule("dc1", 20)).isEmpty();
  }

  /** Any set of hosts may go as far as the definition of the limit allows. */
  @Test
  void hostsMayGoIfTheOthersCarryTheLoad() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      int reserve = random.nextInt(100);
      List<Processors> all = new ArrayList<>();
      for (int count = random.nextInt(1, 9); count > 0; count--) {
        all.add(host(random.nextInt(101), random.nextInt(1, 65)));
      }
      SafetyRule rule = rule(reserve, all.toArray(Processors[]::new));
      List<Host> hosts = List.copyOf(hosts(all).keySet());
      for (int down = 1; down < 1 << all.size(); down++) {
        long busy = 0;
        long rest = 0;
        long weight = 0;
        for (int host = 0; host < all.size(); host++) {
          long processors = all.get(host).count().orElseThrow();
          busy += processors * all.get(host).busyPercent().orElseThrow();
          boolean isDown = (down & 1 << host) != 0;
          rest += isDown ? 0 : processors;
          weight += isDown ? rule.weights().getOrDefault(hosts.get(host), 0L) : 0;
        }
        assertThat(weight <= rule.spare())
            .as("%s without %s", all, down)
            .isEqualTo(busy <= rest * (100 - reserve));
      }
    }
  }
}
