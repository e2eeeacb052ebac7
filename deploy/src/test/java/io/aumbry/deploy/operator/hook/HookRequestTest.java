package io.aumbry.deploy.operator.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HostStep;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HookRequestTest {
  private static final MaintenanceOrder ORDER =
      HookFolderFixture.order("hook", Duration.ofMinutes(1));

  private static Stream<HookCall> calls(String host) {
    return Stream.of(HostStep.UPGRADE, HostStep.AFTER, HostStep.AFTER_UPGRADE)
        .flatMap(step ->
            Stream.of("1", "1-1", "upgrade-1", "hook")
                .flatMap(hook ->
                    Stream.of(0, 1)
                        .map(attempts -> new HookCall(7, host, step, hook, attempts, 0))));
  }

  /** Names of hosts and hooks may look like parts of other names. */
  @Test
  void noTwoRunsShareAFileForTheirOutput() {
    List<HookCall> calls =
        Stream.of("a", "a-after", "a-after-upgrade", "7", "7-a")
            .flatMap(HookRequestTest::calls)
            .toList();
    assertThat(calls)
        .flatExtracting(call -> Stream.of("dc1", "dc1-7").map(dc -> output(dc, call)).toList())
        .hasSize(2 * calls.size())
        .doesNotHaveDuplicates();
  }

  private static String output(String dataCenter, HookCall call) {
    return new HookRequest(dataCenter, call, ORDER, 1, 1).output();
  }
}
