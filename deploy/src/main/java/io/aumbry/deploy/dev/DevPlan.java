package io.aumbry.deploy.dev;

import io.aumbry.cluster.ClusterConfig;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.settings.TlsMode;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.store.partition.StoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The processes of a development cluster in the order of their start. A data centre has a
 * ZooKeeper, and nodes in a zone each. The nodes are servers, or there is a controller and a
 * frontend besides.
 */
final class DevPlan {
  private static final String CLUSTER = ClusterConfig.DEFAULT_NAME;
  private static final String OPERATOR = "operator";
  private static final String LOOPBACK = "127.0.0.1";

  /** Servers with a controller in each data centre, so that the loss of one is survived. */
  private static final int CONTROLLERS = 3;

  /** Capacity of all partitions together. */
  private static final long PARTITIONS_BYTES = 96L << 30;

  private static final DataSize SEGMENT_SIZE = new DataSize(64 << 20);

  private final DevOptions options;
  private final Ports ports;
  private final DevShape shape;
  private final Function<PeerIdentity, DevCertificates.Identity> identities;
  private final List<PlannedProcess> processes = new ArrayList<>();

  private DevPlan(
      DevOptions options,
      Ports ports,
      DevShape shape,
      Function<PeerIdentity, DevCertificates.Identity> identities) {
    this.options = options;
    this.shape = shape;
    this.ports = ports;
    this.identities = identities;
    for (int id = 1; id <= options.dataCenters(); id++) {
      planDataCenter(id);
    }
  }

  /** Plans the processes of a development cluster. */
  static DevPlan of(
      DevOptions options,
      Ports ports,
      DevShape shape,
      Function<PeerIdentity, DevCertificates.Identity> identities) {
    return new DevPlan(options, ports, shape, identities);
  }

  List<PlannedProcess> processes() {
    return List.copyOf(processes);
  }

  List<PlannedProcess> processes(ProcessKind kind) {
    return processes.stream().filter(process -> process.kind() == kind).toList();
  }

  /** The processes that serve clients. */
  List<PlannedProcess> frontends() {
    return processes.stream().filter(process -> process.clientPort().isPresent()).toList();
  }

  /** The configuration for operators' commands. */
  Map<String, String> operator() {
    Map<String, String> settings = new LinkedHashMap<>();
    see(settings, 1);
    secure(settings, OPERATOR, PeerRole.OPERATOR);
    return settings;
  }

  private void planDataCenter(int id) {
    planZooKeeper(id);
    if (shape == DevShape.SERVERS) {
      for (int node = 1; node <= options.stores().nodes(); node++) {
        planServer(id, node);
      }
    } else {
      planController(id);
      for (int node = 1; node <= options.stores().nodes(); node++) {
        planNode(id, node);
      }
      planFrontend(id);
    }
  }

  private void planZooKeeper(int id) {
    String name = name(id, "zookeeper");
    Map<String, String> settings = common(name);
    set(settings, "zookeeper.data", folder(name));
    set(settings, "zookeeper.port", ports.of(name));
    coordinate(settings, name, PeerRole.ZOOKEEPER);
    processes.add(new PlannedProcess(name, ProcessKind.ZOOKEEPER, settings));
  }

  private void planController(int id) {
    String name = name(id, "controller");
    Map<String, String> settings = inCluster(id, name);
    coordinate(settings, name, PeerRole.CONTROLLER);
    place(settings);
    processes.add(new PlannedProcess(name, ProcessKind.CONTROLLER, settings));
  }

  private void planNode(int id, int node) {
    String name = name(id, "node" + node);
    Map<String, String> settings = inCluster(id, name);
    store(settings, name, node);
    secure(settings, name, PeerRole.NODE);
    processes.add(new PlannedProcess(name, ProcessKind.STORAGE_SERVER, settings));
  }

  private void planFrontend(int id) {
    String name = name(id, "frontend");
    Map<String, String> settings = inCluster(id, name);
    serve(settings, name, options.direct().bytes() / 2);
    secure(settings, name, PeerRole.FRONTEND);
    processes.add(new PlannedProcess(name, ProcessKind.FRONTEND, settings));
  }

  /** Servers are named like nodes, so that the nodes of a folder stay the same in each shape. */
  private void planServer(int id, int node) {
    String name = name(id, "node" + node);
    Map<String, String> settings = inCluster(id, name);
    store(settings, name, node);
    serve(settings, name, options.direct().bytes() / 4);
    secure(settings, name, PeerRole.SERVER);
    if (node <= CONTROLLERS) {
      set(settings, "server.controller", true);
      place(settings);
    }
    processes.add(new PlannedProcess(name, ProcessKind.SERVER, settings));
  }

  private void place(Map<String, String> settings) {
    set(settings, "controller.partitions", options.stores().partitions());
    set(settings, "controller.partition-size", partitionSize());
    set(settings, "controller.first-nodes", options.stores().nodes());
  }

  private DataSize partitionSize() {
    return new DataSize(PARTITIONS_BYTES / options.stores().partitions());
  }

