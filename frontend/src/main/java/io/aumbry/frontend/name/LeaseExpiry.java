package io.aumbry.frontend.name;

import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides which leases have expired: those whose time of renewal has not changed for a while by the
 * monotonic clock of this process. Wall clocks decide nothing, because that of a writer may differ.
 */
final class LeaseExpiry {
  private final Duration limit;
  private final Time time;
  private final Map<String, Renewal> renewals = new HashMap<>();

  /**
   * A renewal that this process has seen.
   *
   * @param millis by the clock of the writer
   * @param end when the lease expires unless it is renewed
   */
  private record Renewal(long millis, Deadline end) {}

  LeaseExpiry(Duration limit, Time time) {
    this.limit = limit;
    this.time = time;
  }

  /** Takes the last renewals of all open leases, and returns those of the expired ones. */
  Map<String, Long> expired(Map<String, Long> open) {
    renewals.keySet().retainAll(open.keySet());
    Map<String, Long> expired = new HashMap<>();
    open.forEach((writer, millis) -> {
      Renewal seen =
          renewals.compute(
              writer,
              (_, known) ->
                  known != null && known.millis == millis
                      ? known
                      : new Renewal(millis, Deadline.after(limit, time)));
      if (seen.end.hasPassed(time)) {
        expired.put(writer, millis);
      }
    });
    return expired;
  }

  /** Begins again after the catalog did not answer, because no writer could renew its lease. */
  void restart() {
    renewals.clear();
  }
}
