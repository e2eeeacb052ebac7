package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.option.SpanConverter;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.runtime.Bounds;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aumbry admin lock renew NUMBER}. */
@Command(
    name = "renew",
    description = {
      "Lets the lease of a lock run from now.",
      "Also tells whether the lock is still held: call it before each step that must not happen"
          + " under the lock of another."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the lock is held until the printed time",
      DataCenterCommand.FAILED,
      DataCenterCommand.UNREACHABLE,
      "3:the lock is not held: it was released, or its lease ran out",
      "4:the lock is not held yet, and the output names the others before it",
      DataCenterCommand.UNAVAILABLE
    })
public final class LockRenewCommand extends DataCenterCommand {
  @Parameters(paramLabel = "NUMBER", description = "The number of the lock.")
  private long number;

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      converter = SpanConverter.class,
      description = "Time after which the lock ends, 10s to 30d (default: as it was acquired).")
  private Optional<Duration> lease = Optional.empty();

  @Override
  protected void check() {
    try {
      lease.ifPresent(
          span -> Bounds.check("lease", span, LockRequest.SHORTEST, LockRequest.LONGEST));
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  @Override
  protected int change(Place place) throws InterruptedException {
    HostLock lock = place.locks().renew(number, lease);
    if (isJson()) {
      print(LockDocument.Answer.of(place.dataCenter(), true, Optional.of(lock)));
    } else {
      print(
          "lock %d of %s is held until %s"
              .formatted(
                  number,
                  NumberText.names(lock.request().hosts()),
                  LockText.time(lock.untilMillis())));
    }
    return ExitCode.OK.code();
  }
}
