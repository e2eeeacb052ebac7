package io.aumbry.store.compaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RetentionTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration MILLI = Duration.ofMillis(1);

  private static void assertRefused(Duration deleted, Duration expired, Duration known) {
    assertThatThrownBy(() -> new Retention(deleted, expired, known))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void deletesAreKnownForThreeTimesTheTimeOfAnUndeleteAndADay() {
    Duration least = WEEK.multipliedBy(3).plus(DAY);
    assertThat(new Retention(WEEK, DAY, DAY).forgotten()).isEqualTo(least);
    assertThat(new Retention(WEEK, DAY, least).forgotten()).isEqualTo(least);
    assertThat(new Retention(WEEK, DAY, least.plus(MILLI)).forgotten())
        .isEqualTo(least.plus(MILLI));
    assertRefused(WEEK, DAY, DAY.minus(MILLI));
  }

  @Test
  void allOfItIsWithinTenYears() {
    Duration most = Duration.ofDays(3650);
    assertThat(new Retention(most, most, most).deleted()).isEqualTo(most);
    assertRefused(most.plus(MILLI), DAY, most);
    assertRefused(WEEK, most.plus(MILLI), most);
    assertRefused(WEEK, DAY, most.plus(MILLI));
    assertRefused(MILLI.negated(), DAY, most);
    assertRefused(WEEK, MILLI.negated(), most);
  }

  @Test
  void deletesAreKnownForAMonthOrLongerIfNeedBe() {
    assertThat(Retention.defaults()).isEqualTo(new Retention(WEEK, DAY, Duration.ofDays(30)));
    assertThat(Retention.of(Duration.ofDays(9), DAY).forgotten()).isEqualTo(Duration.ofDays(30));
    assertThat(Retention.of(Duration.ofDays(10), DAY).forgotten()).isEqualTo(Duration.ofDays(31));
  }

  @Test
  void theSkewOfClocksIsBetweenAMillisecondAndADay() {
    Retention usual = Retention.defaults();
    for (Duration wrong : List.of(Duration.ZERO, Duration.ofDays(1).plusMillis(1))) {
      assertThatThrownBy(() ->
              new Retention(
                  usual.deleted(), usual.expired(), usual.known(), wrong, usual.uploads()))
          .as("%s", wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void uploadsAreKeptBetweenAMillisecondAndTenYears() {
    Duration most = Duration.ofDays(3650);
    Retention usual = Retention.defaults();
    assertThat(usual.withUploads(MILLI).uploads()).isEqualTo(MILLI);
    assertThat(usual.withUploads(most))
        .isEqualTo(
            new Retention(
                usual.deleted(), usual.expired(), usual.known(), usual.clockSkew(), most));
    for (Duration wrong : List.of(Duration.ZERO, most.plus(MILLI))) {
      assertThatThrownBy(() -> usual.withUploads(wrong)).hasMessageContaining("uploads");
    }
  }
}
