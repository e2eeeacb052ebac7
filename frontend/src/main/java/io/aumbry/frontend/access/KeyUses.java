package io.aumbry.frontend.access;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collects when access keys were used, and reports it to the catalog in batches, so that requests
 * do not wait for it. Thread-safe.
 */
public final class KeyUses {
  /** Time between two reports. A crash loses the uses since the last one. */
  public static final Duration PERIOD = Duration.ofMinutes(1);

  /** Keys of one report. A use of another key is not recorded before the next period. */
  static final int MOST = 10_000;

  /** A use so soon after the last one changes nothing, so that busy keys cost a lookup only. */
  private static final long RESOLUTION_MILLIS = 1000;

  private final Map<String, Long> unreported = new ConcurrentHashMap<>();

  /** The catalog, as far as this class uses it. */
  @FunctionalInterface
  public interface Recorder {
    Integer apply(IdentityCommand.RecordKeyUses uses, RequestContext context);
  }

  /** Notes that a request had valid credentials of a key. */
  void used(String key, long nowMillis) {
    Long last = unreported.get(key);
    boolean isNew = last == null ? unreported.size() < MOST : nowMillis - last >= RESOLUTION_MILLIS;
    if (isNew) {
      unreported.merge(key, nowMillis, Math::max);
    }
  }

  /** Reports the uses since the last report, with one command. Reports them again if it fails. */
  public void report(Recorder catalog, RequestContext context) {
    Map<String, Long> batch = Map.copyOf(unreported);
    if (batch.isEmpty()) {
      return;
    }
    catalog.apply(new IdentityCommand.RecordKeyUses(batch), context);
    batch.forEach(unreported::remove);
  }
}
