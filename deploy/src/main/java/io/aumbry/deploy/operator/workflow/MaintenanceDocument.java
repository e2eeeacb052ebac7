package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.HostProgress;
import io.aumbry.cluster.maintenance.MaintenanceTable;
import io.aumbry.cluster.maintenance.MaintenanceWorkflow;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** Maintenance workflows for programs. */
final class MaintenanceDocument {
  private MaintenanceDocument() {}

  record Workflow(
      String dataCenter,
      long number,
      String owner,
      String purpose,
      Standing standing,
      Optional<Long> lock,
      List<Host> hosts) {}

  /**
   * The state of a workflow.
   *
   * @param hours in which batches begin; empty for any time
   * @param waitsUntil the time at which the next batch may begin, if the hours make it wait
   */
  record Standing(
      String state,
      String reason,
      String since,
      String started,
      int batches,
      String hours,
      Optional<String> waitsUntil) {}

  /**
   * The progress of a host.
   *
   * @param hook that runs or is to run, in a step with hooks
   */
  record Host(
      String name,
      String step,
      Optional<String> hook,
      int failedAttempts,
      String since,
      String note) {
    static Host of(MaintenanceWorkflow workflow, String name, HostProgress progress) {
      return new Host(
          name,
          lower(progress.step()),
          workflow.hook(name).map(HookCall::hook),
          progress.attempts(),
          LockText.time(progress.sinceMillis()),
          progress.note());
    }
  }

  record Status(String dataCenter, Optional<Workflow> workflow) {}

  record History(String dataCenter, List<Ended> workflows) {}

  record Ended(
      long number, String owner, String purpose, String state, String reason, Counts counts) {}

  record Counts(String started, String ended, int hosts, int done, int setAside) {}

  static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The time at which the next batch may begin, if the hours of the workflow make it wait. */
  static Optional<String> waitsUntil(MaintenanceWorkflow workflow, long nowMillis) {
    OptionalLong opens = workflow.waitsUntil(nowMillis);
    return opens.isPresent() ? Optional.of(LockText.time(opens.getAsLong())) : Optional.empty();
  }

  static Workflow of(DataCenter place, MaintenanceWorkflow workflow, long nowMillis) {
    MaintenanceWorkflow.Standing standing = workflow.standing();
    return new Workflow(
        place.name(),
        workflow.number(),
        workflow.order().owner(),
        workflow.order().purpose(),
        new Standing(
            lower(standing.state()),
            standing.reason(),
            LockText.time(standing.sinceMillis()),
            LockText.time(workflow.startedMillis()),
            workflow.batch().count(),
            workflow.order().limits().hours().toString(),
            waitsUntil(workflow, nowMillis)),
        Optional.of(workflow.batch().lock()).filter(lock -> lock != 0),
        workflow.hosts().entrySet().stream()
            .map(each -> Host.of(workflow, each.getKey(), each.getValue()))
            .toList());
  }

  static Ended of(MaintenanceTable.Ended ended) {
    MaintenanceTable.End end = ended.end();
    return new Ended(
        ended.number(),
        ended.owner(),
        ended.purpose(),
        lower(end.state()),
        end.reason(),
        new Counts(
            LockText.time(end.startedMillis()),
            LockText.time(end.endedMillis()),
            end.hosts(),
            ended.done(),
            ended.setAside()));
  }
}
