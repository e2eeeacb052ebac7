package io.aumbry.server.rebuild;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.server.replica.FailedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.server.replication.ConfirmationRound;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.worker.Backlog;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings failed replicas back. See the description of this package. */
public final class Rebuilding {
  private static final Logger LOG = LoggerFactory.getLogger(Rebuilding.class);

  private static final Duration LOOK = Duration.ofSeconds(1);

  /** After this number of failed opens a store counts as unusable. */
  private static final int HOPELESS = 3;

  private static final UUID NO_STORE = new UUID(0, 0);

  private final NodeId self;
  private final RebuildConfig config;
  private final ReplicaRegistry registry;
  private final NodeEnvironment environment;
  private final Coordinator coordinator;
  private final Worker worker;
  private final Map<Integer, RebuildAttempts> attempts = new HashMap<>();

  /** Replicas that fit on no disk of this node, whether or not another node can take them. */
  private final Set<Integer> unplaced = new TreeSet<>();

  private volatile Set<Integer> announced = Set.of();

  private Rebuilding(
      NodeId self,
      RebuildConfig config,
      ReplicaRegistry registry,
      NodeEnvironment environment,
      Coordinator coordinator) {
    this.self = self;
    this.config = config;
    this.registry = registry;
    this.environment = environment;
    this.coordinator = coordinator;
    Backlog backlog = new Backlog("replicas", () -> registry.failed().size());
    this.worker = environment.workers().add("rebuild", LOOK, backlog, this::look);
  }

  /** Replicas that this node has declined stay declined after the worker stops. */
  public static Worker start(
      NodeId self,
      RebuildConfig config,
      ReplicaRegistry registry,
      NodeEnvironment environment,
      Coordinator coordinator) {
    Rebuilding rebuilding = new Rebuilding(self, config, registry, environment, coordinator);
    environment
        .metrics()
        .gauge(
            "aumbry_server_declined",
            "Failed replicas that fit on no disk of this node, so that another node has to"
                + " take them",
            () -> rebuilding.announced.size());
    return rebuilding.worker.start();
  }

  private void look() throws InterruptedException {
    long now = environment.carrier().time().monotonicNanos();
    Map<Integer, FailedReplica> failed = registry.failed();
    attempts.entrySet().removeIf(each -> isOver(each.getKey(), each.getValue(), failed, now));
    unplaced.retainAll(failed.keySet());
    Set<Integer> declined = new TreeSet<>(announced);
    declined.retainAll(unplaced);
    for (FailedReplica each : failed.values()) {
      if (!worker.isStopping()
          && attempts
              .getOrDefault(each.partition(), RebuildAttempts.none(now))
              .isDue(now, config.firstPause())) {
        attend(each, declined);
      }
    }
    decline(declined);
  }

  private boolean isOver(
      int partition, RebuildAttempts so, Map<Integer, FailedReplica> failed, long now) {
    return !failed.containsKey(partition) && so.isForgotten(now, config.firstPause());
  }

  private void attend(FailedReplica failed, Set<Integer> declined) throws InterruptedException {
    int partition = failed.partition();
    long now = environment.carrier().time().monotonicNanos();
    RebuildAttempts before = attempts.getOrDefault(partition, RebuildAttempts.none(now));
    attempts.put(partition, before.again(now));
    try {
      if (needsRoom(failed)) {
        findRoom(failed, declined);
      } else if (isHopeless(failed, before)) {
        setAside(failed);
      }
      coordinator.restart(partition, () -> registry.failed().containsKey(partition));
    } catch (AumbryException e) {
      LOG.atWarn()
          .addKeyValue("partition", partition)
          .addKeyValue("code", e.code())
          .log("a failed replica was not brought back, will retry: {}", e.getMessage());
    }
  }

  private static boolean needsRoom(FailedReplica failed) {
    return failed.hasLostItsDisk()
        || (failed.disk().isEmpty() && failed.cause().code() == ErrorCode.NO_SPACE);
  }

  /**
   * Declines the replica before it is restarted, so that this node does not create it in between.
   */
  private void findRoom(FailedReplica failed, Set<Integer> declined) throws InterruptedException {
    int partition = failed.partition();
    if (registry.promise(partition, expectedBytes(failed), config.fullPercent())) {
      unplaced.remove(partition);
      declined.remove(partition);
    } else {
      unplaced.add(partition);
      if (SurvivingReplicas.hasPlaceElsewhere(environment.views().current(), partition, self)) {
        declined.add(partition);
      } else {
        LOG.atWarn()
            .addKeyValue("partition", partition)
            .log(
                "a failed replica fits on no disk of this node, and on no other node: add a disk"
                    + " or a node");
      }
    }
    decline(declined);
  }

  /** The size of its former store, or the mean size of the stores of this node. */
  private long expectedBytes(FailedReplica failed) {
    return failed.bytes() > 0
        ? failed.bytes()
        : (long)
            registry.all().stream()
                .mapToLong(replica -> replica.maintenance().bytesOnDisk())
                .average()
                .orElse(0);
  }

  private void decline(Set<Integer> declined) throws InterruptedException {
    registry.decline(unplaced);
    if (!declined.equals(announced)) {
      coordinator.decline(declined);
      LOG.atWarn().addKeyValue("partitions", declined).log("replicas declined for lack of space");
      announced = Set.copyOf(declined);
    }
  }

  /** Damage and missed deletes do not heal by a retry. A disk error may. */
  private static boolean isHopeless(FailedReplica failed, RebuildAttempts before) {
    return failed.disk().isPresent()
        && switch (failed.cause().code()) {
          case CORRUPT_RECORD, REPLICA_OUTDATED -> true;
          case DISK_FAILED -> before.count() >= HOPELESS;
          default -> false;
        };
  }

  /**
   * The view may still list a peer that has just failed as well, and that may be about to set its
   * store aside. The peers are therefore asked after this replica has failed.
   */
  private void setAside(FailedReplica failed) {
    int partition = failed.partition();
    ConfirmationRound peers = ask(partition);
    int serving = peers.confirmed();
    if (serving >= config.others()) {
      registry.setAside(failed);
    } else {
      LOG.atWarn()
          .addKeyValue("partition", partition)
          .addKeyValue("serving", serving)
          .addKeyValue("refusals", peers.refusals())
          .addKeyValue("cause", failed.cause().getMessage())
          .log("an unusable store is not set aside yet: too few other replicas serve");
    }
  }

  /** A store that may not open names no records. */
  private ConfirmationRound ask(int partition) {
    List<Replica> listed =
        SurvivingReplicas.serving(environment.views().current(), partition, self);
    return ConfirmationRound.of(
        listed, new NodeRequest.Confirm(self.name(), partition, NO_STORE, 0, 0), environment);
  }
}
