package io.aumbry.deploy.operator;

import static io.aumbry.deploy.operator.status.StatusDocument.seconds;

import io.aumbry.deploy.client.Terminal;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.option.SpanConverter;
import io.aumbry.deploy.operator.proof.ChangesSinceProof;
import io.aumbry.deploy.operator.proof.ProofDemand;
import io.aumbry.deploy.operator.proof.ProofProgress;
import io.aumbry.deploy.operator.proof.ProofScope;
import io.aumbry.deploy.operator.proof.Verification;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.message.NodeRequest.Verify;
import io.aumbry.protocol.runtime.SystemTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code aumbry admin verify}. */
@Command(
    name = "verify",
    description = {
      "Checks whether every copy of every blob exists.",
      "Once in storage.compare-period, storage nodes compare each replica with each of its"
          + " peers. A partition is proven when all its replicas had the same"
          + " blobs. The output shows the age of that proof and the events since then. --now"
          + " compares everything again and reports the current state."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every partition is proven; with --now or --wait, since the command began",
      "1:a partition is not proven, and the output says why",
      "2:a node or a data centre could not be asked, or the command line is invalid"
    })
final class VerifyCommand extends ObservingCommand {
  private static final int NOT_PROVEN = 1;
  private static final int NOT_KNOWN = 2;
  private static final int MOST_SHOWN = 12;
  private static final Duration PATIENCE_OF_NOW = Duration.ofHours(1);

  @Option(names = "--partition", paramLabel = "N", description = "Only this partition.")
  private Optional<Integer> partition = Optional.empty();

  @Option(names = "--node", paramLabel = "NODE", description = "Only the replicas of this node.")
  private Optional<String> node = Optional.empty();

  @Option(names = "--all", description = "List proven partitions too. --json always does.")
  private boolean all;

  @Option(
      names = "--now",
      description =
          "Compare now, and wait until everything that existed when the command began"
              + " is proven, at most for --wait (default: 1h). Takes at least 30 s, because"
              + " younger blobs may not have reached all replicas.")
  private boolean now;

  @Option(
      names = "--rate",
      paramLabel = "BLOBS",
      defaultValue = "0",
      description =
          "With --now: limit of blobs that each node compares per second, 1000 to"
              + " 10000000 (default: the nodes' configuration).")
  private int rate;

  @Option(
      names = "--wait",
      arity = "0..1",
      paramLabel = "SPAN",
      fallbackValue = "365d",
      converter = SpanConverter.class,
      description =
          "Wait at most this long, such as 10min or 2h, until everything that existed"
              + " when the command began is proven. Without --now, nodes compare each pair"
              + " once in storage.compare-period (default: 1d).")
  private Optional<Duration> wait = Optional.empty();

  private final Map<NodeId, String> refusals = new TreeMap<>();
  private Optional<ProofProgress> progress = Optional.empty();

  private ProofScope scope() {
    return new ProofScope(partition, node.map(NodeId::new));
  }

  private Verification verification(ObservationHistory history) {
    return Verification.of(history.now(), scope());
  }

  private Optional<Duration> patience() {
    return wait.or(() -> now ? Optional.of(PATIENCE_OF_NOW) : Optional.empty());
  }

  @Override
  void begin(ClusterObserver observer, ClusterObservation first) {
    requireSense(first);
    if (now) {
      refusals.putAll(observer.send(ProofDemand.of(first, scope(), rate)));
    }
    if (waits()) {
      progress = ProofProgress.on(Terminal.standardError(new SystemTime()));
    }
  }

  private void requireSense(ClusterObservation first) {
    if (rate != 0 && !now) {
      throw refused("--rate=" + rate + " needs --now");
    }
    if (rate != 0 && (rate < Verify.SLOWEST || rate > Verify.FASTEST)) {
      throw refused("--rate=%d, must be %d to %d".formatted(rate, Verify.SLOWEST, Verify.FASTEST));
    }
    if (!first.snapshot().unreachable().isEmpty()) {
      return;
    }
    if (node.filter(name -> !NodeId.isValid(name) || first.view().node(new NodeId(name)).isEmpty())
        .isPresent()) {
      throw refused("no node " + node.get());
    }
    if (partition.filter(id -> first.view().partition(id).isEmpty()).isPresent()) {
      throw refused("no partition " + partition.get());
    }
  }

  @Override
  void showProgress(ObservationHistory history) {
    Verification verification = verification(history);
    int proven = verification.replicasThatMeet(goal(history));
    progress.ifPresent(bar -> bar.draw(proven, verification.replicas(), history.span()));
  }

  @Override
  Output output(ObservationHistory history) {
    progress.ifPresent(ProofProgress::clear);
    Verification verification = verification(history);
    return new Output(
        () -> text(verification, history),
        () -> document(verification, history),
        exitCode(verification, history));
  }

