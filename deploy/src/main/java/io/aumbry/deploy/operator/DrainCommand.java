package io.aumbry.deploy.operator;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.lock.LockAnswer;
import io.aumbry.cluster.lock.LockRequest;
import io.aumbry.cluster.lock.LockWait;
import io.aumbry.cluster.metadata.NodeDrain;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.operator.ReplicaCapacity;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.lock.QueueOption;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.status.DrainProgress;
import io.aumbry.deploy.operator.status.ProgressReporter;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
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
      "Moves all replicas off a node, which keeps serving during the drain.",
      "Reports progress until the node has no replicas. The drain is recorded in ZooKeeper: it"
          + " continues when this command ends, and through restarts. Run the command again to see"
          + " its progress.",
      "A drain holds the lock of its node until it is taken back with --stop."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:the node has no replicas left; with --detach, the drain has begun",
      "1:the command failed, and the output says why",
      "2:the drain was refused, or the command line is invalid",
      "3:the lock of --lock is not held: it was released, or its lease ran out",
      "4:others have locked the node or wait for it, also after --wait; the drain was taken back while"
          + " it waited; or the lock of --lock still waits",
      "6:ZooKeeper could not make the change, and the output says why"
    })
final class DrainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Parameters(paramLabel = "NODE", description = "Name of the node, as in admin nodes.")
  private String name = "";

  @Option(
      names = "--stop",
      description =
          "Cancel the drain, also one that waits: the remaining replicas stay, and the node may get"
              + " others.")
  private boolean stop;

  @Option(names = "--detach", description = "Start the drain and do not wait for its end.")
  private boolean detach;

  @Option(
      names = "--anyway",
      description =
          "Start even if the other nodes cannot hold all of its replicas now. Those"
              + " without another place stay and serve until one exists.")
  private boolean anyway;

  @Option(
      names = "--lock",
      paramLabel = "NUMBER",
      description =
          "Drain under this lock, which you hold. It then stays until the drain has ended. By"
              + " default a drain takes a lock of its own.")
  private Optional<Long> lock = Optional.empty();

  @Mixin private QueueOption queue = new QueueOption();

  @Option(names = "--json", description = "Print JSON: an object for each change.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    checkWait();
    ProgressReporter teller = new ProgressReporter(spec, json);
    try (OperatorAccess access = options.open()) {
      ClusterObserver observer = new ClusterObserver(access, options.patience());
      ClusterObservation observation = observer.observe();
      StorageNode node = require(observation);
      HostLocks locks = new HostLocks(access.address(node.dataCenter()));
      NodeDrain drain = new NodeDrain(locks);
      if (stop) {
        requireNotDisabled(observation.snapshot(), node, "is not drained");
        drain.end(node.id());
        teller.notice(node.id() + " may hold replicas again; its remaining replicas stay");
        return 0;
      }
      begin(new Request(drain, node, observer), locks, observation.snapshot(), teller);
      if (!detach) {
        teller.follow(observer, seen -> DrainProgress.of(seen, node.id()), DrainCommand::document);
      }
      return 0;
    } catch (AumbryException e) {
      throw LockText.failure(e);
    }
  }

  private void checkWait() {
    if (!queue.mayWait()) {
      return;
    }
    if (lock.isPresent()) {
      throw refused("--wait is for a lock of the drain's own, so it excludes --lock");
    }
    if (stop) {
      throw refused("--stop does not wait, so it excludes --wait");
    }
  }

  private void requireNotDisabled(ClusterSnapshot snapshot, StorageNode node, String why) {
    if (snapshot.standing(node.id()).isDisabled()) {
      throw refused("%s %s: an operator has disabled it in Helix".formatted(node.id(), why));
    }
  }

  /** No effect if the node is drained under a lock already, and none is given. */
  private void begin(
      Request request, HostLocks locks, ClusterSnapshot snapshot, ProgressReporter teller)
      throws InterruptedException {
    StorageNode node = request.node;
    requireFit(snapshot, node);
    boolean isDrained = snapshot.standing(node.id()).isDrained();
    boolean isLocked = !snapshot.locks(place(snapshot, node)).queue(node.id().name()).isEmpty();
    if (!isDrained || !isLocked || lock.isPresent()) {
      begin(request, locks, teller);
      teller.notice(
          "the drain of %s has begun and continues without this command; aumbry admin drain %s"
                  .formatted(node.id(), node.id())
              + " --stop cancels it");
    }
  }

  /** The transaction that begins the drain also checks the lock. */
  private void begin(Request request, HostLocks locks, ProgressReporter teller)
      throws InterruptedException {
    NodeId node = request.node.id();
    LockAnswer answer =
        lock.isPresent()
            ? request.drain.begin(node, lock.get())
            : queue.acquire(locks, request, teller::notice);
    if (!answer.isHeld()) {
      throw LockText.refusal(
          answer.ahead(),
          "the drain of %s did not begin: %s\nthe holder of the lock begins it with --lock NUMBER"
              .formatted(node, queue.refusal(answer)));
    }
  }

  /** The request of a drain for a lock of its own. */
  private final class Request implements LockWait.Attempt {
    private final NodeDrain drain;
    private final StorageNode node;
    private final ClusterObserver observer;

    Request(NodeDrain drain, StorageNode node, ClusterObserver observer) {
      this.drain = drain;
      this.node = node;
      this.observer = observer;
    }

    @Override
    public LockAnswer of(boolean mayWait) throws InterruptedException {
      String owner = LockRequest.owner(System.getProperty("user.name", ""));
      return drain.begin(node.id(), owner, mayWait);
    }

    /** The other nodes may have changed in a long wait. */
    @Override
    public LockAnswer again(HostLock last) throws InterruptedException {
      ClusterSnapshot snapshot = observer.snapshot();
      if (snapshot.stocks().containsKey(place(snapshot, node))) {
        requireFit(snapshot, node);
      }
      return drain.again(node.id(), last);
    }
  }

  /** Refuses a node that is disabled, or that would be drained without an end. */
  private void requireFit(ClusterSnapshot snapshot, StorageNode node) {
    requireNotDisabled(snapshot, node, "cannot be drained");
    if (!snapshot.standing(node.id()).isDrained()) {
      requirePlaces(snapshot, node);
    }
  }

  private StorageNode require(ClusterObservation observation) {
    List<StorageNode> nodes = observation.nodes();
    Optional<StorageNode> found =
        nodes.stream().filter(node -> node.id().name().equals(name)).findFirst();
    StringBuilder why = new StringBuilder("no node " + name);
    why.append("; there are ")
        .append(NumberText.names(nodes.stream().map(StorageNode::id).toList()));
    observation
        .snapshot()
        .unreachable()
        .forEach((place, reason) -> why.append("\n").append(NumberText.unseen(place, reason)));
    return found.orElseThrow(() -> refused(why.toString()));
  }

  private static DataCenter place(ClusterSnapshot snapshot, StorageNode node) {
    return snapshot.view().dataCenters().stream()
        .filter(each -> each.id() == node.dataCenter())
        .findFirst()
        .orElseThrow();
  }

  /** Refuses a drain that would wait for ever. */
  private void requirePlaces(ClusterSnapshot snapshot, StorageNode node) {
    DataCenter place = place(snapshot, node);
    Stock stock = Optional.ofNullable(snapshot.stocks().get(place)).orElseThrow();
    ReplicaCapacity rest =
        snapshot.room(place, other -> other.live() && !other.id().equals(node.id()));
    if (anyway || rest.holds(stock)) {
      return;
    }
    String why =
        rest.zones() < stock.copies()
            ? "without %s only %s would have live nodes, but %d copies need a zone each"
                .formatted(node.id(), NumberText.count(rest.zones(), "zone"), stock.copies())
            : "without %s the live nodes have no room for %d partitions of %s, %d copies each"
                .formatted(
                    node.id(),
                    stock.partitions(),
                    NumberText.bytes(stock.partitionBytes()),
                    stock.copies());
    throw refused(
        "the other nodes cannot hold the replicas of "
            + node.id()
            + ": "
            + why
            + "\nadd a node first, or use --anyway: replicas without another place stay and serve until one exists");
  }

  private record Document(String node, boolean done, List<DrainProgress.Step> left) {}

  static Record document(DrainProgress progress) {
    return new Document(progress.node().name(), progress.isDone(), progress.steps());
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
