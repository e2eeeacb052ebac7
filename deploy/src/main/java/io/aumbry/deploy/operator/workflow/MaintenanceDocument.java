package io.aumbry.deploy.operator.workflow;

import io.aumbry.cluster.lock.HostLock;
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
      Order order,
      Standing standing,
      Optional<Long> lock,
      List<Host> hosts) {}

  /** The order of a workflow, without its content. */
  record Order(String request, String owner, String purpose) {}

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
          progress.note().toString());
    }
  }

  /**
   * The answer of {@code status}.
   *
   * @param executor that carries workflows out now
   */
  record Status(String dataCenter, Optional<Workflow> workflow, Optional<Executor> executor) {}

  /**
   * A process that carries workflows out.
   *
   * @param number its fencing number
   * @param until the end of its lease, unless it is renewed
   */
  record Executor(String owner, long number, String until) {
    static Executor of(HostLock seat) {
      return new Executor(seat.request().owner(), seat.number(), LockText.time(seat.untilMillis()));
    }
  }

  record History(String dataCenter, List<Ended> workflows) {}

  /**
   * A workflow that has ended.
   *
   * @param setAside the first hosts that were set aside
   */
  record Ended(
      long number,
      Order order,
      String state,
      String reason,
      Counts counts,
      List<SetAside> setAside) {}

  record SetAside(String host, String reason) {}

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
        new Order(workflow.order().id(), workflow.order().owner(), workflow.order().purpose()),
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
        new Order(ended.id(), ended.owner(), ended.purpose()),
        lower(end.state()),
        end.reason(),
        new Counts(
            LockText.time(end.startedMillis()),
            LockText.time(end.endedMillis()),
            end.hosts(),
            ended.done(),
            ended.setAside().hosts()),
        ended.setAside().reasons().entrySet().stream()
            .map(each -> new SetAside(each.getKey(), each.getValue()))
            .toList());
  }
}
