package io.aumbry.catalog.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a request waits for its transaction. */
final class SqlCallTest {
  private final PlainCarrier carrier = new PlainCarrier();

  @AfterEach
  void close() {
    carrier.close();
  }

  private Deadline in(Duration span) {
    return Deadline.after(span, carrier.time());
  }

  @Test
  void aCommitMayOutlastTheLimitOfTheCall() {
    Deadline limit = in(Duration.ofMillis(20));
    SqlCall<Integer> call = new SqlCall<>(limit, in(Duration.ofMinutes(1)));
    assertThat(call.begin() && call.beginCommit()).isTrue();
    Thread.ofPlatform()
        .start(() -> {
          while (!limit.hasPassed(carrier.time())) {
            Thread.onSpinWait();
          }
          call.end(new Attempt.Done<>(5));
        });
    assertThat(call.await(carrier)).isEqualTo(new Attempt.Done<>(5));
  }

  @Test
  void aCommitThatOutlastsTheRequestIsUnknown() {
    Deadline end = in(Duration.ofMillis(20));
    SqlCall<Integer> call = new SqlCall<>(end, end);
    assertThat(call.begin() && call.beginCommit()).isTrue();
    assertThatThrownBy(() -> call.await(carrier))
        .isInstanceOfSatisfying(
            AumbryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
  }

  @Test
  void aCallIsGivenUpBeforeItsCommit() {
    SqlCall<Integer> call = new SqlCall<>(in(Duration.ofMillis(20)), in(Duration.ofMinutes(1)));
    assertThat(call.begin()).isTrue();
    assertThat(call.await(carrier)).isInstanceOf(Attempt.Failed.class);
    assertThat(call.beginCommit()).isFalse();
  }
}
