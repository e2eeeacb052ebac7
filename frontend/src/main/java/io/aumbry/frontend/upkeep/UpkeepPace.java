package io.aumbry.frontend.upkeep;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Limits the rate of background work, and ends it when its process stops.
 *
 * @param span of a rest
 * @param contexts a context for each call
 * @param sleep waits, or throws {@link ErrorCode#SHUTTING_DOWN}
 */
public record UpkeepPace(
    Duration span, Supplier<RequestContext> contexts, Consumer<Duration> sleep) {
  /** The context of one call. */
  public RequestContext context() {
    return contexts.get();
  }

  /**
   * Waits between two calls.
   *
   * @throws AumbryException {@link ErrorCode#SHUTTING_DOWN}
   */
  public void rest() {
    sleep.accept(span);
  }

  /** Number of rests in a period, at least 1. */
  public int restsIn(Duration period) {
    return Math.clamp(period.dividedBy(span), 1, Integer.MAX_VALUE);
  }
}
