package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.machine.MachineBefore;

/**
 * The progress of one host in a maintenance workflow.
 *
 * @param attempts that have failed
 * @param sinceMillis start of the step, or of its current attempt
 * @param dueMillis no hook starts earlier
 * @param hook the number of hooks of the step that are done
 * @param note the last error, and the reason why the host waits
 * @param before its machine when its batch began
 */
public record HostProgress(
    HostStep step,
    int attempts,
    long sinceMillis,
    long dueMillis,
    int hook,
    HostNote note,
    MachineBefore before) {
  static HostProgress waiting(long nowMillis) {
    return new HostProgress(
        HostStep.WAITING, 0, nowMillis, nowMillis, 0, HostNote.NONE, MachineBefore.NONE);
  }

  HostProgress entering(HostStep next, long nowMillis) {
    HostNote kept = next == HostStep.DONE ? HostNote.NONE : note.withoutWait();
    return new HostProgress(next, attempts, nowMillis, nowMillis, 0, kept, keptIn(next));
  }

  HostProgress setAside(String why, long nowMillis) {
    return entering(HostStep.SET_ASIDE, nowMillis).noted(HostNote.failed(why));
  }

  /** A hook is done, and another one of the same step follows. */
  HostProgress nextHook(long nowMillis) {
    return new HostProgress(
        step, attempts, nowMillis, nowMillis, hook + 1, note.withoutWait(), before);
  }

  HostProgress retrying(HostStep next, String why, long nowMillis, long pauseMillis) {
    return new HostProgress(
        next,
        attempts + 1,
        nowMillis,
        nowMillis + pauseMillis,
        next == step ? hook : 0,
        HostNote.failed(why),
        keptIn(next));
  }

  /** It stays in its step, and cannot go on yet. */
  HostProgress waitingFor(String why) {
    return noted(note.waiting(why));
  }

  /** It does not wait any more. */
  HostProgress goingOn() {
    return noted(note.withoutWait());
  }

  private HostProgress noted(HostNote next) {
    return new HostProgress(step, attempts, sinceMillis, dueMillis, hook, next, before);
  }

  /** Whether it has gone on, or failed, since it was another progress. */
  boolean isBeyond(HostProgress earlier) {
    return !noted(HostNote.NONE).equals(earlier.noted(HostNote.NONE));
  }

  HostProgress with(MachineBefore machine) {
    return new HostProgress(step, attempts, sinceMillis, dueMillis, hook, note, machine);
  }

  private MachineBefore keptIn(HostStep next) {
    return next.isEnd() ? MachineBefore.NONE : before;
  }
}
