package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.operator.option.SpanConverter;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code aumbry admin lock acquire HOST...}. */
@Command(
    name = "acquire",
    description = {
      "Locks hosts, all of them or none.",
      "Prints the number of the lock, which is higher than that of any earlier holder of these"
          + " hosts. The lock outlives this command. It ends with admin lock release, or when its"
          + " lease runs out and nobody has renewed it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the hosts are locked",
      DataCenterCommand.FAILED,
      "2:a data centre is unreachable, a limit is reached, or the command line is invalid",
      "4:others hold a host or wait for it, and the output names them",
      DataCenterCommand.UNAVAILABLE
    })
public final class LockAcquireCommand extends DataCenterCommand {
  @Parameters(
      paramLabel = "HOST",
      arity = "1..*",
      description = "Names of hosts of one data centre, as in admin maintenance plan.")
  private List<String> hosts = List.of();

  @Option(
      names = "--purpose",
      paramLabel = "TEXT",
      required = true,
      description = "The reason, for others that wait (1 to 100 characters).")
  private String purpose = "";

  @Option(
      names = "--owner",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "A person or a system (1 to 64 characters; default: the user of this process).")
  private String owner = "";

  @Option(
      names = "--lease",
      paramLabel = "TIME",
      defaultValue = "1h",
      converter = SpanConverter.class,
      description = "Time after which the lock ends, 10s to 30d (default: ${DEFAULT-VALUE}).")
  private Duration lease = Duration.ZERO;

  @Mixin private QueueOption queue = new QueueOption();

  @Option(
      names = "--request",
      paramLabel = "ID",
      description =
          "Name of the request. A repeated command with the same name and options gets the same"
              + " lock, for example after a crash (default: a random one).")
  private String request = randomId();

  @Option(
      names = "--anyway",
      description = "Also lock hosts that the cluster does not know, such as a stopped frontend.")
  private boolean anyway;

  private LockRequest asked() {
    LockRequest asked;
    try {
      asked = new LockRequest(request, owner, purpose, hosts, lease);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
    if (asked.isOfRebalance()) {
      throw refused("request id " + request + " is that of rebalances");
    }
    return asked;
  }

  @Override
  protected void check() {
    asked();
  }

  @Override
  protected int change(Place place) throws InterruptedException {
    requireKnown(place.dataCenter(), place.snapshot());
    LockAnswer answer =
        queue.acquire(
            place.locks(), mayWait -> place.locks().acquire(asked(), mayWait), this::note);
    return report(place.dataCenter(), answer);
  }

  /** A host that is locked is known, even if its process has been stopped since. */
  void requireKnown(DataCenter here, ClusterSnapshot snapshot) {
    SortedSet<String> missing = new TreeSet<>(hosts);
    missing.removeAll(snapshot.hosts(here));
    snapshot.locks(here).locks().forEach(lock -> missing.removeAll(lock.request().hosts()));
    if (anyway || missing.isEmpty()) {
      return;
    }
    List<String> why = new ArrayList<>();
    why.add(
        "no host %s in %s; there are %s"
            .formatted(
                String.join(", ", missing), here.name(), NumberText.names(snapshot.hosts(here))));
    for (DataCenter other : snapshot.view().dataCenters()) {
      SortedSet<String> there = new TreeSet<>(missing);
      there.retainAll(snapshot.hosts(other));
      missing.removeAll(there);
      if (!there.isEmpty()) {
        why.add(
            "%s in %s %s, because a lock belongs to one data centre"
                .formatted(
                    String.join(", ", there),
                    other.name(),
                    there.size() == 1 ? "needs a lock of its own" : "need a lock of their own"));
      }
    }
    if (!missing.isEmpty()) {
      why.add("--anyway locks hosts that are not known");
    }
    throw refused(String.join("\n", why));
  }

  int report(DataCenter place, LockAnswer answer) {
    if (isJson()) {
      print(LockDocument.Answer.of(place, answer));
    } else if (answer.isHeld()) {
      HostLock lock = answer.lock().orElseThrow();
      print(
          "lock %d of %s is held until %s"
              .formatted(
                  lock.number(),
                  NumberText.names(lock.request().hosts()),
                  LockText.time(lock.untilMillis())));
    } else {
      throw LockText.refusal(answer.ahead(), queue.refusal(answer));
    }
    return answer.isHeld() ? ExitCode.OK.code() : ExitCode.REFUSED.code();
  }
}
