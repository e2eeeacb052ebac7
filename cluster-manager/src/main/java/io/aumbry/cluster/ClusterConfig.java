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
 * Where a process is, and where the coordinators are.
 *
 * @param dataCenter the name of one of {@code dataCenters}
 */
public record ClusterConfig(
    @Setting(
            key = "cluster.name",
            form = ClusterConfig.NAME_FORM,
            pattern = ClusterConfig.NAME_PATTERN,
            text =
                "Name of the cluster. In a data centre's ZooKeeper it is followed by that one's"
                    + " name.")
        @Default(ClusterConfig.DEFAULT_NAME)
        String name,
    @Setting(key = "cluster.data-center", text = "Name of the data centre of this process.")
        String dataCenter,
    @Setting(
            key = "cluster.data-centers",
            form = "id:name@zookeeper:port+zookeeper:port",
            most = 16,
            text =
                "All data centres, this one included, each with its own ZooKeeper. An id is in"
                    + " every blob id made there: it never changes.")
        List<DataCenterAddress> dataCenters,
    @Setting(
            key = "cluster.replicas",
            range = "1 to 9",
            text = "Replicas of each partition in a data centre, each in another zone.")
        @Default("3")
        int replicas,
    @Setting(
            key = "cluster.session-timeout",
            range = "200ms to 2m",
            text = "After which ZooKeeper takes a process that it hears nothing of for gone.")
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

  /** The data centre of this process. */
  public DataCenter local() {
    return here().dataCenter();
  }

  /** The cluster of the data centre of this process. */
  public ClusterAddress localAddress(Optional<ClusterIdentity> identity) {
    return address(here(), identity);
  }

  /** The clusters of all data centres. */
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
   * Helix keeps some of its state by the name of a cluster alone, for the whole process. Each data
   * centre therefore has a name of its own.
   */
  private ClusterAddress address(DataCenterAddress place, Optional<ClusterIdentity> identity) {
    return new ClusterAddress(
        name + "-" + place.name(), place.connectString(), sessionTimeout, identity);
  }
}
