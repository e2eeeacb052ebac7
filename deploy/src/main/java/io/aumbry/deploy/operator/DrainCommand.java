package io.aumbry.deploy.operator;

import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.operator.ReplicaCapacity;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.status.DrainProgress;
import io.aumbry.deploy.operator.status.ProgressReporter;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin drain NODE}. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = {
      "Moves all replicas off a node, which goes on serving meanwhile.",
      "Says what it waits for until the node has none. The drain is in ZooKeeper: it goes on when"
          + " this command ends, and through restarts of everything; given again, the command goes"
          + " on telling."
    })
final class DrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Parameters(paramLabel = "NODE", description = "Its name, as admin nodes shows it.")
  private String name = "";

  @Option(
      names = "--stop",
      description = "Take a drain back: the node may have replicas, those that are there stay.")
  private boolean stop;

  @Option(names = "--detach", description = "Begin, and do not wait.")
  private boolean detach;

  @Option(
      names = "--anyway",
      description = {
        "Begin even if there is no other place for all of its replicas now: those",
        "without a place stay and serve until there is one."
      })
  private boolean anyway;

  @Option(names = "--json", description = "For programs: an object whenever something changes.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    ProgressReporter teller = new ProgressReporter(spec, json);
    try (OperatorAccess access = options.open()) {
      ClusterObserver lookout = new ClusterObserver(access, options.patience());
      ClusterObservation look = lookout.look();
      StorageNode node = require(look);
      NodeDrain drain = new NodeDrain(access.address(node.dataCenter()));
      if (stop) {
        drain.end(node.id());
        teller.notice(node.id() + " may have replicas again; those that have not left stay");
        return 0;
      }
      if (!look.snapshot().standing(node.id()).isDrained()) {
        requirePlaces(look.snapshot(), node);
        drain.begin(node.id());
        teller.notice(
            "the drain of %s has begun, and goes on without this command; aumbry admin drain %s"
                    .formatted(node.id(), node.id())
                + " --stop takes it back");
      }
      if (!detach) {
        teller.follow(lookout, seen -> DrainProgress.of(seen, node.id()), DrainCommand::document);
      }
    }
    return 0;
  }

  private StorageNode require(ClusterObservation look) {
    List<StorageNode> nodes = look.nodes();
    Optional<StorageNode> found =
        nodes.stream().filter(node -> node.id().name().equals(name)).findFirst();
    StringBuilder why = new StringBuilder("no node " + name);
    why.append("; there are ")
        .append(NumberText.names(nodes.stream().map(StorageNode::id).toList()));
    look.snapshot()
        .unreachable()
        .forEach((place, reason) -> why.append("\n").append(NumberText.unseen(place, reason)));
    return found.orElseThrow(() -> refused(why.toString()));
  }

  /** Without another place replicas wait for ever, which is seldom what was meant. */
  private void requirePlaces(ClusterSnapshot snapshot, StorageNode node) {
    DataCenter place =
        snapshot.view().dataCenters().stream()
            .filter(each -> each.id() == node.dataCenter())
            .findFirst()
            .orElseThrow();
    Stock stock = Optional.ofNullable(snapshot.stocks().get(place)).orElseThrow();
    ReplicaCapacity rest =
        snapshot.room(place, other -> other.live() && !other.id().equals(node.id()));
    if (anyway || rest.holds(stock)) {
      return;
    }
    String why =
        rest.zones() < stock.copies()
            ? "without %s there are live nodes in %s only, and %d copies need as many"
                .formatted(node.id(), NumberText.count(rest.zones(), "zone"), stock.copies())
            : "without %s the live nodes have no room for %d partitions of %s, %d copies each"
                .formatted(
                    node.id(),
                    stock.partitions(),
                    NumberText.bytes(stock.partitionBytes()),
                    stock.copies());
    throw refused(
        "there is no other place for the replicas of "
            + node.id()
            + ": "
            + why
            + "\nadd a node first; with --anyway those without a place stay and serve until there is one");
  }

  /** The JSON of one moment of a drain. */
  private record Document(String node, boolean done, List<DrainProgress.Step> left) {}

  static Record document(DrainProgress progress) {
    return new Document(progress.node().name(), progress.isDone(), progress.steps());
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
