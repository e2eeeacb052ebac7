package io.aumbry.deploy.operator.maintenance;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Nodes a, b and c, and a controller, have version 0.1-abc. */
class HostChoiceTest {
  private final ObservationFixture cluster = new ObservationFixture();

  private static HostChoice choice(String... arguments) {
    return CommandLine.populateCommand(new HostChoice(), arguments);
  }

  private List<Observed> hosts() {
    return MaintenanceHosts.of(cluster.observation(), Optional.empty()).all();
  }

  @Test
  void hostsThatAreDownOrSilentHaveAnUnknownVersion() {
    cluster.node("a", false).silent("b", "no answer");
    cluster.process(AnnouncedProcess.Kind.FRONTEND, "f", false);
    assertThat(choice("--version-is=0.1-abc").unknown(hosts())).containsExactly("a", "b", "f");
    assertThat(choice("--version-is=0.1-abc", "b").unknown(hosts())).containsExactly("a", "f");
    assertThat(choice("--all").unknown(hosts())).isEmpty();
    assertThat(choice("c").unknown(hosts())).isEmpty();
  }

  @Test
  void aVersionWithoutHostsIsNamed() {
    assertThat(choice("--version-is=0.2").noMatch("dc1")).isEqualTo("no host runs version 0.2");
    assertThat(choice("--all").noMatch("dc1")).isEqualTo("there are no hosts in dc1");
  }
}