  private List<String> text(Verification verification, ObservationHistory history) {
    List<String> lines = new ArrayList<>(List.of(summary(verification)));
    if (verification.verdicts().isEmpty()) {
      lines.add("there are no partitions to verify");
    }
    OptionalLong age = verification.provenMillis();
    if (age.isPresent()) {
      ChangesSinceProof.of(history.now(), age.getAsLong())
          .forEach(event -> lines.add("since that proof: " + event));
    }
    if (waits() && !verification.meets(goal(history))) {
      lines.add("not everything has been compared again since this command began");
    }
    history.now().silent().forEach((each, why) -> lines.add("no answer: " + each + ", " + why));
    refusals.forEach((each, why) -> lines.add("comparison not started: " + each + ", " + why));
    lines.addAll(unproven(verification, history));
    addTable(lines, verification);
    return lines;
  }

  private static String summary(Verification verification) {
    OptionalLong millis = verification.provenMillis();
    String proof =
        millis.isPresent() && verification.allProven()
            ? ": every blob that existed " + NumberText.ago(millis, "") + " has all its copies"
            : "";
    return "%d of %s proven%s"
        .formatted(
            verification.proven(),
            NumberText.count(verification.verdicts().size(), "partition"),
            proof);
  }

  /** The replicas that are not proven, and the reasons. */
  private List<String> unproven(Verification verification, ObservationHistory history) {
    List<String> lines = new ArrayList<>();
    for (Verification.Verdict verdict : verification.verdicts()) {
      for (Verification.ReplicaProof replica : verdict.replicas()) {
        if (!goal(history).test(replica)) {
          String proof = NumberText.ago(replica.provenMillis(), "never");
          lines.add(
              "not proven: partition %d on %s, last proven %s%s"
                  .formatted(
                      verdict.partition(),
                      replica.node(),
                      proof,
                      replica.problem().isEmpty() ? "" : "; " + replica.problem()));
        }
      }
    }
    int more = lines.size() - MOST_SHOWN;
    if (more > 0) {
      lines.subList(MOST_SHOWN, lines.size()).clear();
      lines.add("not proven: and " + NumberText.count(more, "more replica"));
    }
    return lines;
  }

  private void addTable(List<String> lines, Verification verification) {
    TextTable table =
        new TextTable(">partition", ">complete", ">missing", ">divergent", ">doubtful", ">proven");
    for (Verification.Verdict verdict : verification.verdicts()) {
      if (all || partition.isPresent() || !verdict.isProven()) {
        table.add(
            verdict.partition(),
            verdict.complete(),
            verdict.missing(),
            verdict.divergent(),
            verdict.doubtful(),
            NumberText.ago(verdict.provenMillis(), "never"));
      }
    }
    if (!table.isEmpty()) {
      lines.add("");
      lines.addAll(table.lines());
    }
  }

  private record Document(
      String cluster,
      boolean proven,
      boolean allAsked,
      Optional<Double> provenSecondsAgo,
      List<String> sinceProof,
      List<PartitionProof> partitions) {}

  private record PartitionProof(
      int partition,
      int complete,
      int missing,
      int divergent,
      int doubtful,
      Optional<Double> provenSecondsAgo,
      List<ReplicaProof> replicas) {
    static PartitionProof of(Verification.Verdict verdict) {
      return new PartitionProof(
          verdict.partition(),
          verdict.complete(),
          verdict.missing(),
          verdict.divergent(),
          verdict.doubtful(),
          seconds(verdict.provenMillis()),
          verdict.replicas().stream().map(ReplicaProof::of).toList());
    }
  }

  private record ReplicaProof(String node, Optional<Double> provenSecondsAgo, String problem) {
    static ReplicaProof of(Verification.ReplicaProof replica) {
      return new ReplicaProof(
          replica.node().name(), seconds(replica.provenMillis()), replica.problem());
    }
  }

  private Record document(Verification verification, ObservationHistory history) {
    OptionalLong age = verification.provenMillis();
    return new Document(
        history.now().cluster(),
        isProven(verification, history),
        !verification.unknown() && refusals.isEmpty(),
        seconds(age),
        age.isPresent() ? ChangesSinceProof.of(history.now(), age.getAsLong()) : List.of(),
        verification.verdicts().stream().map(PartitionProof::of).toList());
  }

  @Override
  boolean waits() {
    return patience().isPresent();
  }

  @Override
  boolean isWaiting(ObservationHistory history) {
    return patience().filter(span -> history.span().compareTo(span) < 0).isPresent()
        && (asksNow(history) || !verification(history).meets(goal(history)));
  }

  /** The first observation was taken before the request. */
  private boolean asksNow(ObservationHistory history) {
    return now && history.now().equals(history.first());
  }

  private Predicate<Verification.ReplicaProof> goal(ObservationHistory history) {
    if (now) {
      return replica -> replica.isProvenUpTo(history.first().atMillis());
    }
    Duration since = waits() ? history.span() : Duration.ofMillis(Long.MAX_VALUE);
    return replica -> replica.isProvenOf(since);
  }

  private boolean isProven(Verification verification, ObservationHistory history) {
    return waits() ? verification.meets(goal(history)) : verification.allProven();
  }

  private int exitCode(Verification verification, ObservationHistory history) {
    if (isProven(verification, history) && !verification.unknown()) {
      return 0;
    }
    return verification.unknown() || !refusals.isEmpty() ? NOT_KNOWN : NOT_PROVEN;
  }
}
