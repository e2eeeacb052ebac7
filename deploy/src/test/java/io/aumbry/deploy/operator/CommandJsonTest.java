package io.aumbry.deploy.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.observation.ObservationFixture;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.status.DrainProgress;
import io.aumbry.deploy.operator.status.RebalanceProgress;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.report.DiskReport;
import io.aumbry.protocol.report.ReplicaReport.Proof;
import io.aumbry.protocol.report.ReplicaReport.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The JSON of the commands is part of their interface, including the order of keys. */
final class CommandJsonTest {
  private final ObservationHistory history = history();

  private static ObservationHistory history() {
    ObservationFixture fixture =
        new ObservationFixture()
            .unreachable(ObservationFixture.FAR, "its ZooKeeper does not answer")
            .node("b", false)
            .node("d", true)
            .silent("d", "no connection")
            .operation("a", "EVACUATE")
            .disks("c", new DiskReport("/d9", false, true, -1, 5, 31_500, 4))
            .diskSpeeds("c", List.of(DiskReport.UNKNOWN))
            .clockError("c", -2_500)
            .process(AnnouncedProcess.Kind.FRONTEND, "frontend-1", false)
            .version("frontend-2", "0.2-def")
            .process(AnnouncedProcess.Kind.FRONTEND, "frontend-2", true)
            .rebalance(Rebalance.Stage.RUNNING, "upgrade")
            .lock("ann", "kernel upgrade", true, "a", "b")
            .lock("bob", "new disk", false, "b")
            .place(0, "b", ReplicaState.OFFLINE)
            .place(1, "b", ReplicaState.OFFLINE)
            .place(1, "d", ReplicaState.INACTIVE)
            .place(1, "c", ReplicaState.BOOTSTRAP)
            .seal(0)
            .classify(1, "cold")
            .report(
                1, "c", new Waiting(ObservationFixture.NOW - 4000, List.of("b (not heard of)")), 7)
            .report(0, "c", new Waiting(0, List.of()), -1)
            .damage(0, "a", 2)
            .proof(0, "a", new Proof(ObservationFixture.NOW - 90_000, 0, 1, 2));
    return ObservationHistory.first(fixture.observation());
  }

  /** Compares a document with a resource, as text. */
  private static void assertWritten(Record document, String resource) throws IOException {
    try (InputStream in = requireNonNull(CommandJsonTest.class.getResourceAsStream(resource))) {
      String expected = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(JsonWriter.SNAKE_CASE.indented(document) + "\n").isEqualTo(expected);
    }
  }

  @Test
  void status() throws IOException {
    assertWritten(new StatusCommand().output(history).document().get(), "status.json");
  }

  @Test
  void nodes() throws IOException {
    assertWritten(new NodesCommand().output(history).document().get(), "nodes.json");
  }

  @Test
  void workers() throws IOException {
    assertWritten(new WorkersCommand().output(history).document().get(), "workers.json");
  }

  @Test
  void partitions() throws IOException {
    assertWritten(new PartitionsCommand().output(history).document().get(), "partitions.json");
  }

  @Test
  void lag() throws IOException {
    assertWritten(new LagCommand().output(history).document().get(), "lag.json");
  }

  @Test
  void verify() throws IOException {
    assertWritten(new VerifyCommand().output(history).document().get(), "verify.json");
  }

  @Test
  void maintenancePlan() throws IOException {
    ObservationHistory whole = ObservationHistory.first(new ObservationFixture().observation());
    MaintenancePlanCommand command =
        CommandLine.populateCommand(
            new MaintenancePlanCommand(), "a", "b", "controller-1", "--batch-time=90s");
    assertWritten(command.output(whole).document().get(), "maintenance-plan.json");
  }

  @Test
  void drain() throws IOException {
    DrainProgress progress = DrainProgress.of(history.now(), new NodeId("c"));
    assertWritten(DrainCommand.document(progress), "drain.json");
  }

  @Test
  void rebalance() throws IOException {
    RebalanceProgress progress = RebalanceProgress.of(history.now(), ObservationFixture.HERE);
    assertWritten(RebalanceCommand.document(progress), "rebalance.json");
  }
}
