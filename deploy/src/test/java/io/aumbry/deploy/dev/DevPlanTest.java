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
import io.aumbry.deploy.settings.ServerSettings;
import io.aumbry.deploy.settings.StorageSettings;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.protocol.cluster.Endpoint;
import java.net.BindException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  void serversTakeThePlaceOfTheOtherProcesses() throws Exception {
    DevPlan plan = plan(options(2, 4, 0), DevShape.SERVERS);
    assertThat(plan.processes())
        .extracting(PlannedProcess::name)
        .containsExactly(
            "zookeeper",
            "node1",
            "node2",
            "node3",
            "node4",
            "dc2-zookeeper",
            "dc2-node1",
            "dc2-node2",
            "dc2-node3",
            "dc2-node4");
    assertThat(plan.processes(ProcessKind.SERVER)).hasSize(8).isEqualTo(plan.frontends());
    assertThat(plan.processes(ProcessKind.SERVER))
        .extracting(server -> ((ServerSettings) load(server)).services().control().isOn())
        .containsExactly(true, true, true, false, true, true, true, false);
  }

  /** A folder keeps its nodes, disks and addresses of nodes when it is started in another shape. */
  @Test
  void nodesAreTheSameInEachShape() throws Exception {
    List<String> keys = List.of("storage.disks", "storage.port", "storage.zone", "process.name");
    List<List<String>> before = List.of();
    for (DevShape shape : DevShape.values()) {
      List<List<String>> nodes =
          plan(options(2, 3, 0), shape).processes().stream()
              .filter(process -> process.settings().containsKey("storage.disks"))
              .map(process -> keys.stream().map(process.settings()::get).toList())
              .toList();
      assertThat(nodes).hasSize(6);
      assertThat(before.isEmpty() ? nodes : before).isEqualTo(nodes);
      before = nodes;
    }
  }

  @Test
  void serversServeClientsAtConsecutivePorts() throws Exception {
    int port = freePort();
    assertThat(plan(options(1, 3, port), DevShape.SERVERS).frontends())
        .extracting(server -> server.clientPort().orElseThrow())
        .containsExactly(port, port + 1, port + 2);
  }

  /** The first of three free ports. */
  private static int freePort() throws Exception {
    for (int port = 21_000; port < 29_000; port += 3) {
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
          ServerSocket _ = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress());
          ServerSocket _ = new ServerSocket(port + 2, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (BindException taken) {
        // The next ones may be free.
      }
    }
    throw new AssertionError("no three free ports");
  }

  @ParameterizedTest
  @EnumSource(DevShape.class)
  void eachConfigurationIsOneThatItsProcessAccepts(DevShape shape) throws Exception {
    for (PlannedProcess process : plan(options(2, 3, 0), shape).processes()) {
      if (load(process) instanceof StorageSettings storage) {
        assertThat(storage.node().disks().folders()).hasSize(2);
      } else if (load(process) instanceof ServerSettings server) {
        assertThat(server.services().node().disks().folders()).hasSize(2);
      }
    }
  }

  /** The memory for bodies, PUTs and pulls leaves a third of it for everything else. */
  @Test
  void thePartsOfAServerShareItsMemory() throws Exception {
    ServerSettings server =
        (ServerSettings) load(plan(options(1, 1, 0), DevShape.SERVERS).frontends().getFirst());
    long node =
        server.services().node().server().putBytes()
            + server.services().node().server().pullBytes();
    assertThat(node + server.services().router().memory().bytes())
        .isLessThan(DataSize.parse("768 MiB").bytes() * 2 / 3 * 2 / 3);
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
    for (DevShape shape : List.of(DevShape.SERVERS, DevShape.SEPARATE)) {
      assertThat(plan(options(2, 3, 0), shape).processes())
          .allSatisfy(process ->
              assertThat(process.settings())
                  .containsEntry("tls.zookeeper", "mutual")
                  .containsKeys("tls.authority", "tls.certificate", "tls.key", "process.state"));
    }
    assertThat(plan(options(2, 3, 0), DevShape.ONE_PROCESS).processes())
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
    assertThat(plan(options(1, 1, 0), DevShape.SERVERS).frontends())
        .extracting(
            process -> Path.of(process.settings().get("tls.certificate")).getFileName().toString())
        .containsExactly("server-node1");
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
  void allPartitionsTogetherHaveTheSameCapacity() throws Exception {
    DevOptions options = options(1, new DevOptions.Stores(3, 2, 1_000, 3), anyPort());
    Map<String, String> controller =
        plan(options).processes(ProcessKind.CONTROLLER).getFirst().settings();
    assertThat(controller).containsEntry("controller.partitions", "1000");
    long size = DataSize.parse(String.valueOf(controller.get("controller.partition-size"))).bytes();
    assertThat(size * 1_000).isBetween(95L << 30, 96L << 30);
    assertThatThrownBy(() -> new DevOptions.Stores(3, 2, 0, 3))
        .hasMessage("--partitions 0, must be 1 to 10000");
  }

  @Test
  void nodesAreSpreadEvenlyOverZones() throws Exception {
    DevOptions options = options(1, new DevOptions.Stores(7, 2, 12, 3), anyPort());
    assertThat(plan(options).processes(ProcessKind.STORAGE_SERVER))
        .extracting(node -> node.settings().get("storage.zone"))
        .containsExactly("zone1", "zone2", "zone3", "zone1", "zone2", "zone3", "zone1");
    assertThatThrownBy(() -> new DevOptions.Stores(3, 2, 12, 4))
        .hasMessage("--zones 4, must be 3 to 3");
    assertThatThrownBy(() -> new DevOptions.Stores(5, 2, 12, 2))
        .hasMessage("--zones 2, must be 3 to 5");
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
    return options(
        dataCenters, new DevOptions.Stores(nodes, 2), new DevOptions.Frontends(port, mode));
  }

  private static DevOptions.Frontends anyPort() {
    return new DevOptions.Frontends(0, AuthenticationMode.OPTIONAL);
  }

  private DevOptions options(
      int dataCenters, DevOptions.Stores stores, DevOptions.Frontends frontends) {
    return new DevOptions(
        dataCenters, stores, folder, frontends, DataSize.parse("768 MiB"), LogLevel.DEBUG);
  }

  private DevPlan plan(DevOptions options) throws Exception {
    return plan(options, DevShape.SEPARATE);
  }

  private DevPlan plan(DevOptions options, DevShape shape) throws Exception {
    Ports ports = Ports.read(folder.resolve("ports.conf"), notices::add);
    DevPlan plan =
        DevPlan.of(
            options,
            ports,
            shape,
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
