package io.aumbry.deploy.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NumberSetTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "0", "3,17", "0-4", "1,4-7,9,11-12"})
  void listIsWrittenAsItIsRead(String list) {
    assertThat(NumberSet.parse(list)).hasToString(list);
  }

  @Test
  void aListSelectsItsNumbers() {
    NumberSet numbers = NumberSet.parse("2,4-6");
    assertThat(numbers.contains(2)).isTrue();
    assertThat(numbers.contains(3)).isFalse();
    assertThat(numbers.contains(6)).isTrue();
    assertThat(numbers.goesOnFrom(6)).isTrue();
    assertThat(numbers.goesOnFrom(7)).isFalse();
    assertThat(NumberSet.all().goesOnFrom(1_000_000)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "1,", "-3", "4-2", "1;2", "99999999"})
  void anythingElseIsRefused(String list) {
    assertThatIllegalArgumentException().isThrownBy(() -> NumberSet.parse(list));
  }
}
