package io.aumbry.tests.cluster;

import io.aumbry.protocol.network.FaultProxy;
import io.aumbry.protocol.network.Way;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The network between two data centres of a development cluster: a proxy before each process that
 * the other data centre talks to, which finds it by the file of ports in the cluster's folder.
 */
final class Wan implements AutoCloseable {
  private static final Duration ROUND_TRIP = Duration.ofMillis(20);

  private final Path ports;
  private final Map<String, FaultProxy> proxies = new TreeMap<>();

  /** Stands before the nodes and the coordinators of both, before the cluster is started. */
  Wan(Path data, int nodes) throws IOException {
    this.ports = data.resolve("ports.conf");
    List<String> far = new ArrayList<>();
    for (String place : List.of("", "dc2-")) {
      stand(place + "zookeeper", far);
      for (int node = 1; node <= nodes; node++) {
        stand(place + "node" + node, far);
      }
    }
    Files.createDirectories(data);
    Files.write(ports, far);
    mend();
  }

  private void stand(String before, List<String> far) throws IOException {
    FaultProxy proxy = new FaultProxy(() -> port(before));
    proxies.put(before, proxy);
    far.add("far-" + before + " = " + proxy.port());
  }

  private int port(String name) {
    return Integer.parseInt(LiveCluster.setting(ports, name));
  }

  /** What can become of the network between them. */
  enum Fault {
    FAR,
    NARROW,
    STALLED,
    STALLED_TO_THE_FIRST,
    STALLED_TO_THE_SECOND,
    CUT
  }

  void fail(Fault fault) {
    switch (fault) {
      case FAR -> proxies.values().forEach(proxy -> proxy.delay(Duration.ofMillis(100)));
      case NARROW -> proxies.values().forEach(proxy -> proxy.limit(500_000));
      case STALLED -> proxies.values().forEach(FaultProxy::stall);
      case STALLED_TO_THE_FIRST -> stall(true);
      case STALLED_TO_THE_SECOND -> stall(false);
      case CUT -> proxies.values().forEach(FaultProxy::cut);
    }
  }

  /** Holds all that goes to one of them, whoever has made the connection. */
  private void stall(boolean toTheFirst) {
    proxies.forEach((name, proxy) ->
        proxy.stall(name.startsWith("dc2-") == toTheFirst ? Way.FROM_TARGET : Way.TO_TARGET));
  }

  /** As it shall be: a round trip of 20 ms, and no limit. */
  void mend() {
    mend(ROUND_TRIP);
  }

  /** As it shall be, but for another round trip. */
  void mend(Duration roundTrip) {
    for (FaultProxy proxy : proxies.values()) {
      proxy.mend();
      proxy.limit(Long.MAX_VALUE);
      proxy.delay(roundTrip.dividedBy(2));
    }
  }

  /** Bytes that nodes have sent nodes of the other data centre, TLS and all. */
  long betweenNodes() {
    return proxies.entrySet().stream()
        .filter(proxy -> proxy.getKey().contains("node"))
        .mapToLong(proxy -> proxy.getValue().passed())
        .sum();
  }

  @Override
  public void close() {
    proxies.values().forEach(FaultProxy::close);
  }
}
