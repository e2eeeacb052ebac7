package io.aumbry.cluster.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Locks under which something is done do not end before it. */
class LockUseTest {
  private static final Duration LEASE = Duration.ofMinutes(10);

  private LockTable table = LockTable.EMPTY;
  private long now = 1_000_000;

  private static LockRequest request(String... hosts) {
    return new LockRequest("one", "ann", "test", List.of(hosts), LEASE);
  }

  private <T> T apply(Function<LockTable, LockTable.Step<T>> change) {
    LockTable.Step<T> step = change.apply(table);
    table = step.after();
    return step.answer();
  }

  private long lock(LockRequest request) {
    return apply(before -> before.acquire(request, false, now)).lock().orElseThrow().number();
  }

  private static ErrorCode code(Throwable e) {
    return e instanceof AumbryException known ? known.code() : ErrorCode.INTERNAL;
  }

  @Test
  void nothingIsDrainedUnderTheLockOfARebalance() {
    long number = lock(LockRequest.ofRebalance(List.of("a")));
    assertThatThrownBy(() -> table.drain("a", number, now))
        .hasMessageContaining("nothing is drained under it")
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @Test
  void aLockThatDrainsAHostIsNotEnded() {
    long number = lock(request("a", "b"));
    apply(before -> before.drain("a", number, now));
    HostLock seen = table.find(number).orElseThrow();
    assertThat(table.end(seen)).isEqualTo(table);
    table = table.endDrain("a");
    assertThat(table.end(table.find(number).orElseThrow()).locks()).isEmpty();
  }

  /** Also when it is used in the millisecond of its grant. */
  @Test
  void whoSawALockBeforeItWasUsedDoesNotEndIt() {
    long number = lock(request("a"));
    for (int later = 0; later < 2; later++) {
      now += later;
      HostLock seen = table.find(number).orElseThrow();
      HostLock used = apply(before -> before.use(number, now));
      assertThat(used.untilMillis()).isGreaterThan(seen.untilMillis());
      assertThat(table.end(seen)).isEqualTo(table);
      HostLock again = apply(before -> before.use(number, now));
      assertThat(again).as("repeated").isEqualTo(used);
      now++;
    }
    now += LEASE.toMillis() + 2;
    assertThatThrownBy(() -> table.use(number, now))
        .satisfies(e -> assertThat(code(e)).isEqualTo(ErrorCode.NOT_FOUND));
  }
}
