package io.aumbry.tests.cluster;

import io.aumbry.protocol.network.FaultLink;
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
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The network between the data centres of a development cluster: a proxy before each process that
 * other data centres talk to, which find it by the file of ports in the cluster's folder.
 */
final class Wan implements AutoCloseable {
  private static final Duration ROUND_TRIP = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofMillis(100);
  private static final int NARROW = 500_000;

  private final Places places;
  private final Path ports;
  private final Callers callers;
  private final Map<String, FaultProxy> proxies = new TreeMap<>();

  /** Stands before the nodes and the coordinators of all, before the cluster is started. */
  Wan(Path data, Places places) throws IOException {
    this.places = places;
    this.ports = data.resolve("ports.conf");
    this.callers = new Callers(data);
    List<String> far = new ArrayList<>();
    List<String> all = new ArrayList<>(places.each("zookeeper"));
    all.addAll(places.nodes());
    for (String each : all) {
      far.add("far-" + each + " = " + stand(each).port());
    }
    Files.createDirectories(data);
    Files.write(ports, far);
    mend();
  }

  /** A link for each data centre that may call. */
  private FaultProxy stand(String before) throws IOException {
    FaultProxy proxy =
        new FaultProxy(
            () -> port(before), places.dataCenters(), from -> caller(Places.of(before), from));
    proxies.put(before, proxy);
    return proxy;
  }

  private int port(String name) {
    return Integer.parseInt(LiveCluster.setting(ports, name));
  }

  /** Which data centre calls one; if there are two it is the other, be they in one process. */
  private int caller(int called, int from) {
    return places.dataCenters() == 2
        ? 1 - called
        : callers.from(from).map(Places::of).orElse(called);
  }

  /** What can become of the network between one data centre and all others. */
  enum Fault {
    FAR,
    NARROW,
    STALLED,
    /** What goes there is held, whoever has made the connection. */
    STALLED_TO,
    /** What comes from there. */
    STALLED_FROM,
    CUT
  }

  /** From now on that is so of a data centre. */
  void fail(Fault fault, int place) {
    forEachLink(
        place,
        link -> {
          switch (fault) {
            case FAR -> link.delay(LONG);
            case NARROW -> link.limit(NARROW);
            case STALLED -> link.stall();
            case STALLED_TO, STALLED_FROM -> {}
            case CUT -> link.cut();
          }
        });
    if (fault == Fault.STALLED_TO || fault == Fault.STALLED_FROM) {
      stall(place, fault == Fault.STALLED_TO);
    }
  }

  /** Each data centre is by itself. */
  void cut() {
    IntStream.range(0, places.dataCenters()).forEach(place -> fail(Fault.CUT, place));
  }

  private void forEachLink(int place, Consumer<FaultLink> action) {
    proxies.forEach((name, proxy) -> {
      for (int caller = 0; caller < places.dataCenters(); caller++) {
        if (caller == place || Places.of(name) == place) {
          action.accept(proxy.link(caller));
        }
      }
    });
  }

  private void stall(int place, boolean to) {
    proxies.forEach((name, proxy) -> {
      if (Places.of(name) == place) {
        forEachCaller(proxy, link -> link.stall(to ? Way.TO_TARGET : Way.FROM_TARGET));
      } else {
        proxy.link(place).stall(to ? Way.FROM_TARGET : Way.TO_TARGET);
      }
    });
  }

  private void forEachCaller(FaultProxy proxy, Consumer<FaultLink> action) {
    IntStream.range(0, places.dataCenters()).mapToObj(proxy::link).forEach(action);
  }

  /** As it shall be: a round trip of 20 ms, and no limit. */
  void mend() {
    mend(ROUND_TRIP);
  }

  /** As it shall be, but for another round trip. */
  void mend(Duration roundTrip) {
    for (FaultProxy proxy : proxies.values()) {
      proxy.mend();
      forEachCaller(proxy, link -> link.limit(Long.MAX_VALUE));
      proxy.delay(roundTrip.dividedBy(2));
    }
  }

  /** Bytes that nodes have sent nodes of other data centres, TLS and all. */
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
