package io.aumbry.cluster.maintenance;

import io.aumbry.cluster.maintenance.MaintenanceSite.Observed;
import io.aumbry.cluster.maintenance.MaintenanceSite.Unproven;
import java.time.Duration;
import java.util.Optional;

/**
 * The wait of an executor for the proof of a host. It is not recorded: a successor asks again, and
 * waits from then.
 *
 * @param upToMillis the time up to which blobs are to be proven
 * @param sinceMillis since when the proof could have been done
 * @param askedMillis when nodes were last asked; 0 before the first time
 * @param blocked why it cannot be done now, because of a peer; empty if it can
 */
record ProofWatch(long upToMillis, long sinceMillis, long askedMillis, String blocked) {
  /** A node that restarts forgets that it was asked. */
  private static final Duration REPEAT = Duration.ofMinutes(1);

  static ProofWatch begin(long upToMillis, long nowMillis) {
    return new ProofWatch(upToMillis, nowMillis, 0, "");
  }

  /** Finds a replica that is not proven. No comparison counts before nodes were asked. */
  Optional<Unproven> lack(Observed seen, String host) {
    return askedMillis == 0
        ? Optional.of(new Unproven("it begins", false))
        : seen.unproven(host, upToMillis);
  }

  boolean isDue(long nowMillis) {
    return askedMillis == 0 || nowMillis - askedMillis >= REPEAT.toMillis();
  }

  /** The wait after a look at the host. */
  ProofWatch after(Optional<Unproven> lack, boolean asks, long nowMillis) {
    String why = lack.filter(Unproven::waitsForPeer).map(Unproven::why).orElse("");
    return new ProofWatch(
        upToMillis, why.isEmpty() ? sinceMillis : nowMillis, asks ? nowMillis : askedMillis, why);
  }

  long waitedMillis(long nowMillis) {
    return nowMillis - sinceMillis;
  }
}
