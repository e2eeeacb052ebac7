package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.machine.Hardware;
import io.aumbry.protocol.runtime.PrintableText;
import java.util.Optional;

/**
 * The progress of one host in a maintenance workflow.
 *
 * @param attempts that have failed
 * @param sinceMillis start of the step, or of its current attempt
 * @param dueMillis no hook starts earlier
 * @param hook the number of hooks of the step that are done
 * @param note the last error, or what the host waits for, or empty
 * @param hardwareBefore its hardware when its batch began, if it is known and is to be compared
 */
public record HostProgress(
    HostStep step,
    int attempts,
    long sinceMillis,
    long dueMillis,
    int hook,
    String note,
    Optional<Hardware> hardwareBefore) {
  /** With {@link MaintenanceOrder#MOST_HOSTS}, all notes fit into one node of ZooKeeper. */
  static final int LONGEST_NOTE = 120;

  public HostProgress {
    note = shortened(note);
  }

  static HostProgress waiting(long nowMillis) {
    return new HostProgress(HostStep.WAITING, 0, nowMillis, nowMillis, 0, "", Optional.empty());
  }

  /** Printable, and bounded. */
  static String shortened(String text) {
    String shown = PrintableText.of(text).strip();
    int length = shown.codePointCount(0, shown.length());
    return length <= LONGEST_NOTE
        ? shown
        : shown.substring(0, shown.offsetByCodePoints(0, LONGEST_NOTE - 1)) + "…";
  }

  HostProgress entering(HostStep next, String why, long nowMillis) {
    return new HostProgress(next, attempts, nowMillis, nowMillis, 0, why, keptIn(next));
  }

  /** A hook is done, and another one of the same step follows. */
  HostProgress nextHook(long nowMillis) {
    return new HostProgress(step, attempts, nowMillis, nowMillis, hook + 1, "", hardwareBefore);
  }

  HostProgress retrying(HostStep next, String why, long nowMillis, long pauseMillis) {
    return new HostProgress(
        next,
        attempts + 1,
        nowMillis,
        nowMillis + pauseMillis,
        next == step ? hook : 0,
        why,
        keptIn(next));
  }

  /** It stays in its step, and cannot go on yet. */
  HostProgress waitingFor(String why) {
    return new HostProgress(
        step, attempts, sinceMillis, dueMillis, hook, "waits: " + why, hardwareBefore);
  }

  /** Whether it has gone on, or failed, since it was another progress. */
  boolean isBeyond(HostProgress earlier) {
    return !waitingFor("").equals(earlier.waitingFor(""));
  }

  HostProgress with(Optional<Hardware> hardware) {
    return new HostProgress(step, attempts, sinceMillis, dueMillis, hook, note, hardware);
  }

  private Optional<Hardware> keptIn(HostStep next) {
    return next.isEnd() ? Optional.empty() : hardwareBefore;
  }
}
