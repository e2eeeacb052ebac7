package io.aumbry.frontend.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class KeyUsesTest {
  private final TestClock clock = new TestClock();
  private final KeyUses uses = new KeyUses();
  private final List<Map<String, Long>> reports = new ArrayList<>();

  private boolean isDown;
  private Runnable duringReport = () -> {};

  private Integer record(IdentityCommand.RecordKeyUses command, RequestContext context) {
    if (isDown) {
      throw new AumbryException(ErrorCode.CATALOG_UNAVAILABLE, "down");
    }
    reports.add(command.millis());
    duringReport.run();
    return command.millis().size();
  }

  @AfterEach
  void close() {
    clock.close();
  }

  private void report() {
    uses.report(
        this::record,
        new RequestContext("test", clock, Deadline.after(Duration.ofSeconds(1), clock)));
  }

  @Test
  void oneCommandHasTheLastUseOfEachKey() {
    uses.used("AK1", 1000);
    uses.used("AK2", 1500);
    uses.used("AK1", 2000);
    uses.used("AK1", 2999);
    uses.used("AK1", 500);
    report();
    assertThat(reports).containsExactly(Map.of("AK1", 2000L, "AK2", 1500L));
  }

  @Test
  void withoutUsesThereIsNoCommand() {
    report();
    uses.used("AK1", 1000);
    report();
    report();
    assertThat(reports).hasSize(1);
  }

  @Test
  void usesDuringAReportAreInTheNextOne() {
    uses.used("AK1", 1000);
    uses.used("AK2", 1000);
    duringReport = () -> uses.used("AK1", 5000);
    report();
    duringReport = () -> {};
    report();
    assertThat(reports.getLast()).isEqualTo(Map.of("AK1", 5000L));
  }

  @Test
  void aFailedReportIsRepeated() {
    uses.used("AK1", 1000);
    isDown = true;
    assertThatThrownBy(this::report).isInstanceOf(AumbryException.class);
    uses.used("AK1", 3000);
    isDown = false;
    report();
    assertThat(reports).containsExactly(Map.of("AK1", 3000L));
  }

  @Test
  void aReportIsBounded() {
    for (int i = 0; i <= KeyUses.MOST; i++) {
      uses.used("AK" + i, 1000);
    }
    uses.used("AK0", 9000);
    report();
    assertThat(reports.getFirst()).hasSize(KeyUses.MOST).containsEntry("AK0", 9000L);
    uses.used("AK" + KeyUses.MOST, 2000);
    report();
    assertThat(reports.getLast()).isEqualTo(Map.of("AK" + KeyUses.MOST, 2000L));
  }
}
