package io.aumbry.config;

import java.time.Duration;
import java.util.List;

/** Where a process is, and where the coordinators are. */
public final class ClusterKeys {
  public static final Key<String> CLUSTER_NAME =
      Key.of(
          "cluster.name",
          ValueTypes.text("1 to 63 letters, digits or '-'", "[A-Za-z0-9][A-Za-z0-9-]{0,62}"),
          "aumbry",
          "Name of the cluster. In a data centre's ZooKeeper it is followed by that one's name.");

  public static final Key<String> DATA_CENTER =
      Key.required(
          "cluster.data-center", ValueTypes.text(), "Name of the data centre of this process.");

  public static final Key<List<DataCenterAddress>> DATA_CENTERS =
      Key.required(
          "cluster.data-centers",
          ValueTypes.listOf(
              new ValueType<>() {
                @Override
                public DataCenterAddress parse(String text) {
                  return DataCenterAddress.parse(text);
                }

                @Override
                public String describe() {
                  return "id:name@zookeeper:port+zookeeper:port";
                }
              },
              DataCenterAddress.MAX_NUMBER),
          "All data centres, this one included, each with its own ZooKeeper. An id is in every blob"
              + " id made there: it never changes.");

  public static final Key<Integer> REPLICAS =
      Key.of(
          "cluster.replicas",
          ValueTypes.integer(1, 9),
          "3",
          "Replicas of each partition in a data centre, each in another zone.");

  public static final Key<Duration> SESSION_TIMEOUT =
      Key.of(
          "cluster.session-timeout",
          ValueTypes.duration("200ms", "2m"),
          "6s",
          "After which ZooKeeper takes a process that it hears nothing of for gone.");

  static final KeySet.Section SECTION =
      new KeySet.Section(
          "Cluster", List.of(CLUSTER_NAME, DATA_CENTER, DATA_CENTERS, REPLICAS, SESSION_TIMEOUT));

  private ClusterKeys() {}
}
