package io.aumbry.cluster;

import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ClusterIdentity;
import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.cluster.DataCenter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The cluster, and the place of this process in it.
 *
 * @param dataCenter the name of one of {@code dataCenters}
 */
public record ClusterConfig(
    @Setting(
            key = "cluster.name",
            form = ClusterConfig.NAME_FORM,
            pattern = ClusterConfig.NAME_PATTERN,
            text =
                "Name of the cluster. Each data centre's ZooKeeper uses it with the data centre's"
                    + " name appended.")
        @Default(ClusterConfig.DEFAULT_NAME)
        String name,
    @Setting(key = "cluster.data-center", text = "Name of the data centre of this process.")
        String dataCenter,
    @Setting(
            key = "cluster.data-centers",
            form = "id:name@zookeeper:port+zookeeper:port",
            most = 16,
            text =
                "All data centres, including this one, each with its own ZooKeeper. The id is part"
                    + " of every blob id made there, so it must never change.")
        List<DataCenterAddress> dataCenters,
    @Setting(
            key = "cluster.replicas",
            range = "1 to 9",
            text = "Replicas of each partition in a data centre, each in a different zone.")
        @Default("3")
        int replicas,
    @Setting(
            key = "cluster.session-timeout",
            range = "200ms to 2m",
            text = "Time without contact after which ZooKeeper expires the session of a process.")
        @Default("6s")
        Duration sessionTimeout) {
  public static final String DEFAULT_NAME = "aumbry";
  public static final String NAME_FORM = "1 to 63 letters, digits or '-'";
  public static final String NAME_PATTERN = "[A-Za-z0-9][A-Za-z0-9-]{0,62}";

  public ClusterConfig {
    dataCenters = List.copyOf(dataCenters);
    if (dataCenters.stream().map(DataCenterAddress::name).noneMatch(dataCenter::equals)) {
      throw new IllegalArgumentException(
          "cluster.data-center is '%s', which is not among cluster.data-centers %s"
              .formatted(dataCenter, dataCenters));
    }
  }

  public DataCenter local() {
    return here().dataCenter();
  }

  public ClusterAddress localAddress(Optional<ClusterIdentity> identity) {
    return address(here(), identity);
  }

  public List<DataCenterSource> sources(Optional<ClusterIdentity> identity) {
    return dataCenters.stream()
        .map(each -> new DataCenterSource(each.dataCenter(), address(each, identity)))
        .toList();
  }

  private DataCenterAddress here() {
    return dataCenters.stream()
        .filter(each -> each.name().equals(dataCenter))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Helix keeps some state of the process by cluster name, so each data centre has a name of its
   * own.
   */
  private ClusterAddress address(DataCenterAddress place, Optional<ClusterIdentity> identity) {
    return new ClusterAddress(
        name + "-" + place.name(), place.connectString(), sessionTimeout, identity);
  }
}
