package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.error.AumbryException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collectors;

/** Locks for people. */
public final class LockText {
  private LockText() {}

  /** UTC, to the second. */
  public static String time(long millis) {
    return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static String until(HostLock lock) {
    if (lock.isOfDrain()) {
      return "drain ends";
    }
    return time(lock.untilMillis()) + (lock.drained().isEmpty() ? "" : " and drain");
  }

  /** The holder of a host and its purpose: the reason why another activity waits. */
  public static String holder(HostLock lock) {
    return "locked by %s for %s (lock %d) since %s until %s"
        .formatted(
            lock.request().owner(),
            lock.request().purpose(),
            lock.number(),
            time(lock.sinceMillis()),
            end(lock));
  }

  private static String end(HostLock lock) {
    if (lock.isOfDrain()) {
      return "its drain ends";
    }
    String drain =
        lock.drained().isEmpty()
            ? ""
            : " and the end of the drain of " + NumberText.names(lock.drained());
    return time(lock.untilMillis()) + drain;
  }

  /** The locks and requests before a request, one a line. */
  public static String ahead(List<HostLock> ahead) {
    return ahead.stream()
        .map(lock ->
            NumberText.names(lock.request().hosts())
                + ": "
                + (lock.isHeld() ? holder(lock) : waiting(lock)))
        .collect(Collectors.joining("\n"));
  }

  private static String waiting(HostLock lock) {
    return "awaited by %s for %s (lock %d) since %s"
        .formatted(
            lock.request().owner(),
            lock.request().purpose(),
            lock.number(),
            time(lock.sinceMillis()));
  }

  /** The refusal of an activity because of others. */
  public static ClientException refusal(List<HostLock> ahead, String advice) {
    return new ClientException(ExitCode.REFUSED, ahead(ahead) + "\n" + advice);
  }

  /** The failure of a command about locks. */
  public static ClientException failure(AumbryException e) {
    ExitCode code =
        switch (e.code()) {
          case NOT_FOUND -> ExitCode.NOT_FOUND;
          case CONFLICT -> ExitCode.REFUSED;
          case BAD_REQUEST -> ExitCode.USAGE;
          case CONNECTION_LOST -> ExitCode.UNAVAILABLE;
          default -> throw e;
        };
    return new ClientException(code, String.valueOf(e.getMessage()));
  }
}
