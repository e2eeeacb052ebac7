package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HookRequestTest {
  /** Names of hosts and hooks may look like parts of other names. */
  @Test
  void noTwoRunsShareAFileForTheirOutput() {
    List<String> outputs = new ArrayList<>();
    MaintenanceOrder order = HookFolderFixture.order("hook", Duration.ofMinutes(1));
    for (String dataCenter : List.of("dc1", "dc1-7")) {
      for (String host : List.of("a", "a-after", "a-after-upgrade", "7", "7-a")) {
        for (HostStep step : List.of(HostStep.UPGRADE, HostStep.AFTER, HostStep.AFTER_UPGRADE)) {
          for (String hook : List.of("1", "1-1", "upgrade-1", "hook")) {
            for (int attempts = 0; attempts < 2; attempts++) {
              HookCall call = new HookCall(7, host, step, hook, attempts, 0);
              outputs.add(new HookRequest(dataCenter, call, order, 1, 2).output());
            }
          }
        }
      }
    }
    assertThat(outputs).doesNotHaveDuplicates();
  }
}
