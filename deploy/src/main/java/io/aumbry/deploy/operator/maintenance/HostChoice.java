package io.aumbry.deploy.operator.maintenance;

import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.text.NumberText;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The operands and options that choose hosts. */
public final class HostChoice {
  @Parameters(
      paramLabel = "HOST",
      arity = "0..*",
      description = "Names of hosts, as in admin status and admin nodes.")
  private List<String> names = List.of();

  @Option(names = "--all", description = "All hosts.")
  private boolean all;

  @Option(
      names = "--version-is",
      paramLabel = "VERSION",
      description = "All hosts with a process of this version.")
  private Optional<String> version = Optional.empty();

  /** Whether the command line says nothing about hosts. */
  public boolean isEmpty() {
    return !all && names.isEmpty() && version.isEmpty();
  }

  public boolean has(Observed host) {
    return all
        || names.contains(host.host().name())
        || version.filter(wanted -> host.versions().known().contains(wanted)).isPresent();
  }

  /** The names of hosts that may have the version, but were not chosen because it is unknown. */
  public SortedSet<String> unknown(Collection<Observed> hosts) {
    return hosts.stream()
        .filter(each -> version.isPresent() && !each.versions().areAll() && !has(each))
        .map(each -> each.host().name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** For people, about {@link #unknown} hosts. */
  public static String unknownText(Collection<String> hosts) {
    return "not chosen, because their version is unknown: " + NumberText.names(hosts);
  }

  /** The reason why no host of a data centre is chosen. */
  public String noMatch(String place) {
    return version
        .map(wanted -> "no host runs version " + wanted)
        .orElse("there are no hosts in " + place);
  }

  /** The names of the command line that none of these hosts has. */
  public SortedSet<String> missing(Collection<Observed> hosts) {
    SortedSet<String> missing = new TreeSet<>(names);
    hosts.forEach(each -> missing.remove(each.host().name()));
    return missing;
  }
}
