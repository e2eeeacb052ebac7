package io.aumbry.cluster.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.aumbry.cluster.maintenance.MaintenanceOrder.Parameters;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.maintenance.limit.MaintenanceHours;
import io.aumbry.cluster.maintenance.machine.MachineRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The hooks of an order, and their parameters. */
final class MaintenanceOrderTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static MaintenanceOrder order(Parameters parameters, String... hooks) {
    return new MaintenanceOrder(
        "order",
        "ann",
        "upgrade",
        new TreeSet<>(List.of("node1", "node2")),
        Map.of(HostStep.UPGRADE, List.of(hooks)),
        parameters,
        new MaintenanceOrder.Limits(
            new ImpactLimits(34, 100, OptionalInt.empty(), false),
            MaintenanceHours.ANY,
            0,
            3,
            new MaintenanceOrder.Times(Duration.ofHours(1), MINUTE, MINUTE, MINUTE),
            MachineRule.DEFAULT));
  }

  private static Parameters of(String host, Map<String, String> its) {
    SortedMap<String, SortedMap<String, String>> byHost =
        new TreeMap<>(Map.of(host, new TreeMap<>(its)));
    return new Parameters(new TreeMap<>(Map.of("BUILD", "2.0", "RACK", "none")), byHost);
  }

  private static String refusal(String... hooks) {
    return String.valueOf(
        catchThrowableOfType(IllegalArgumentException.class, () -> order(Parameters.NONE, hooks))
            .getMessage());
  }

  @Test
  void theHooksOfAStepKeepTheirOrder() {
    MaintenanceOrder order = order(Parameters.NONE, "stop", "install", "start");
    assertThat(order.hooks(HostStep.UPGRADE)).containsExactly("stop", "install", "start");
    assertThat(order.hooks(HostStep.AFTER)).isEmpty();
  }

  @Test
  void hooksThatAreNotValidAreNamed() {
    assertThat(refusal()).isEqualTo("a workflow needs an upgrade hook");
    assertThat(refusal("run", "a,b")).isEqualTo("UPGRADE hook 'a,b' is not valid");
    assertThat(refusal("run", "wait", "run"))
        .isEqualTo("UPGRADE hook, which is named twice, 'run' is not valid");
    String[] many = IntStream.range(0, 21).mapToObj(n -> "hook" + n).toArray(String[]::new);
    assertThat(refusal(many)).contains("number of UPGRADE hooks", "21", "20");
  }

  @Test
  void aParameterOfAHostReplacesTheCommonOne() {
    Parameters parameters =
        order(of("node1", Map.of("RACK", "7", "SLOT", "b")), "upgrade").parameters();
    assertThat(parameters.of("node1")).isEqualTo(Map.of("BUILD", "2.0", "RACK", "7", "SLOT", "b"));
    assertThat(parameters.of("node2")).isEqualTo(Map.of("BUILD", "2.0", "RACK", "none"));
  }

  @Test
  void aParameterOfAHostThatIsNotInTheOrderIsRefused() {
    Parameters parameters = of("node3", Map.of("RACK", "7"));
    assertThatThrownBy(() -> order(parameters, "upgrade"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'node3'");
  }

  @Test
  void theParametersOfHostsAreChecked() {
    assertThatThrownBy(() -> of("node1", Map.of("path", "/tmp")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'path'");
    assertThatThrownBy(() -> of("node1", Map.of("PATH", "a\nb")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PATH");
  }

  @Test
  void theParametersOfAllHostsFitIntoTheRecord() {
    SortedMap<String, SortedMap<String, String>> byHost = new TreeMap<>();
    for (int host = 0; host < 201; host++) {
      byHost.put("node" + host, new TreeMap<>(Map.of("TEXT", "x".repeat(500))));
    }
    assertThatThrownBy(() -> new Parameters(new TreeMap<>(), byHost))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("100000");
  }
}
