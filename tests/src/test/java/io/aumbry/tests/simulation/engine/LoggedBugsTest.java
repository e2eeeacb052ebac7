package io.aumbry.tests.simulation.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

final class LoggedBugsTest {
  private static final Logger LOG = LoggerFactory.getLogger(LoggedBugsTest.class);

  private final SimulatedScheduler scheduler = new SimulatedScheduler(1, new Trace(line -> {}));
  private final SimulatedProcess process = SimulatedProcess.outside(scheduler, "node");

  @BeforeEach
  void listen() {
    LoggedBugs.listen();
  }

  @AfterEach
  void stopListening() {
    LoggedBugs.stopListening();
  }

  private void logs(Throwable cause) {
    process.start("comparing", () -> LOG.atError().setCause(cause).log("failed by a bug"));
    scheduler.runFor(1);
  }

  @Test
  void aLoggedBugIsAFinding() {
    assertThatExceptionOfType(Finding.class)
        .isThrownBy(() -> logs(new IllegalStateException("not so")))
        .withMessageContaining("node logs: failed by a bug")
        .withMessageContaining("not so");
  }

  @Test
  void aLoggedRefusalIsNotAFinding() {
    logs(new AumbryException(ErrorCode.DISK_FAILED, "gone"));
    assertThat(process.isAlive()).isTrue();
  }
}
