package io.aumbry.deploy.operator;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.impact.ImpactAnalysis;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.maintenance.HostChoice;
import io.aumbry.deploy.operator.maintenance.LimitOptions;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts;
import io.aumbry.deploy.operator.maintenance.MaintenanceHosts.Observed;
import io.aumbry.deploy.operator.maintenance.MaintenancePlan;
import io.aumbry.deploy.operator.maintenance.MaintenanceRules;
import io.aumbry.deploy.operator.maintenance.MeasuredLoad;
import io.aumbry.deploy.operator.maintenance.OwnLock;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.option.DataCenterOption;
import io.aumbry.deploy.operator.option.SpanConverter;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.error.AumbryException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aumbry admin maintenance plan}. */
@Command(
    name = "plan",
    description = {
      "Shows in which batches hosts can be stopped and started without failed requests.",
      "A host is all processes of one name in a data centre. The hosts of a batch may be down"
          + " together when the hosts of earlier batches are whole again. The plan is for the"
          + " cluster as it is now: run the command again before each batch."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:each host is in a batch",
      "1:some hosts cannot go down now, and the output says why",
      "2:unknown: a data centre is unreachable, or the command line is invalid",
      "3:the lock of --lock is not held: it was released, or its lease ran out",
      "4:the lock of --lock is not held yet, and the output names the others before it"
    })
final class MaintenancePlanCommand extends ObservingCommand {
  private static final int BLOCKED = 1;

  @Mixin private HostChoice choice = new HostChoice();

  @Option(
      names = "--lock",
      paramLabel = "NUMBER",
      description =
          "The hosts of this lock, which you hold. With HOST or --version-is, only those of its"
              + " hosts. The hosts of other locks count as down.")
  private Optional<Long> lock = Optional.empty();

  @Option(
      names = "--in",
      paramLabel = "DC",
      defaultValue = "",
      description =
          "Only hosts of this data centre. With --lock, that of the lock; required if there are"
              + " several.")
  private String in = "";

  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--batch-time",
      paramLabel = "TIME",
      defaultValue = "10m",
      converter = SpanConverter.class,
      description =
          "Expected time of a batch, for the estimate of the duration (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration batchTime = Duration.ZERO;

  @Override
  Output output(ObservationHistory history) {
    MaintenancePlan plan = plan(history.now());
    return new Output(
        plan::text, () -> plan.document(history.now().cluster()), plan.hasAll() ? 0 : BLOCKED);
  }

  private MaintenancePlan plan(ClusterObservation observation) {
    ImpactLimits impact = impact();
    observation
        .snapshot()
        .unreachable()
        .forEach((place, why) -> {
          throw refused(NumberText.unseen(place, why));
        });
    Optional<OwnLock> own = own(observation.snapshot());
    MaintenanceHosts hosts = MaintenanceHosts.of(observation, own);
    List<Observed> here = here(observation, hosts);
    List<Observed> candidates =
        here.stream().filter(each -> own.map(mine -> mine.has(each.host())).orElse(true)).toList();
    SortedMap<Host, String> away = hosts.away();
    away.keySet().retainAll(here.stream().map(Observed::host).toList());
    boolean limitsLoad = impact.reservePercent().isPresent();
    return new MaintenancePlan(
        ImpactAnalysis.plan(
            chosen(candidates, own), MaintenanceRules.of(observation, hosts, impact)),
        away,
        new MaintenancePlan.Unknown(
            hosts.unknown(),
            choice.unknown(candidates),
            limitsLoad ? MeasuredLoad.of(observation, here).unknown() : List.of()),
        batchTime,
        limits.hours().opensAt(observation.atMillis()));
  }

  /** The hosts of the data centre of {@code --in}. */
  private List<Observed> here(ClusterObservation observation, MaintenanceHosts hosts) {
    return in.isEmpty()
        ? hosts.all()
        : List.copyOf(hosts.in(place(observation.view().dataCenters())));
  }

  private DataCenter place(List<DataCenter> all) {
    try {
      return DataCenterOption.find(all, in);
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private ImpactLimits impact() {
    try {
      return limits.impact();
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private Optional<OwnLock> own(ClusterSnapshot snapshot) {
    try {
      return lock.map(number -> {
        DataCenter place = place(snapshot.view().dataCenters());
        return new OwnLock(place, snapshot.locks(place).require(number));
      });
    } catch (AumbryException e) {
      throw LockText.failure(e);
    }
  }

  private List<Host> chosen(List<Observed> candidates, Optional<OwnLock> own) {
    if (choice.isEmpty() && own.isEmpty()) {
      throw refused(
          "name hosts, or use --all, --version-is or --lock; there are " + known(candidates));
    }
    Set<String> unknown = choice.missing(candidates);
    if (!unknown.isEmpty()) {
      String there = own.map(mine -> "lock " + mine.lock().number() + " has ").orElse("there are ");
      throw refused("no host " + String.join(", ", unknown) + "; " + there + known(candidates));
    }
    return candidates.stream()
        .filter(each -> choice.isEmpty() || choice.has(each))
        .map(Observed::host)
        .toList();
  }

  private static String known(List<Observed> hosts) {
    return NumberText.names(hosts.stream().map(each -> each.host().name()).toList());
  }
}
