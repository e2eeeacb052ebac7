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
import java.util.stream.IntStream;

/**
 * The network between the data centres of a development cluster. A proxy stands in front of each
 * process that other data centres contact. They find it by the file of ports in the cluster's
 * folder.
 */
final class Wan implements AutoCloseable {
  private static final Duration ROUND_TRIP = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofMillis(100);
  private static final int NARROW = 500_000;

  private final Places places;
  private final Path ports;
  private final Map<String, FaultProxy> proxies = new TreeMap<>();

  /** Starts a proxy for each node and each ZooKeeper. Must precede the start of the cluster. */
  Wan(Path data, Places places) throws IOException {
    this.places = places;
    this.ports = data.resolve("ports.conf");
    List<String> far = new ArrayList<>();
    List<String> all = new ArrayList<>(places.each("zookeeper"));
    all.addAll(places.nodes());
    IntStream.range(0, places.dataCenters()).mapToObj(places::spare).forEach(all::add);
    for (String each : all) {
      far.add("far-" + each + " = " + stand(each).port());
    }
    Files.createDirectories(data);
    Files.write(ports, far);
    mend();
  }

  private FaultProxy stand(String before) throws IOException {
    FaultProxy proxy = new FaultProxy(() -> port(before));
    proxies.put(before, proxy);
    return proxy;
  }

  private int port(String name) {
    return Integer.parseInt(ClusterFiles.setting(ports, name));
  }

  /** Faults of the network between a data centre and all others. */
  enum Fault {
    FAR,
    NARROW,
    STALLED,
    /** Traffic to the data centre is held, on connections of either direction. */
    STALLED_TO,
    /** Traffic from the data centre is held, on connections of either direction. */
    STALLED_FROM,
    CUT
  }

  /**
   * Begins a fault of a data centre. A proxy does not know its callers. With more than two data
   * centres, only connections that others make to this one fail.
   */
  void fail(Fault fault, int place) {
    proxies.forEach((name, proxy) -> {
      boolean own = Places.of(name) == place;
      if (own || places.dataCenters() == 2) {
        switch (fault) {
          case FAR -> proxy.delay(LONG);
          case NARROW -> proxy.limit(NARROW);
          case STALLED -> proxy.stall();
          case STALLED_TO -> proxy.stall(own ? Way.TO_TARGET : Way.FROM_TARGET);
          case STALLED_FROM -> proxy.stall(own ? Way.FROM_TARGET : Way.TO_TARGET);
          case CUT -> proxy.cut();
        }
      }
    });
  }

  void cut() {
    proxies.values().forEach(FaultProxy::cut);
  }

  /** Ends all faults and sets a round trip of 20 ms. */
  void mend() {
    mend(ROUND_TRIP);
  }

  /** Ends all faults and sets another round trip. */
  void mend(Duration roundTrip) {
    for (FaultProxy proxy : proxies.values()) {
      proxy.mend();
      proxy.limit(Long.MAX_VALUE);
      proxy.delay(roundTrip.dividedBy(2));
    }
  }

  /** Bytes that nodes have sent to nodes of other data centres, including TLS. */
  long betweenNodes() {
    return proxies.entrySet().stream()
        .filter(proxy -> Places.isNode(proxy.getKey()))
        .mapToLong(proxy -> proxy.getValue().passed())
        .sum();
  }

  @Override
  public void close() {
    proxies.values().forEach(FaultProxy::close);
  }
}
