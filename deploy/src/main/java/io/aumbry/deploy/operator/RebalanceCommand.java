package io.aumbry.deploy.operator;

import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.metadata.Rebalance.Stage;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.status.ProgressReporter;
import io.aumbry.deploy.operator.status.RebalanceProgress;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aumbry admin rebalance}. */
@Command(
    name = "rebalance",
    mixinStandardHelpOptions = true,
    description = {
      "Moves replicas until each node has its fair share by capacity.",
      "Reports progress until the end. The rebalance is recorded in ZooKeeper: it continues when"
          + " this command ends, and through restarts. Run the command again to see its progress."
          + " A node with less than a quarter of its share starts a rebalance automatically. It waits"
          + " for hosts that others have locked, and locks those whose replicas move."
    })
final class RebalanceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(
      names = "--in",
      paramLabel = "NAME",
      defaultValue = "",
      description = "One data centre (default: all).")
  private String in = "";

  @Option(
      names = "--stop",
      description =
          "Stop: replicas that have not completed their move return, and added"
              + " nodes get none, until this command is run again without --stop.")
  private boolean stop;

  @Option(names = "--detach", description = "Start the rebalance and do not wait.")
  private boolean detach;

  @Option(names = "--json", description = "Print JSON: an object for each change.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    ProgressReporter teller = new ProgressReporter(spec, json);
    try (OperatorAccess access = options.open()) {
      ClusterObserver observer = new ClusterObserver(access, options.patience());
      ClusterObservation observation = observer.observe();
      List<DataCenter> places = places(observation);
      for (DataCenter place : places) {
        Stage stage = observation.snapshot().steering(place).rebalance();
        tell(new Rebalance(access.address(place.id())), stage, teller);
      }
      if (!detach) {
        for (DataCenter place : places) {
          teller.follow(
              observer, seen -> RebalanceProgress.of(seen, place), RebalanceCommand::document);
        }
      }
    }
    return 0;
  }

  private List<DataCenter> places(ClusterObservation observation) {
    List<DataCenter> places =
        observation.view().dataCenters().stream()
            .filter(place -> in.isEmpty() || place.name().equals(in))
            .toList();
    if (places.isEmpty()) {
      throw refused(
          "no data centre "
              + in
              + "; there are "
              + NumberText.names(
                  observation.view().dataCenters().stream().map(DataCenter::name).toList()));
    }
    for (DataCenter place : places) {
      if (observation.snapshot().unreachable().containsKey(place)) {
        throw refused(
            NumberText.unseen(place, observation.snapshot().unreachable().getOrDefault(place, "")));
      }
    }
    return places;
  }

  private void tell(Rebalance rebalance, Stage stage, ProgressReporter teller)
      throws InterruptedException {
    if (stop && stage != Stage.STOPPED) {
      rebalance.stop();
    } else if (!stop && stage != Stage.RUNNING) {
      rebalance.begin();
      teller.notice(
          "the rebalance has begun and continues without this command; aumbry admin rebalance --stop ends it");
    }
  }

  private record Document(
      String dataCenter,
      boolean done,
      Stage stage,
      List<String> waitsFor,
      List<RebalanceProgress.Step> moving,
      List<Node> nodes) {}

  private record Node(String name, long replicas, double fairShare) {}

  static Record document(RebalanceProgress progress) {
    return new Document(
        progress.place().name(),
        progress.isDone(),
        progress.stage(),
        progress.obstacles(),
        progress.steps(),
        progress.shares().entrySet().stream()
            .map(each ->
                new Node(
                    each.getKey().name(),
                    progress.counts().getOrDefault(each.getKey(), 0L),
                    each.getValue()))
            .toList());
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
