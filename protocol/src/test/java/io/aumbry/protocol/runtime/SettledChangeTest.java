package io.aumbry.protocol.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SettledChangeTest {
  private final SettledChange<String> change = new SettledChange<>("a");

  @Test
  void aChangeCountsOnceTwoReadsAgree() {
    assertThat(change.isNew("a")).isFalse();
    assertThat(change.isNew("half of b")).isFalse();
    assertThat(change.isNew("b")).isFalse();
    assertThat(change.isNew("b")).isTrue();
    assertThat(change.isNew("b")).isFalse();
  }

  @Test
  void aResultThatComesBackBeforeTheChangeCountedIsNoChange() {
    assertThat(change.isNew("b")).isFalse();
    assertThat(change.isNew("a")).isFalse();
    assertThat(change.isNew("a")).isFalse();
  }
}
