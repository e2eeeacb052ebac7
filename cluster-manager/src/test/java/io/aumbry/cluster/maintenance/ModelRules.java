package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.SafetyRule;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** The limits of an operator in a {@link MaintenanceModel}. */
final class ModelRules {
  private ModelRules() {}

  /** At most one host of a partition may be down. */
  static SafetyRule partition(
      SortedSet<String> names, Map<String, Host> hosts, SortedSet<String> away) {
    List<Host> all =
        names.stream().flatMap(name -> Optional.ofNullable(hosts.get(name)).stream()).toList();
    Map<Host, Long> up = up(all, away);
    return new SafetyRule("partition", up, 1L - (names.size() - up.size()));
  }

  /** A share of the hosts of a zone may be down, and at least one. */
  static SafetyRule limit(Collection<Host> zone, int percent, SortedSet<String> away) {
    Map<Host, Long> up = up(zone, away);
    long most = Math.max(1, zone.size() * percent / 100);
    return new SafetyRule("zone", up, most - (zone.size() - up.size()));
  }

  /**
   * The hosts that are up carry the load.
   *
   * @param load of all hosts together, in per cent of one of them
   */
  static SafetyRule carrying(
      Collection<Host> hosts, int load, int reserve, SortedSet<String> away) {
    Map<Host, Long> up = up(hosts, away);
    return new SafetyRule("load", up, up.size() - Math.ceilDiv(load, 100 - reserve));
  }

  private static Map<Host, Long> up(Collection<Host> hosts, SortedSet<String> away) {
    Map<Host, Long> up = new HashMap<>();
    hosts.stream().filter(host -> !away.contains(host.name())).forEach(host -> up.put(host, 1L));
    return up;
  }
}
