package io.aumbry.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnconfirmedSinceTest {
  private final UnconfirmedSince unconfirmed = new UnconfirmedSince();

  @Test
  void onlyTheFirstRecordAfterAConfirmationIsTimed() {
    unconfirmed.arrived("a", 5, 100);
    unconfirmed.arrived("a", 6, 150);
    assertThat(unconfirmed.confirmed("a", 4, 160)).isEmpty();
    assertThat(unconfirmed.confirmed("a", 6, 190)).hasValue(90);
    assertThat(unconfirmed.confirmed("a", 6, 200)).isEmpty();
    unconfirmed.arrived("a", 7, 300);
    assertThat(unconfirmed.confirmed("a", 9, 301)).hasValue(1);
  }

  @Test
  void eachPeerIsTimedSeparately() {
    unconfirmed.arrived("a", 5, 100);
    unconfirmed.arrived("b", 5, 100);
    assertThat(unconfirmed.confirmed("a", 5, 110)).hasValue(10);
    assertThat(unconfirmed.confirmed("c", 5, 110)).isEmpty();
    assertThat(unconfirmed.confirmed("b", 5, 140)).hasValue(40);
  }
}
