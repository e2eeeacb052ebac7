package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.cluster.ClusterConfig;
import io.aumbry.cluster.DataCenterAddress;
import io.aumbry.config.ConfigException;
import io.aumbry.config.DataSize;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.settings.ClusterAccess;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.deploy.settings.PeerSettings;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import io.aumbry.deploy.settings.RoleSettings;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.deploy.settings.StorageSettings;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.protocol.cluster.Endpoint;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevPlanTest {
  @TempDir private Path folder;
  private final List<String> notices = new ArrayList<>();

  @Test
  void aDataCenterHasAZooKeeperAControllerNodesAndAFrontend() throws Exception {
    assertThat(plan(options(1, 3, 0)).processes())
        .extracting(PlannedProcess::name)
        .containsExactly("zookeeper", "controller", "node1", "node2", "node3", "frontend");
  }

  @Test
  void eachConfigurationIsOneThatItsProcessAccepts() throws Exception {
    for (PlannedProcess process : plan(options(2, 3, 0)).processes()) {
      RoleSettings settings = load(process);
      if (settings instanceof StorageSettings storage) {
        assertThat(storage.node().disks().folders()).hasSize(2);
      }
    }
  }

  @Test
  void signedUrlsPointToTheFrontendOfTheirDataCenter() throws Exception {
    for (PlannedProcess frontend : plan(options(2, 1, 0)).processes(ProcessKind.FRONTEND)) {
      FrontendSettings settings = (FrontendSettings) load(frontend);
      String url = "http://127.0.0.1:" + settings.client().port().port();
      assertThat(settings.client().signing().uploadEndpoint()).isEqualTo(url);
      assertThat(settings.client().signing().downloadEndpoint()).isEqualTo(url);
    }
  }

  @Test
  void allDataCentersKnowEachOther() throws Exception {
    DevPlan plan = plan(options(2, 1, 0));
    ClusterConfig cluster = cluster(plan.processes(ProcessKind.FRONTEND).getLast());
    assertThat(cluster.dataCenter()).isEqualTo("dc2");
    assertThat(cluster.dataCenters())
        .extracting(DataCenterAddress::name)
        .containsExactly("dc1", "dc2");
    assertThat(plan.processes()).extracting(PlannedProcess::name).doesNotHaveDuplicates();
  }

  @Test
  void otherDataCentersUseTheConfiguredFarPort() throws Exception {
    Files.writeString(folder.resolve("ports.conf"), "far-node1 = 4711\nfar-zookeeper = 4712\n");
    DevPlan plan = plan(options(2, 1, 0));
    List<PlannedProcess> nodes = plan.processes(ProcessKind.STORAGE_SERVER);
    assertThat(remote(nodes.getFirst())).contains(new Endpoint("127.0.0.1", 4711));
    assertThat(remote(nodes.getLast())).isEmpty();
    assertThat(zooKeeperOfTheFirst(nodes.getFirst())).isNotEqualTo(4712);
    assertThat(zooKeeperOfTheFirst(nodes.getLast())).isEqualTo(4712);
  }

  private int zooKeeperOfTheFirst(PlannedProcess process) throws Exception {
    return cluster(process).dataCenters().getFirst().coordinator().getFirst().port();
  }

  private ClusterConfig cluster(PlannedProcess process) throws Exception {
    return ((PeerSettings) load(process)).access().cluster();
  }

  private Optional<Endpoint> remote(PlannedProcess process) throws Exception {
    return ((StorageSettings) load(process)).node().address().remote();
  }

  @Test
  void onlySeparateProcessesUseMutualTlsWithZooKeeper() throws Exception {
    assertThat(plan(options(2, 3, 0), true).processes())
        .allSatisfy(process ->
            assertThat(process.settings())
                .containsEntry("tls.zookeeper", "mutual")
                .containsKeys("tls.authority", "tls.certificate", "tls.key", "process.state"));
    assertThat(plan(options(2, 3, 0), false).processes())
        .allSatisfy(
            process -> assertThat(process.settings()).containsEntry("tls.zookeeper", "plaintext"));
  }

  @Test
  void eachProcessHasACertificateOfItsRole() throws Exception {
    DevPlan plan = plan(options(2, 1, 0));
    assertThat(plan.processes())
        .extracting(
            process -> Path.of(process.settings().get("tls.certificate")).getFileName().toString())
        .containsExactly(
            "zookeeper-zookeeper",
            "controller-controller",
            "node-node1",
            "frontend-frontend",
            "zookeeper-dc2-zookeeper",
            "controller-dc2-controller",
            "node-dc2-node1",
            "frontend-dc2-frontend");
    Path file = folder.resolve("admin.conf");
    Files.writeString(file, PlannedProcess.render("operator", plan.operator()));
    ClusterAccess operator = new SettingsLoader<>(Roles.ADMIN).file(file).load();
    assertThat(operator.tls().zookeeper().certificate())
        .contains(folder.resolve("operator-operator"));
  }

  @Test
  void portsAreKeptAndAllDifferent() throws Exception {
    List<PlannedProcess> first = plan(options(1, 3, 0)).processes();
    assertThat(plan(options(1, 3, 0)).processes()).isEqualTo(first);
    assertThat(notices).isEmpty();
    List<String> ports = Files.readAllLines(folder.resolve("ports.conf"));
    assertThat(ports.stream().map(line -> line.split(" = ", -1)[1])).doesNotHaveDuplicates();
  }

  @Test
  void allProcessesUseTheRequestedLogLevel() throws Exception {
    assertThat(plan(options(2, 1, 0)).processes())
        .allSatisfy(process -> assertThat(process.settings()).containsEntry("log.level", "debug"));
  }

  @Test
  void theEnvironmentDecidesWhetherStrangersAreServed() throws Exception {
    String variable = "AUMBRY_FRONTEND_AUTHENTICATION";
    assertThat(DevOptions.authentication(Map.of())).isEqualTo(AuthenticationMode.OPTIONAL);
    AuthenticationMode strict = DevOptions.authentication(Map.of(variable, "required"));
    for (PlannedProcess frontend : plan(options(2, 1, 0, strict)).processes(ProcessKind.FRONTEND)) {
      assertThat(frontend.settings()).containsEntry("frontend.authentication", "required");
      load(frontend);
    }
    assertThatThrownBy(() -> DevOptions.authentication(Map.of(variable, "strict")))
        .hasMessage(variable + ": 'strict' must be one of off, optional, required");
  }

  @Test
  void aPortInUseIsReplacedWithANotice() throws Exception {
    plan(options(1, 1, 0));
    int before = Ports.read(folder.resolve("ports.conf"), notices::add).of("node1");
    try (ServerSocket taker = new ServerSocket(before, 1, InetAddress.getLoopbackAddress())) {
      plan(options(1, 1, 0));
      assertThat(notices)
          .singleElement()
          .asString()
          .startsWith("port " + taker.getLocalPort() + " of node1 is in use; now using ");
    }
  }

  @Test
  void aRequestedPortMustBeFree() throws Exception {
    try (ServerSocket taker = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> plan(options(1, 1, taker.getLocalPort())))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("is in use by another process; choose one with --port");
    }
  }

  private DevOptions options(int dataCenters, int nodes, int port) {
    return options(dataCenters, nodes, port, AuthenticationMode.OPTIONAL);
  }

  private DevOptions options(int dataCenters, int nodes, int port, AuthenticationMode mode) {
    return new DevOptions(
        dataCenters,
        nodes,
        2,
        folder,
        new DevOptions.Frontends(port, mode),
        DataSize.parse("768 MiB"),
        LogLevel.DEBUG);
  }

  private DevPlan plan(DevOptions options) throws Exception {
    return plan(options, true);
  }

  private DevPlan plan(DevOptions options, boolean apart) throws Exception {
    Ports ports = Ports.read(folder.resolve("ports.conf"), notices::add);
    DevPlan plan =
        DevPlan.of(
            options,
            ports,
            apart,
            identity ->
                new DevCertificates.Identity(
                    folder.resolve("ca"),
                    folder.resolve(identity.role().word() + "-" + identity.name()),
                    folder.resolve(identity.name() + ".key")));
    ports.write();
    return plan;
  }

  private RoleSettings load(PlannedProcess process) throws Exception {
    Path file = Files.writeString(folder.resolve(process.name() + ".conf"), process.render());
    return new SettingsLoader<>(process.kind().keys()).file(file).load();
  }
}
