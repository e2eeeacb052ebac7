package io.aumbry.deploy.dev;

import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.CommonKeys.TlsMode;
import io.aumbry.config.ControllerKeys;
import io.aumbry.config.DataSize;
import io.aumbry.config.FrontendKeys;
import io.aumbry.config.HostPort;
import io.aumbry.config.Key;
import io.aumbry.config.RouterKeys;
import io.aumbry.config.StorageKeys;
import io.aumbry.config.ZooKeeperKeys;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
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
 * The processes of a development cluster, in the order of their start: for each data centre a
 * ZooKeeper, a controller, its nodes, each in a zone of its own, and a frontend.
 */
final class DevPlan {
  private static final String CLUSTER = ClusterKeys.CLUSTER_NAME.defaultText();
  private static final String OPERATOR = "operator";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int PARTITIONS = 12;
  private static final int REPLICAS = 3;
  private static final DataSize PARTITION_SIZE = new DataSize(8L << 30);
  private static final DataSize SEGMENT_SIZE = new DataSize(64 << 20);

  private final DevOptions options;
  private final Ports ports;
  private final boolean apart;
  private final Function<PeerIdentity, DevCertificates.Identity> identities;
  private final List<PlannedProcess> processes = new ArrayList<>();
  private final List<Integer> frontendPorts = new ArrayList<>();

  private DevPlan(
      DevOptions options,
      Ports ports,
      boolean apart,
      Function<PeerIdentity, DevCertificates.Identity> identities) {
    this.options = options;
    this.apart = apart;
    this.ports = ports;
    this.identities = identities;
    for (int id = 1; id <= options.dataCenters(); id++) {
      planDataCenter(id);
    }
  }

  /**
   * A plan for these options.
   *
   * @param apart whether each runs in a process of its own
   */
  static DevPlan of(
      DevOptions options,
      Ports ports,
      boolean apart,
      Function<PeerIdentity, DevCertificates.Identity> identities) {
    return new DevPlan(options, ports, apart, identities);
  }

  List<PlannedProcess> processes() {
    return List.copyOf(processes);
  }

  List<PlannedProcess> processes(ProcessKind kind) {
    return processes.stream().filter(process -> process.kind() == kind).toList();
  }

  /** The ports for clients, one for each data centre. */
  List<Integer> frontendPorts() {
    return List.copyOf(frontendPorts);
  }

  /** The configuration of the commands by which an operator looks at the cluster. */
  Map<String, String> operator() {
    Map<String, String> settings = new LinkedHashMap<>();
    see(settings, 1);
    secure(settings, OPERATOR, PeerRole.OPERATOR);
    return settings;
  }

  private void planDataCenter(int id) {
    planZooKeeper(id);
    planController(id);
    for (int node = 1; node <= options.nodes(); node++) {
      planNode(id, node);
    }
    planFrontend(id);
  }

  private void planZooKeeper(int id) {
    String name = name(id, "zookeeper");
    Map<String, String> settings = common(name);
    set(settings, ZooKeeperKeys.DATA, folder(name));
    set(settings, ZooKeeperKeys.PORT, ports.of(name));
    coordinate(settings, name, PeerRole.ZOOKEEPER);
    processes.add(new PlannedProcess(name, ProcessKind.ZOOKEEPER, settings));
  }

  private void planController(int id) {
    Map<String, String> settings = inCluster(id, name(id, "controller"));
    coordinate(settings, name(id, "controller"), PeerRole.CONTROLLER);
    set(settings, ControllerKeys.PARTITIONS, PARTITIONS);
    set(settings, ControllerKeys.PARTITION_SIZE, PARTITION_SIZE);
    set(settings, ControllerKeys.FIRST_NODES, options.nodes());
    processes.add(new PlannedProcess(name(id, "controller"), ProcessKind.CONTROLLER, settings));
  }

