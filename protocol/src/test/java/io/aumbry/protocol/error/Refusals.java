package io.aumbry.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** For tests of what is refused, and how. */
public final class Refusals {
  private Refusals() {}

  /** The call fails with this code; what the failure says can be looked at further. */
  public static AbstractThrowableAssert<?, ? extends Throwable> assertCode(
      ThrowingCallable call, ErrorCode code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
