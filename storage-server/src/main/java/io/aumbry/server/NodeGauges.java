package io.aumbry.server;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.BudgetGauges;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.metrics.Family;
import io.aumbry.protocol.metrics.Gauge;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.sealing.DiskFills;
import io.aumbry.store.StoreDisk.Queued;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

final class NodeGauges {
  private final Metrics metrics;

  NodeGauges(Metrics metrics) {
    this.metrics = metrics;
  }

  void showBudgets(Budget puts, Budget pulls) {
    BudgetGauges.show(puts, metrics, "aumbry_server_put_bytes", "PUT memory", "storage.put-memory");
    BudgetGauges.show(
        pulls, metrics, "aumbry_server_pull_bytes", "pull memory", "storage.pull-memory");
  }

  void showDisks(List<ReplicaDisk> disks, DiskFills fills) {
    metrics.gauge(
        "aumbry_server_disks_unusable",
        "Disks that failed, hang, or could not be opened",
        () -> disks.stream().filter(disk -> !disk.isHealthy()).count());
    metrics.gauge(
        "aumbry_server_disks_fill_fullest",
        "Used share (0 to 1) of the fullest usable disk; 0 until it was measured",
        fills::fullest);
    metrics.gauge(
        "aumbry_server_disks_fill_emptiest",
        "Used share of the emptiest usable disk. The spread over all nodes shows whether"
            + " disks are balanced",
        fills::emptiest);
    metrics.gauge(
        "aumbry_server_disks_operation_seconds",
        "Age of the oldest disk operation in flight. At storage.stall-timeout its disk goes"
            + " out of service",
        () ->
            disks.stream()
                .mapToDouble(disk -> seconds(disk.condition().longest()))
                .max()
                .orElse(0));
    metrics.gauge(
        "aumbry_server_disks_errors",
        "I/O errors of devices (EIO). Investigate any",
        () -> disks.stream().mapToLong(disk -> disk.condition().deviceErrors()).sum());
    metrics.gauge(
        "aumbry_server_stores_aside",
        "Stores set aside for an operator and never used. Investigate any",
        () -> disks.stream().mapToInt(ReplicaDisk::storesSetAside).sum());
    showQueues(disks);
  }

  private void showQueues(List<ReplicaDisk> disks) {
    metrics.gauge(
        "aumbry_server_disks_queued_bytes",
        "Bytes queued or being written, of the disk with the most. At storage.queue-size it"
            + " refuses writes",
        () -> most(disks, Queued::bytes));
    metrics.gauge(
        "aumbry_server_disks_queued_writes",
        "Writes that wait for a disk, of the disk with the most",
        () -> most(disks, Queued::writes));
    metrics.gauge(
        "aumbry_server_disks_queued_reads",
        "Reads that wait for a disk, of the disk with the most",
        () -> most(disks, Queued::reads));
  }

  void showReplicas(ReplicaRegistry registry) {
    Family<Gauge> states =
        metrics.gauges(
            "aumbry_server_replicas",
            "Replicas by state; error includes replicas that could not be opened",
            "state");
    for (ReplicaState state : ReplicaState.values()) {
      states.set(() -> count(registry, state), state.name().toLowerCase(Locale.ROOT));
    }
    metrics.gauge(
        "aumbry_server_doubtful",
        "Replicas in doubt: they were away for long, and wait for the forget horizon or"
            + " their peers. Investigate if above 0 for minutes",
        () -> registry.all().stream().filter(HostedReplica::isDoubtful).count());
    metrics.gauge(
        "aumbry_server_damaged",
        "Damaged places in logs that are not repaired yet. Investigate if above 0 for an hour",
        () -> sum(registry, each -> each.feed().damaged().open()));
    metrics.gauge(
        "aumbry_server_garbage_bytes",
        "Bytes in logs that compaction may drop, as far as known",
        () -> sum(registry, each -> each.maintenance().usage().garbage()));
    metrics.gauge(
        "aumbry_server_ending_bytes",
        "Bytes in logs of blobs that have ended or will end, and must stay for now",
        () -> sum(registry, each -> each.maintenance().usage().ending()));
  }

  private static long count(ReplicaRegistry registry, ReplicaState state) {
    return state == ReplicaState.ERROR
        ? registry.failed().size()
        : registry.all().stream().map(HostedReplica::state).filter(state::equals).count();
  }

  private static long sum(ReplicaRegistry registry, ToLongFunction<HostedReplica> part) {
    return registry.all().stream().mapToLong(part).sum();
  }

  private static long most(List<ReplicaDisk> disks, ToLongFunction<Queued> part) {
    return disks.stream().map(ReplicaDisk::queued).mapToLong(part).max().orElse(0);
  }

  private static double seconds(Duration span) {
    return span.toMillis() / 1000.0;
  }
}
