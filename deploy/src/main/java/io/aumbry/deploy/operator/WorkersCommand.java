package io.aumbry.deploy.operator;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.report.WorkerReport;
import io.aumbry.protocol.report.WorkerReport.State;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code aumbry admin workers}. */
@Command(
    name = "workers",
    description = {
      "Lists the background workers of each storage node, their last runs and backlogs.",
      "States: waiting (for the next run), running, failed (the last run failed and is retried),"
          + " stopped."
    })
final class WorkersCommand extends ObservingCommand {
  @Override
  Output output(ObservationHistory history) {
    ClusterObservation observation = history.now();
    return new Output(() -> text(observation), () -> document(observation));
  }

  private static List<String> text(ClusterObservation observation) {
    TextTable table =
        new TextTable(
            "node", "worker", "disk", "state", ">last run", ">took", ">backlog", "failure");
    for (StorageNode node : observation.nodes()) {
      for (WorkerReport worker : workers(observation, node)) {
        table.add(
            node.id(),
            worker.name(),
            worker.disk().isEmpty() ? "-" : worker.disk(),
            state(worker),
            NumberText.span(worker.times().agoMillis()) + " ago",
            NumberText.span(worker.times().tookMillis()),
            backlog(worker.backlog()),
            worker.failure());
      }
    }
    return withUnseen(table, observation);
  }

  private static List<WorkerReport> workers(ClusterObservation observation, StorageNode node) {
    return observation.said(node.id()).map(said -> said.node().workers()).orElse(List.of());
  }

  private static String state(WorkerReport worker) {
    String name = worker.state().name().toLowerCase(Locale.ROOT);
    return worker.state() == State.RUNNING
        ? name + " for " + NumberText.span(worker.times().stateMillis())
        : name;
  }

  private static String backlog(WorkerReport.Backlog backlog) {
    return switch (backlog.unit()) {
      case "" -> "-";
      case "bytes" -> NumberText.bytes(backlog.amount());
      default -> backlog.amount() + " " + backlog.unit();
    };
  }

  private record Document(String cluster, List<Node> nodes) {}

  private record Node(String name, List<Work> workers, Optional<String> silent) {}

  private record Work(
      String name,
      Optional<String> disk,
      State state,
      @JsonUnwrapped Times times,
      @JsonUnwrapped Optional<Waiting> backlog,
      Optional<String> failure) {
    static Work of(WorkerReport worker) {
      return new Work(
          worker.name(),
          Optional.of(worker.disk()).filter(name -> !name.isEmpty()),
          worker.state(),
          Times.of(worker.times()),
          Optional.of(worker.backlog())
              .filter(backlog -> !backlog.unit().isEmpty())
              .map(backlog -> new Waiting(backlog.amount(), backlog.unit())),
          Optional.of(worker.failure()).filter(message -> !message.isEmpty()));
    }
  }

  private record Times(double stateSeconds, double lastRunSecondsAgo, double lastRunSeconds) {
    static Times of(WorkerReport.Times times) {
      return new Times(
          times.stateMillis() / 1e3, times.agoMillis() / 1e3, times.tookMillis() / 1e3);
    }
  }

  private record Waiting(long backlog, String backlogUnit) {}

  private static Record document(ClusterObservation observation) {
    return new Document(
        observation.cluster(),
        observation.nodes().stream()
            .map(node ->
                new Node(
                    node.id().name(),
                    workers(observation, node).stream().map(Work::of).toList(),
                    Optional.ofNullable(observation.silent().get(node.id()))))
            .toList());
  }
}
