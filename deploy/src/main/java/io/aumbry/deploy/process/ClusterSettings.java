package io.aumbry.deploy.process;

import io.aumbry.cluster.ClusterAddress;
import io.aumbry.cluster.ClusterIdentity;
import io.aumbry.cluster.DataCenterSource;
import io.aumbry.cluster.HelixViewsConfig;
import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.CommonKeys.TlsMode;
import io.aumbry.config.ConfigException;
import io.aumbry.config.DataCenterAddress;
import io.aumbry.config.Settings;
import io.aumbry.protocol.cluster.DataCenter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where a process is and whom it sees, from its settings. */
final class ClusterSettings {
  private ClusterSettings() {}

  static DataCenter dataCenter(Settings settings) {
    return dataCenter(localAddress(settings));
  }

  /** The cluster of the process's own data centre. */
  static ClusterAddress local(Settings settings) {
    return address(settings, localAddress(settings));
  }

  static HelixViewsConfig views(Settings settings) {
    return new HelixViewsConfig(
        settings.value(CommonKeys.NAME),
        dataCenter(settings),
        sources(settings),
        settings.find(CommonKeys.STATE));
  }

  /** The clusters of all data centres. */
  static List<DataCenterSource> sources(Settings settings) {
    return settings.value(ClusterKeys.DATA_CENTERS).stream()
        .map(place -> new DataCenterSource(dataCenter(place), address(settings, place)))
        .toList();
  }

  private static DataCenterAddress localAddress(Settings settings) {
    String name = settings.value(ClusterKeys.DATA_CENTER);
    List<DataCenterAddress> all = settings.value(ClusterKeys.DATA_CENTERS);
    return all.stream()
        .filter(place -> place.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new ConfigException(
                ClusterKeys.DATA_CENTER
                    + " is '"
                    + name
                    + "', which is not among "
                    + ClusterKeys.DATA_CENTERS
                    + " "
                    + all));
  }

  private static DataCenter dataCenter(DataCenterAddress place) {
    return new DataCenter(place.id(), place.name());
  }

  /**
   * Helix keeps some of what it knows by the name of a cluster alone, for the whole process: so
   * that data centres do not mix in one process, each has a name of its own.
   */
  private static ClusterAddress address(Settings settings, DataCenterAddress place) {
    return new ClusterAddress(
        settings.value(ClusterKeys.CLUSTER_NAME) + "-" + place.name(),
        place.connectString(),
        settings.value(ClusterKeys.SESSION_TIMEOUT),
        identity(settings));
  }

  /** Towards ZooKeeper, and of a ZooKeeper towards its clients; none in plaintext. */
  static Optional<ClusterIdentity> identity(Settings settings) {
    if (settings.value(CommonKeys.TLS_ZOOKEEPER) == TlsMode.PLAINTEXT) {
      return Optional.empty();
    }
    return Optional.of(
        new ClusterIdentity(
            TransportSettings.file(settings, CommonKeys.TLS_AUTHORITY),
            TransportSettings.file(settings, CommonKeys.TLS_CERTIFICATE),
            TransportSettings.file(settings, CommonKeys.TLS_KEY),
            state(settings)));
  }

  /** Where a process keeps what is its own; a command keeps nothing. */
  private static Path state(Settings settings) {
    return settings.knows(CommonKeys.STATE)
        ? settings.find(CommonKeys.STATE).orElseGet(ClusterSettings::temporary)
        : temporary();
  }

  private static Path temporary() {
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
  }
}
