package io.aumbry.router.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.message.NodeResponse.Known;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answers of several replicas about a blob, before an undelete. */
class KnownStatesTest {
  private static Known alive(int life, long changedMillis) {
    return new Known(new BlobState(life, false, Expiry.NEVER), changedMillis, true, false);
  }

  private static Known deleted(int life, long changedMillis) {
    return new Known(new BlobState(life, true, Expiry.NEVER), changedMillis, true, false);
  }

  private static Known expiring(long expiryMillis) {
    return new Known(new BlobState(0, false, expiryMillis), 1, true, false);
  }

  private static KnownStates of(Known... known) {
    return new KnownStates(List.of(known), 0, 0);
  }

  @Test
  void theLatestStateIsThatOfTheLastLifeThenADeleteThenTheLaterChange() {
    assertThat(of(deleted(0, 9), alive(1, 5)).latest()).hasValue(alive(1, 5));
    assertThat(of(alive(1, 5), deleted(0, 9)).latest()).hasValue(alive(1, 5));
    assertThat(of(alive(1, 9), deleted(1, 5)).latest()).hasValue(deleted(1, 5));
    assertThat(of(deleted(1, 5), alive(1, 9)).latest()).hasValue(deleted(1, 5));
    assertThat(of(deleted(1, 7), deleted(1, 5)).latest()).hasValue(deleted(1, 7));
    assertThat(of(deleted(1, 5), deleted(1, 7)).latest()).hasValue(deleted(1, 7));
    assertThat(of().latest()).isEmpty();
  }

  @Test
  void lifeVersionIsTheHighestOfAllReplicas() {
    assertThat(of(alive(0, 1), deleted(3, 2), alive(2, 3)).lifeVersion()).isEqualTo(3);
    assertThat(of().lifeVersion()).isZero();
  }

  /** Each silent replica may know of one more life that began and ended. */
  @ParameterizedTest
  @CsvSource({
    "true, 0, 1",
    "true, 1, 2",
    "true, 2, 3",
    "false, 0, 0",
    "false, 1, 2",
    "false, 2, 3",
  })
  void nextLifeIsLaterThanEachLifeThatASilentReplicaMayKnow(
      boolean deleted, int silent, int added) {
    int life = 4;
    Known known = deleted ? deleted(life, 1) : alive(life, 1);
    assertThat(new KnownStates(List.of(known), 0, silent).nextLife()).isEqualTo(life + added);
  }

  @Test
  void aLifeThatOnlySomeReplicasBeganIsContinued() {
    assertThat(of(deleted(1, 1), alive(2, 2)).nextLife()).isEqualTo(2);
    assertThat(of(alive(2, 2), deleted(2, 3)).nextLife()).isEqualTo(3);
  }

  @Test
  void sightingsOfTwoDataCentersAreAdded() {
    KnownStates here = new KnownStates(List.of(alive(1, 1)), 1, 2);
    KnownStates there = new KnownStates(List.of(deleted(0, 2)), 3, 5);
    assertThat(here.with(there))
        .isEqualTo(new KnownStates(List.of(alive(1, 1), deleted(0, 2)), 4, 7));
  }

  @Test
  void replicasThatKnowADifferentLifeOrADeleteDoNotCountAsAlive() {
    KnownStates seen = of(alive(2, 1), deleted(2, 2), alive(1, 3), alive(2, 4), alive(3, 5));
    assertThat(seen.aliveIn(2)).isEqualTo(2);
    assertThat(seen.aliveIn(0)).isZero();
  }

  @Test
  void theLatestExpiryOfAllReplicasHolds() {
    assertThat(of(expiring(10), expiring(20)).expiryMillis()).isEqualTo(20);
    assertThat(of(expiring(10), expiring(Expiry.NEVER)).expiryMillis()).isEqualTo(Expiry.NEVER);
    assertThat(of().expiryMillis()).isEqualTo(Expiry.NEVER);
  }

  @Test
  void aBlobExpiresAtItsExpiryAndNotBefore() {
    assertThat(of(expiring(20)).hasExpired(19)).isFalse();
    assertThat(of(expiring(20)).hasExpired(20)).isTrue();
    assertThat(of(expiring(20), expiring(Expiry.NEVER)).hasExpired(20)).isFalse();
  }

  @Test
  void aBlobWithoutItsPutHasNotExpired() {
    assertThat(of(expiring(0)).hasExpired(20)).isFalse();
    assertThat(of(expiring(1)).hasExpired(20)).isTrue();
  }

  @Test
  void onlyReplicasThatKnowOfNoExpiryCountAsKept() {
    assertThat(of(expiring(10), expiring(Expiry.NEVER), expiring(Expiry.NEVER)).kept())
        .isEqualTo(2);
  }

  @Test
  void theLastDeleteOfAnyReplicaSaysWhenItWasDeleted() {
    assertThat(of(deleted(0, 5), deleted(1, 7), alive(2, 9)).deletedMillis()).isEqualTo(7);
    assertThat(of(alive(0, 5), alive(1, 6)).deletedMillis()).isEqualTo(6);
    assertThat(of().deletedMillis()).isZero();
  }
}
