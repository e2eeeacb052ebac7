package io.aumbry.bench.network;

import io.aumbry.bench.load.Pacer;
import io.aumbry.bench.network.SideLauncher.Role;
import io.aumbry.bench.network.measure.Figures;
import io.aumbry.bench.network.measure.LinkProfile;
import io.aumbry.bench.network.measure.Load;
import io.aumbry.bench.network.measure.NumberList;
import io.aumbry.bench.network.measure.Sample;
import io.aumbry.bench.network.measure.Usage;
import io.aumbry.bench.network.row.Row;
import io.aumbry.bench.network.row.Variant;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Both sides of a variant, and the proxies between them. Used by one thread. */
final class Pair implements AutoCloseable {
  /** The divisor of a measurement's length for the unmeasured load before it. */
  private static final int LEAD_IN = 4;

  private final Row row;
  private final Variant variant;
  private final Side server;
  private final Side client;
  private final Time time;
  private final Pacer pacer;
  private final List<DelayProxy> proxies = new ArrayList<>();
  private final Map<LinkProfile, List<Integer>> ports = new HashMap<>();

  /** Starts both sides. {@code folder} has the certificates. */
  Pair(Row row, Variant variant, SideLauncher sides, Path folder, Time time, Pacer pacer) {
    this.row = row;
    this.variant = variant;
    this.time = time;
    this.pacer = pacer;
    int place = row.variants().indexOf(variant);
    this.server = sides.start(Role.SERVER, row.number(), place, folder);
    this.client = sides.start(Role.CLIENT, row.number(), place, folder);
  }

  Variant variant() {
    return variant;
  }

  /** Runs these loads in turn, for this time in total. */
  void warmUp(List<Load> loads, Duration span) {
    Duration each = span.dividedBy(loads.size());
    loads.forEach(load -> run(load, each));
  }

  Figures measure(Load load, Duration span) {
    run(load, span.dividedBy(LEAD_IN));
    Usage before = usage();
    Sample sample = run(load, span);
    return new Figures(sample, usage().since(before));
  }

  /** The number of connections of each loop of the server. */
  List<Integer> connections() {
    return numbers(server.ask("loops"));
  }

  private Usage usage() {
    return Usage.read(NumberList.reader(server.ask("usage")));
  }

  private Sample run(Load load, Duration span) {
    String targets =
        ports(load.line()).stream().map(String::valueOf).collect(Collectors.joining(" "));
    int place = row.loads().indexOf(load);
    return Sample.read(
        NumberList.reader(client.ask(place + " " + Math.max(1, span.toMillis()) + " " + targets)));
  }

  private List<Integer> ports(LinkProfile line) {
    return ports.computeIfAbsent(
        line,
        away -> {
          List<Integer> direct = numbers(server.ask("ports"));
          return away.equals(LinkProfile.LOOPBACK)
              ? direct
              : direct.stream().map(port -> proxy(port, away)).toList();
        });
  }

  private int proxy(int port, LinkProfile line) {
    DelayProxy proxy = DelayProxy.start(port, line, time, pacer);
    proxies.add(proxy);
    return proxy.port();
  }

  private static List<Integer> numbers(String line) {
    return Arrays.stream(line.split(" ", -1)).map(Integer::parseInt).toList();
  }

  @Override
  public void close() {
    client.close();
    server.close();
    proxies.forEach(DelayProxy::close);
  }
}
