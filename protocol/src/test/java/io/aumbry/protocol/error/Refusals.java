package io.aumbry.protocol.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions about refused requests. */
public final class Refusals {
  private Refusals() {}

  /** Asserts that the call fails with this code, and returns the failure for further assertions. */
  public static AbstractThrowableAssert<?, ? extends Throwable> assertCode(
      ThrowingCallable call, ErrorCode code) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
  }
}
