package io.aumbry.store.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.store.HandTime;
import io.aumbry.store.disk.DiskGuard.Concerned;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a disk is out of service or write-protected, and how its listeners learn of that. */
final class DiskGuardTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final HandTime time = new HandTime();
  private final DiskGuard guard = new DiskGuard("/data/1", LIMIT, time);
  private final List<String> told = new ArrayList<>();

  private final Concerned listener =
      new Concerned() {
        @Override
        public void outOfService(AumbryException why) {
          told.add("out: " + why.getMessage());
        }

        @Override
        public void readOnly(AumbryException why) {
          told.add("read-only: " + why.getMessage());
        }
      };

  private void protectFromWrites() {
    assertThatThrownBy(() ->
            guard.watch(
                "write",
                "file",
                () -> {
                  throw new WriteProtectedException("ro", new IOException("ro"));
                }))
        .isInstanceOf(WriteProtectedException.class);
  }

  private void requireRefused() {
    assertThat(guard.isInService()).isFalse();
    assertThat(guard.isSound()).isFalse();
    assertThatThrownBy(guard::requireInService)
        .isInstanceOf(AumbryException.class)
        .hasFieldOrPropertyWithValue("code", ErrorCode.DISK_FAILED)
        .hasMessageContaining("/data/1");
    assertThatThrownBy(guard::requireUsable)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/data/1");
  }

  @Test
  void aNewDiskIsInService() throws IOException {
    guard.add(listener);
    assertThat(told).isEmpty();
    assertThat(guard.isInService()).isTrue();
    assertThat(guard.isSound()).isTrue();
    guard.requireInService();
    guard.requireUsable();
    assertThat(guard.watch("read", "file", () -> 5)).isEqualTo(5);
    assertThat(guard).hasToString("/data/1");
  }

  @Test
  void theLimitForAnOperationIsBounded() {
    for (Duration good : List.of(Duration.ofMillis(100), Duration.ofMinutes(10))) {
      assertThatCode(() -> new DiskGuard("d", good, time)).doesNotThrowAnyException();
    }
    for (Duration wrong : List.of(Duration.ofMillis(99), Duration.ofMinutes(10).plusNanos(1))) {
      assertThatThrownBy(() -> new DiskGuard("d", wrong, time))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aRetiredDiskRefusesEverythingAndNotifiesListenersOnce() {
    guard.add(listener);
    guard.retire("too many errors");
    guard.retire("again");
    requireRefused();
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("out: ")
        .contains("/data/1", "too many errors");
  }

  @Test
  void nothingIsBegunOnADiskThatIsOutOfService() {
    guard.retire("test");
    List<String> begun = new ArrayList<>();
    assertThatThrownBy(() -> guard.watch("read", "file", () -> begun.add("read")))
        .isInstanceOf(IOException.class);
    assertThat(begun).isEmpty();
  }

  /** A store must not act on a result after its listeners have been told that the disk failed. */
  @Test
  void aResultThatComesAfterTheDiskWasRetiredIsRefused() {
    assertThatThrownBy(() ->
            guard.watch(
                "read",
                "file",
                () -> {
                  guard.retire("test");
                  return 5;
                }))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("out of service");
  }

  @Test
  void anOperationThatReachesTheLimitTakesTheDiskOutOfService() throws IOException {
    guard.add(listener);
    assertThatThrownBy(() ->
            guard.watch(
                "read",
                "file",
                () -> {
                  guard.look();
                  for (int i = 0; i < 9; i++) {
                    time.pass(guard.interval());
                    guard.look();
                  }
                  assertThat(guard.isInService()).isTrue();
                  assertThat(guard.condition().longest()).isEqualTo(Duration.ofSeconds(27));
                  time.pass(guard.interval());
                  guard.look();
                  return 5;
                }))
        .isInstanceOf(IOException.class);
    requireRefused();
    assertThat(told).singleElement().asString().contains("read file", "30000 ms");
  }

  @Test
  void aLateListenerIsNotifiedAtOnce() {
    protectFromWrites();
    guard.add(listener);
    assertThat(told).singleElement().asString().startsWith("read-only: ");
    told.clear();
    guard.retire("test");
    guard.add(listener);
    assertThat(told)
        .hasSize(3)
        .as("when it was retired, and both conditions when it was added again")
        .satisfies(all -> assertThat(all).filteredOn(line -> line.startsWith("out")).hasSize(2));
  }

  @Test
  void aRemovedListenerIsNotNotified() {
    guard.add(listener);
    guard.remove(listener);
    guard.retire("test");
    assertThat(told).isEmpty();
  }

  @Test
  void aWriteProtectedDiskStaysInServiceForReads() throws IOException {
    guard.add(listener);
    protectFromWrites();
    protectFromWrites();
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("read-only: ")
        .contains("/data/1", "write file");
    assertThat(guard.isInService()).isTrue();
    assertThat(guard.isSound()).isFalse();
    guard.requireInService();
    assertThat(guard.watch("read", "file", () -> 5)).isEqualTo(5);
  }

  @Test
  void errorsOfTheDeviceAreCountedAndOthersAreNot() {
    IOException[] errors = {
      new DeviceException("io", new IOException("io")),
      new IOException("other"),
      new DeviceException("io", new IOException("io"))
    };
    for (IOException error : errors) {
      assertThatThrownBy(() ->
              guard.watch(
                  "read",
                  "file",
                  () -> {
                    throw error;
                  }))
          .isSameAs(error);
    }
    assertThat(guard.condition().deviceErrors()).isEqualTo(2);
    assertThat(guard.isSound()).isTrue();
  }
}
