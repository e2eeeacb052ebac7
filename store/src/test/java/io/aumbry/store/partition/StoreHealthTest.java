package io.aumbry.store.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Why a store refuses writes, and whether it may deny a blob. */
final class StoreHealthTest {
  private final AumbryException out = new AumbryException(ErrorCode.DISK_FAILED, "out of service");
  private final AumbryException readOnly = new AumbryException(ErrorCode.DISK_FAILED, "read-only");

  private final StoreHealth health = new StoreHealth("7");

  private void requireStopped(ErrorCode code, String message) {
    assertThat(health.isWritable()).isFalse();
    assertThat(health.reason())
        .hasValueSatisfying(reason -> {
          assertThat(reason.code()).isEqualTo(code);
          assertThat(reason).hasMessageContaining(message);
        });
    assertThatThrownBy(health::requireWritable)
        .hasFieldOrPropertyWithValue("code", code)
        .hasMessageContaining(message);
  }

  @Test
  void aStoreTakesWritesAtFirst() {
    assertThat(health.isWritable()).isTrue();
    assertThat(health.reason()).isEmpty();
    assertThatCode(health::requireWritable).doesNotThrowAnyException();
    assertThatCode(health::requireComplete).doesNotThrowAnyException();
  }

  @Test
  void theConditionOfItsDiskStopsAStoreAndTheFirstReasonCounts() {
    health.readOnly(readOnly);
    requireStopped(ErrorCode.DISK_FAILED, "read-only");
    health.outOfService(out);
    health.closed();
    requireStopped(ErrorCode.DISK_FAILED, "read-only");
    StoreHealth other = new StoreHealth("8");
    other.outOfService(out);
    assertThat(other.reason()).hasValue(out);
  }

  @Test
  void aFailedOperationStopsAStoreAndIsNamed() {
    health.diskFailed("sync", new IOException("broken"));
    requireStopped(ErrorCode.DISK_FAILED, "sync failed: java.io.IOException: broken");
  }

  @Test
  void aClosedStoreTakesNoWrites() {
    health.closed();
    requireStopped(ErrorCode.REPLICA_UNAVAILABLE, "Store 7 is closed");
  }

  @Test
  void aStoreThatOnlyStoppedStillKnowsWhatItNeverHad() {
    health.outOfService(out);
    assertThatCode(health::requireComplete).doesNotThrowAnyException();
  }

  /** A missing blob may be among the records that could not be read. */
  @Test
  void aStoreWithUnreadableRecordsCannotDenyABlob() {
    health.damaged("segment 3 is missing");
    requireStopped(ErrorCode.CORRUPT_RECORD, "segment 3 is missing");
    assertThatThrownBy(health::requireComplete).hasMessageContaining("segment 3 is missing");
  }

  @Test
  void unreadableRecordsCountAlsoInAStoreThatHasStopped() {
    health.outOfService(out);
    health.damaged("segment 3 is missing");
    assertThatThrownBy(health::requireComplete).hasMessageContaining("out of service");
  }
}
