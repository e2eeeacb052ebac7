package io.aumbry.deploy.operator.hook;

import io.aumbry.cluster.maintenance.HookCall;
import io.aumbry.cluster.maintenance.MaintenanceOrder;
import java.util.Locale;
import java.util.SortedMap;

/**
 * The task of a hook.
 *
 * @param lock the fencing number under which its host is locked
 * @param executor the fencing number of the executor, which increases with each one
 */
record HookRequest(
    String dataCenter, HookCall call, MaintenanceOrder order, long lock, long executor) {
  /** The name of the step for hooks. */
  String step() {
    return call.step().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Counts from 1. */
  int attempt() {
    return call.attempts() + 1;
  }

  SortedMap<String, String> parameters() {
    return order.parameters().of(call.host());
  }

  /** The same for all starts of a run, also in those of another executor. */
  String id() {
    return "%s/%s/%d/%s/%s/%d/%s/%d"
        .formatted(
            dataCenter,
            order.id(),
            call.workflow(),
            call.host(),
            step(),
            attempt(),
            call.hook(),
            call.sinceMillis());
  }

  /** The path of the file with the output, below the folder of all outputs. */
  String output() {
    return "%s/%d/%s/%s-%d-%s.log"
        .formatted(dataCenter, call.workflow(), call.host(), step(), attempt(), call.hook());
  }
}