  private void store(Map<String, String> settings, String name, int node) {
    set(settings, "storage.host", LOOPBACK);
    set(settings, "storage.port", ports.of(name));
    set(settings, "storage.advertised-host", LOOPBACK);
    ports
        .fromAfar(name)
        .ifPresent(port -> set(settings, "storage.remote-address", new Endpoint(LOOPBACK, port)));
    set(settings, "storage.zone", "zone" + options.stores().zone(node));
    set(
        settings,
        "storage.disks",
        IntStream.rangeClosed(1, options.stores().disks())
            .mapToObj(disk -> folder(name).resolve("disk" + disk).toString())
            .collect(Collectors.joining(", ")));
    set(settings, "storage.capacity", new DataSize(PARTITIONS_BYTES * 2));
    set(settings, "storage.segment-size", SEGMENT_SIZE);
    set(settings, "storage.put-memory", new DataSize(options.direct().bytes() / 4));
    set(settings, "storage.write-cache", writeCachePercent());
  }

  /** The nodes share the memory of one machine. */
  private int writeCachePercent() {
    int nodes = options.stores().nodes() * options.dataCenters();
    return StoreConfig.defaults().reading().cachePercent() / nodes;
  }

  private void serve(Map<String, String> settings, String name, long bodyBytes) {
    int port = clientPort(name);
    set(settings, "frontend.host", LOOPBACK);
    set(settings, "frontend.port", port);
    set(settings, "frontend.signed-url-upload-endpoint", "http://" + LOOPBACK + ":" + port);
    set(settings, "frontend.signed-url-download-endpoint", "http://" + LOOPBACK + ":" + port);
    set(settings, "frontend.authentication", word(options.frontends().authentication()));
    set(settings, "frontend.key-ring", DevAdministrator.keyRing(options.data()));
    set(settings, "catalog.url", DevAdministrator.catalog(options.data()));
    set(settings, "audit.file", folder("logs").resolve(name + "-audit.log"));
    set(settings, "router.write-quorum", Math.min(2, options.stores().nodes()));
    set(settings, "router.body-memory", new DataSize(bodyBytes));
  }

  private int clientPort(String name) {
    String key = shape == DevShape.SERVERS ? name + "-clients" : name;
    int first = options.frontends().port();
    return first == 0 ? ports.of(key) : ports.fixed(key, first + frontends().size());
  }

  /** The value of {@code cluster.data-centers} in one data centre. */
  private String dataCenters(int of) {
    return IntStream.rangeClosed(1, options.dataCenters())
        .mapToObj(id -> id + ":dc" + id + "@" + LOOPBACK + ":" + zooKeeperPort(id, of))
        .collect(Collectors.joining(", "));
  }

  private int zooKeeperPort(int id, int asSeenFrom) {
    String name = name(id, "zookeeper");
    int port = ports.of(name);
    return id == asSeenFrom ? port : ports.fromAfar(name).orElse(port);
  }

  private Map<String, String> inCluster(int id, String name) {
    Map<String, String> settings = common(name);
    see(settings, id);
    return settings;
  }

  private void see(Map<String, String> settings, int id) {
    set(settings, "cluster.name", CLUSTER);
    set(settings, "cluster.data-center", "dc" + id);
    set(settings, "cluster.data-centers", dataCenters(id));
    set(settings, "cluster.replicas", Math.min(DevOptions.Stores.COPIES, options.stores().nodes()));
  }

  private Map<String, String> common(String name) {
    Map<String, String> settings = new LinkedHashMap<>();
    set(settings, "process.name", name);
    set(settings, "process.state", folder("state").resolve(name));
    set(settings, "log.level", word(options.logLevel()));
    set(settings, "admin.port", ports.of(name + "-admin"));
    return settings;
  }

  private void secure(Map<String, String> settings, String name, PeerRole role) {
    coordinate(settings, name, role);
    identify(settings, name, role);
  }

  /**
   * Helix supports one identity per JVM, so several processes in one JVM use plaintext to
   * ZooKeeper.
   */
  private void coordinate(Map<String, String> settings, String name, PeerRole role) {
    if (shape.isApart()) {
      set(settings, "tls.zookeeper", word(TlsMode.MUTUAL));
      identify(settings, name, role);
    } else {
      set(settings, "tls.zookeeper", word(TlsMode.PLAINTEXT));
    }
  }

  private void identify(Map<String, String> settings, String name, PeerRole role) {
    DevCertificates.Identity identity = identities.apply(new PeerIdentity(CLUSTER, role, name));
    set(settings, "tls.authority", identity.authority());
    set(settings, "tls.certificate", identity.certificate());
    set(settings, "tls.key", identity.key());
  }

  private Path folder(String name) {
    return options.data().resolve(name);
  }

  /** Names in the first data centre have no prefix, so that a second one can be added later. */
  private static String name(int dataCenter, String what) {
    return dataCenter == 1 ? what : "dc" + dataCenter + "-" + what;
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static void set(Map<String, String> settings, String key, Object value) {
    settings.put(key, value.toString());
  }
}
