package io.aumbry.cluster.zookeeper;

import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the coordination of a data centre is.
 *
 * @param clusterName of the Helix cluster, the first element of its ZooKeeper paths
 * @param zkConnect the ZooKeeper servers, {@code host:port,host:port}
 * @param sessionTimeout ZooKeeper bounds it to 2 to 20 of its ticks
 * @param identity for mutual TLS; plaintext if empty. All addresses that a process gives to Helix
 *     at the same time must have the same
 */
public record ClusterAddress(
    String clusterName,
    String zkConnect,
    Duration sessionTimeout,
    Optional<ClusterIdentity> identity) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
  private static final Duration SHORTEST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofMinutes(2);

  public ClusterAddress {
    if (!NAME.matcher(clusterName).matches()) {
      throw new IllegalArgumentException(
          "cluster name '" + clusterName + "' must be 1 to 63 letters, digits, '.', '_' or '-'");
    }
    if (zkConnect.isEmpty()) {
      throw new IllegalArgumentException(
          "cluster " + clusterName + " has no ZooKeeper servers; expected host:port,host:port");
    }
    Bounds.check("session timeout", sessionTimeout, SHORTEST, LONGEST);
  }

  public ClusterAddress(String clusterName, String zkConnect, Duration sessionTimeout) {
    this(clusterName, zkConnect, sessionTimeout, Optional.empty());
  }

  /** In plaintext, with a session timeout of 6 s: longer than a garbage-collection pause. */
  public static ClusterAddress of(String clusterName, String zkConnect) {
    return new ClusterAddress(clusterName, zkConnect, Duration.ofSeconds(6));
  }

  public ClusterAddress withIdentity(ClusterIdentity other) {
    return new ClusterAddress(clusterName, zkConnect, sessionTimeout, Optional.of(other));
  }

  @Override
  public String toString() {
    return clusterName + " at " + zkConnect;
  }
}
