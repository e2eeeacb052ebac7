package io.aumbry.cluster.maintenance.impact;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The reasons why hosts do not go with the first batch. */
final class WaitReasons {
  private static final int NAMED = 3;

  private final RuleTable table;
  private final Assignment first;

  /** By rule, because a rule may have all hosts of a cluster. */
  private final Map<Integer, String> texts = new HashMap<>();

  WaitReasons(RuleTable table, List<Integer> batch) {
    this.table = table;
    this.first = new Assignment(table, new SearchEffort());
    batch.forEach(host -> first.add(host, 0));
  }

  /** The reasons of the hosts of all batches but the first. */
  Map<Host, String> of(List<List<Integer>> batches) {
    Map<Host, String> reasons = HashMap.newHashMap(table.hosts());
    batches.subList(1, batches.size()).forEach(batch -> add(batch, reasons));
    return reasons;
  }

  /** The zone of a host may fit only in part. */
  private void add(List<Integer> batch, Map<Host, String> reasons) {
    Map<Zone, String> ofZones = new HashMap<>();
    List<Host> others = new ArrayList<>();
    for (int number : batch) {
      Host host = table.host(number);
      Optional<String> obstacle = obstacle(number);
      if (obstacle.isPresent()) {
        reasons.put(host, obstacle.get());
        ofZones.putIfAbsent(Zone.of(host), "its zone goes together; " + obstacle.get());
      } else {
        others.add(host);
      }
    }
    for (Host host : others) {
      String ofZone = ofZones.get(Zone.of(host));
      reasons.put(host, ofZone == null ? "its zone does not fit into an earlier batch" : ofZone);
    }
  }

  private record Zone(String dataCenter, String name) {
    static Zone of(Host host) {
      return new Zone(host.dataCenter(), host.zone());
    }
  }

  private Optional<String> obstacle(int host) {
    OptionalInt broken = first.broken(host, 0);
    return broken.isEmpty()
        ? Optional.empty()
        : Optional.of(texts.computeIfAbsent(broken.getAsInt(), this::text));
  }

  private String text(int rule) {
    List<String> before =
        IntStream.of(table.hostsOf(rule))
            .filter(host -> first.batch(host) == 0)
            .mapToObj(host -> table.host(host).name())
            .toList();
    return table.rule(rule).text() + ", and " + go(before) + " before";
  }

  private static String go(List<String> hosts) {
    String named = String.join(", ", hosts.subList(0, Math.min(NAMED, hosts.size())));
    String others = hosts.size() > NAMED ? " and " + (hosts.size() - NAMED) + " others" : "";
    return named + others + (hosts.size() == 1 ? " goes" : " go");
  }
}
