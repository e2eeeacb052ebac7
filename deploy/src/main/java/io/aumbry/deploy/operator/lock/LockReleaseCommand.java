package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.text.NumberText;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code aumbry admin lock release NUMBER}. */
@Command(
    name = "release",
    description = {
      "Ends a lock, or withdraws a request that waits.",
      "Any operator may end any lock. A lock under which a host is drained ends after the drain.",
      "The command may be repeated, for example after a lost connection."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the lock is not held any more, also if it had ended before",
      DataCenterCommand.FAILED,
      DataCenterCommand.UNREACHABLE,
      "3:no lock has had this number",
      "4:a host is drained under the lock",
      DataCenterCommand.UNAVAILABLE
    })
public final class LockReleaseCommand extends DataCenterCommand {
  @Parameters(paramLabel = "NUMBER", description = "The number of the lock.")
  private long number;

  @Override
  protected int change(Place place) throws InterruptedException {
    Optional<HostLock> lock = place.locks().release(number);
    if (isJson()) {
      print(LockDocument.Answer.of(place.dataCenter(), false, lock));
    } else {
      print(
          lock.map(was ->
                  "lock %d of %s is released"
                      .formatted(number, NumberText.names(was.request().hosts())))
              .orElse("lock " + number + " is not held any more"));
    }
    return ExitCode.OK.code();
  }
}
