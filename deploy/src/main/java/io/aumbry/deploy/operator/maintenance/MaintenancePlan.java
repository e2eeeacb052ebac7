package io.aumbry.deploy.operator.maintenance;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.cluster.maintenance.impact.BatchPlan;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The batches of hosts that {@code aumbry admin maintenance plan} shows.
 *
 * @param down the hosts that do not count now, with the reasons
 * @param batchTime the expected time of a batch
 * @param opensMillis the start of the operator's hours, if no batch may begin now
 */
public record MaintenancePlan(
    BatchPlan plan,
    Map<Host, String> down,
    Unknown unknown,
    Duration batchTime,
    OptionalLong opensMillis) {
  /**
   * The facts that are not known.
   *
   * @param hosts of the operator's lock that the cluster does not know
   * @param versions the hosts that were not chosen by their version, because it is unknown
   * @param loads the hosts with an unknown load, if the load is limited
   */
  public record Unknown(
      Collection<String> hosts, Collection<String> versions, Collection<String> loads) {}

  /** Whether each host is in a batch. */
  public boolean hasAll() {
    return plan.blocked().isEmpty();
  }

  private Duration duration() {
    return batchTime.multipliedBy(plan.batches().size());
  }

  /** For people. */
  public List<String> text() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s in %s, about %s at %s each"
            .formatted(
                NumberText.count(plan.batches().stream().mapToInt(List::size).sum(), "host"),
                batches(plan.batches().size()),
                NumberText.span(duration().toMillis()),
                NumberText.span(batchTime.toMillis())));
    opensMillis.ifPresent(opens ->
        lines.add("outside of its hours: a workflow would wait until " + LockText.time(opens)));
    if (!plan.batches().isEmpty()) {
      lines.add("");
      lines.addAll(table().lines());
    }
    append(lines, "cannot go down now", plan.blocked());
    append(lines, "counted as down", down);
    append(lines, unknown);
    return lines;
  }

  private static void append(List<String> lines, Unknown unknown) {
    if (!unknown.hosts().isEmpty()) {
      lines.add("");
      lines.add(
          NumberText.count(unknown.hosts().size(), "host")
              + " of the lock "
              + (unknown.hosts().size() == 1 ? "is" : "are")
              + " not known to the cluster: "
              + NumberText.names(unknown.hosts()));
    }
    if (!unknown.versions().isEmpty()) {
      lines.add("");
      lines.add(HostChoice.unknownText(unknown.versions()));
    }
    if (!unknown.loads().isEmpty()) {
      lines.add("");
      lines.add(
          "the load of %s is unknown: %s"
              .formatted(
                  NumberText.count(unknown.loads().size(), "storage node"),
                  NumberText.names(unknown.loads())));
    }
  }

  private static String batches(int count) {
    return count == 1 ? "1 batch" : count + " batches";
  }

  private TextTable table() {
    TextTable table = new TextTable(">batch", "data centre", "zone", "host", "waits because");
    for (int batch = 0; batch < plan.batches().size(); batch++) {
      for (Host host : plan.batches().get(batch)) {
        table.add(
            batch + 1,
            host.dataCenter(),
            host.zone(),
            host.name(),
            plan.waits().getOrDefault(host, ""));
      }
    }
    return table;
  }

  private static void append(List<String> lines, String standing, Map<Host, String> reasons) {
    if (!reasons.isEmpty()) {
      TextTable table = new TextTable("data centre", "zone", "host", "because");
      reasons.forEach((host, why) -> table.add(host.dataCenter(), host.zone(), host.name(), why));
      lines.add("");
      lines.add(NumberText.count(reasons.size(), "host") + " " + standing + ":");
      lines.addAll(table.lines());
    }
  }

  private record Document(
      String cluster,
      List<List<Planned>> batches,
      List<Excluded> blocked,
      List<Excluded> down,
      Collection<String> unknown,
      @JsonUnwrapped Outlook outlook) {}

  private record Outlook(
      double estimatedSeconds,
      Optional<String> waitsUntil,
      Collection<String> unmeasured,
      Collection<String> unknownVersions) {}

  private record Planned(@JsonUnwrapped Host host, Optional<String> waitsBecause) {}

  private record Excluded(@JsonUnwrapped Host host, String because) {
    static List<Excluded> of(Map<Host, String> reasons) {
      return reasons.entrySet().stream()
          .map(each -> new Excluded(each.getKey(), each.getValue()))
          .toList();
    }
  }

  /** For programs. */
  public Record document(String cluster) {
    return new Document(
        cluster,
        plan.batches().stream()
            .map(batch ->
                batch.stream()
                    .map(host -> new Planned(host, Optional.ofNullable(plan.waits().get(host))))
                    .toList())
            .toList(),
        Excluded.of(plan.blocked()),
        Excluded.of(down),
        unknown.hosts(),
        new Outlook(
            duration().toMillis() / 1e3,
            opensMillis.isPresent()
                ? Optional.of(LockText.time(opensMillis.getAsLong()))
                : Optional.empty(),
            unknown.loads(),
            unknown.versions()));
  }
}
