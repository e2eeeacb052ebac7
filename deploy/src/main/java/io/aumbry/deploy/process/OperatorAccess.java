package io.aumbry.deploy.process;

import io.aumbry.cluster.operator.ClusterReader;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.config.ConfigException;
import io.aumbry.config.KeySet;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.settings.ClusterAccess;
import io.aumbry.deploy.settings.PeerSettings;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeClient;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.SocketNodeClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An operator's access to a cluster, without being one of its processes. */
public final class OperatorAccess implements AutoCloseable {
  /** In the data folder of an {@code aumbry dev}. */
  private static final Path OF_DEV = Path.of("conf", "admin.conf");

  private final ProcessComponents components = new ProcessComponents();
  private final String cluster;
  private final List<DataCenterSource> sources;
  private final ClusterReader reader;
  private final NodeClient client;
  private final Carrier carrier;

  private OperatorAccess(ClusterAccess access) {
    Time time = new SystemTime();
    this.cluster = access.cluster().name();
    this.sources = access.cluster().sources(access.tls().zookeeper().identity(Optional.empty()));
    DataCenter local = access.cluster().local();
    var tls = access.tls().mutual();
    EventLoops loops =
        components.add(
            "event loops", EventLoops.start(EventLoopConfig.defaults().withLoops(1), time));
    this.carrier = loops.carriers().getFirst();
    NodeClientConfig config =
        access.client(new NodeClientConfig.Connections(NodeClientConfig.Protocol.H2, 1));
    this.client = components.add("node client", new SocketNodeClient(loops, config, tls));
    this.reader = components.add("cluster reader", new ClusterReader(local, sources, time));
  }

  /**
   * Creates an access without connecting yet.
   *
   * @param cluster a configuration file for operators, a server, a frontend or a storage node, or
   *     the data folder of an {@code aumbry dev}
   * @param environment variables that override a file, but not the settings of a dev cluster
   */
  public static OperatorAccess open(Path cluster, Map<String, String> environment) {
    return new OperatorAccess(
        Files.isDirectory(cluster) ? ofDev(cluster) : ofFile(cluster, environment));
  }

  /** The operators' configuration in the data folder of an {@code aumbry dev}. */
  public static Path fileOfDev(Path folder) {
    return folder.resolve(OF_DEV);
  }

  private static ClusterAccess ofDev(Path folder) {
    Path file = fileOfDev(folder);
    if (!Files.isReadable(file)) {
      throw new ConfigException(
          "no " + file + ": is " + folder + " the data folder of an aumbry dev?");
    }
    return new SettingsLoader<>(Roles.ADMIN).file(file).load();
  }

  private static ClusterAccess ofFile(Path file, Map<String, String> environment) {
    if (!Files.isReadable(file)) {
      throw new ConfigException(
          "no "
              + file
              + ": --cluster takes a configuration file, or the data folder of an aumbry dev");
    }
    if (Roles.ADMIN.covers(file)) {
      return load(Roles.ADMIN, file, environment);
    }
    return ofProcess(Roles.FRONTEND, file, environment)
        .or(() -> ofProcess(Roles.STORAGE_SERVER, file, environment))
        .or(() -> ofProcess(Roles.SERVER, file, environment))
        .orElseGet(() -> load(Roles.ADMIN, file, environment));
  }

  /** The access of a process, if the file is a configuration of its role. */
  private static <R extends Record & PeerSettings> Optional<ClusterAccess> ofProcess(
      KeySet<R> role, Path file, Map<String, String> environment) {
    return role.covers(file)
        ? Optional.of(load(role, file, environment).access())
        : Optional.empty();
  }

  private static <R extends Record> R load(
      KeySet<R> role, Path file, Map<String, String> environment) {
    return new SettingsLoader<>(role).file(file).environment(environment, Roles.all()).load();
  }

  public String cluster() {
    return cluster;
  }

  public ClusterReader reader() {
    return reader;
  }

  public NodeClient client() {
    return client;
  }

  public Carrier carrier() {
    return carrier;
  }

  public List<DataCenter> dataCenters() {
    return sources.stream().map(DataCenterSource::dataCenter).toList();
  }

  /** The coordinator of a data centre. */
  public ClusterAddress address(int dataCenter) {
    return sources.stream()
        .filter(source -> source.dataCenter().id() == dataCenter)
        .map(DataCenterSource::address)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no data centre " + dataCenter));
  }

  @Override
  public void close() {
    components.close();
  }
}