  private void planNode(int id, int node) {
    String name = name(id, "node" + node);
    Map<String, String> settings = inCluster(id, name);
    set(settings, StorageKeys.HOST, LOOPBACK);
    set(settings, StorageKeys.PORT, ports.of(name));
    set(settings, StorageKeys.ADVERTISED_HOST, LOOPBACK);
    ports
        .fromAfar(name)
        .ifPresent(port -> set(settings, StorageKeys.REMOTE_ADDRESS, new HostPort(LOOPBACK, port)));
    set(settings, StorageKeys.ZONE, "zone" + node);
    set(
        settings,
        StorageKeys.DISKS,
        IntStream.rangeClosed(1, options.disks())
            .mapToObj(disk -> folder(name).resolve("disk" + disk).toString())
            .collect(Collectors.joining(", ")));
    set(settings, StorageKeys.CAPACITY, new DataSize(PARTITION_SIZE.bytes() * PARTITIONS * 2));
    set(settings, StorageKeys.SEGMENT_SIZE, SEGMENT_SIZE);
    set(settings, StorageKeys.PUT_MEMORY, new DataSize(options.direct().bytes() / 4));
    secure(settings, name, PeerRole.NODE);
    processes.add(new PlannedProcess(name, ProcessKind.STORAGE_SERVER, settings));
  }

  private void planFrontend(int id) {
    String name = name(id, "frontend");
    int port = options.port() == 0 ? ports.of(name) : ports.fixed(name, options.port() + id - 1);
    frontendPorts.add(port);
    Map<String, String> settings = inCluster(id, name);
    set(settings, FrontendKeys.HOST, LOOPBACK);
    set(settings, FrontendKeys.PORT, port);
    set(settings, RouterKeys.WRITE_QUORUM, Math.min(2, options.nodes()));
    set(settings, RouterKeys.BODY_MEMORY, new DataSize(options.direct().bytes() / 2));
    secure(settings, name, PeerRole.FRONTEND);
    processes.add(new PlannedProcess(name, ProcessKind.FRONTEND, settings));
  }

  /** All of them, as those of one find them. */
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
    set(settings, ClusterKeys.CLUSTER_NAME, CLUSTER);
    set(settings, ClusterKeys.DATA_CENTER, "dc" + id);
    set(settings, ClusterKeys.DATA_CENTERS, dataCenters(id));
    set(settings, ClusterKeys.REPLICAS, Math.min(REPLICAS, options.nodes()));
  }

  private Map<String, String> common(String name) {
    Map<String, String> settings = new LinkedHashMap<>();
    set(settings, CommonKeys.NAME, name);
    set(settings, CommonKeys.STATE, folder("state").resolve(name));
    set(settings, CommonKeys.LOG_LEVEL, options.logLevel().name().toLowerCase(Locale.ROOT));
    set(settings, CommonKeys.ADMIN_PORT, ports.of(name + "-admin"));
    return settings;
  }

  private void secure(Map<String, String> settings, String name, PeerRole role) {
    coordinate(settings, name, role);
    identify(settings, name, role);
  }

  /** Helix has one identity in a process, so many in one speak with ZooKeeper in plaintext. */
  private void coordinate(Map<String, String> settings, String name, PeerRole role) {
    if (apart) {
      set(settings, CommonKeys.TLS_ZOOKEEPER, TlsMode.MUTUAL.name().toLowerCase(Locale.ROOT));
      identify(settings, name, role);
    } else {
      set(settings, CommonKeys.TLS_ZOOKEEPER, TlsMode.PLAINTEXT.name().toLowerCase(Locale.ROOT));
    }
  }

  private void identify(Map<String, String> settings, String name, PeerRole role) {
    DevCertificates.Identity identity = identities.apply(new PeerIdentity(CLUSTER, role, name));
    set(settings, CommonKeys.TLS_AUTHORITY, identity.authority());
    set(settings, CommonKeys.TLS_CERTIFICATE, identity.certificate());
    set(settings, CommonKeys.TLS_KEY, identity.key());
  }

  private Path folder(String name) {
    return options.data().resolve(name);
  }

  /** Names in the first data centre go without it, so that a second can be added later. */
  private static String name(int dataCenter, String what) {
    return dataCenter == 1 ? what : "dc" + dataCenter + "-" + what;
  }

  private static void set(Map<String, String> settings, Key<?> key, Object value) {
    settings.put(key.name(), value.toString());
  }
}
