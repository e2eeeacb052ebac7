package io.aumbry.cluster.operator;

import io.aumbry.cluster.lock.LockRecord;
import io.aumbry.cluster.lock.LockTable;
import io.aumbry.cluster.metadata.AddedPartitions;
import io.aumbry.cluster.metadata.ClusterDefinition;
import io.aumbry.cluster.metadata.ClusterMaintenance;
import io.aumbry.cluster.metadata.Mark;
import io.aumbry.cluster.metadata.MarkedPartitions;
import io.aumbry.cluster.metadata.Rebalance;
import io.aumbry.cluster.metadata.UnlistedStores;
import io.aumbry.cluster.operator.ClusterSnapshot.Standing;
import io.aumbry.cluster.operator.ClusterSnapshot.Steering;
import io.aumbry.cluster.operator.ClusterSnapshot.Stock;
import io.aumbry.cluster.view.DataCenterImage;
import io.aumbry.cluster.view.DataCenterSource;
import io.aumbry.cluster.view.ImageMerge;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.model.ExternalView;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * Reads the coordination data of all data centres for operators, within a time limit and without
 * joining the cluster. Sessions are reused between reads. Used by one thread.
 */
public final class ClusterReader implements AutoCloseable {
  private final DataCenter local;
  private final List<DataCenterSource> sources;
  private final Time time;
  private final Map<DataCenter, ZooKeeperSession> sessions = new HashMap<>();

  public ClusterReader(DataCenter local, List<DataCenterSource> sources, Time time) {
    this.local = local;
    this.sources = List.copyOf(sources);
    this.time = time;
  }

  private record Answer(DataCenter from, Optional<Said> said, String reason) {}

  private record Said(
      DataCenterImage image,
      Stock stock,
      Steering steering,
      ClusterProcesses processes,
      LockTable locks) {}

  /**
   * Reads all data centres in parallel.
   *
   * @param patience after which data centres without an answer are left out
   */
  public ClusterSnapshot read(Duration patience) throws InterruptedException {
    BlockingQueue<Answer> answers = new ArrayBlockingQueue<>(sources.size());
    Map<DataCenter, Thread> readers = new HashMap<>();
    for (DataCenterSource source : sources) {
      ZooKeeperSession session = session(source);
      readers.put(
          source.dataCenter(),
          Thread.ofPlatform()
              .daemon()
              .name("cluster-reader-" + source.dataCenter().name())
              .start(() -> answers.add(ask(source, session))));
    }
    Map<DataCenter, Said> said = new HashMap<>();
    Map<DataCenter, String> unreachable = new HashMap<>();
    Deadline end = Deadline.after(patience, time);
    while (!readers.isEmpty()) {
      Answer answer = answers.poll(end.remaining(time).toNanos(), TimeUnit.NANOSECONDS);
      if (answer == null) {
        readers.forEach((silent, reader) -> {
          reader.interrupt();
          unreachable.put(silent, "its ZooKeeper does not answer");
        });
        readers.clear();
      } else {
        readers.remove(answer.from());
        answer
            .said()
            .ifPresentOrElse(
                data -> said.put(answer.from(), data),
                () -> {
                  unreachable.put(answer.from(), answer.reason());
                  forget(answer.from());
                });
      }
    }
    return snapshot(said, unreachable);
  }

  private ZooKeeperSession session(DataCenterSource source) {
    return sessions.computeIfAbsent(
        source.dataCenter(),
        _ -> {
          try {
            return new ZooKeeperSession(source.address());
          } catch (IOException e) {
            throw new IllegalArgumentException("ZooKeeper address " + source.address(), e);
          }
        });
  }

  /** The next read opens a new session; an expired one would be refused forever. */
  private void forget(DataCenter refused) {
    Optional.ofNullable(sessions.remove(refused)).ifPresent(ZooKeeperSession::close);
  }

  private Answer ask(DataCenterSource source, ZooKeeperSession session) {
    DataCenter from = source.dataCenter();
    try {
      return new Answer(from, Optional.of(read(source, session)), "");
    } catch (KeeperException.NoNodeException undefined) {
      return new Answer(
          from, Optional.empty(), "no controller has defined " + source.address() + " yet");
    } catch (KeeperException e) {
      return new Answer(from, Optional.empty(), "its ZooKeeper says " + e.getMessage());
    } catch (AumbryException e) {
      return new Answer(from, Optional.empty(), String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      return new Answer(from, Optional.empty(), "its ZooKeeper does not answer");
    } catch (RuntimeException damaged) {
      return new Answer(from, Optional.empty(), "its data cannot be read: " + damaged);
    }
  }

  private Said read(DataCenterSource source, ZooKeeperSession session)
      throws KeeperException, InterruptedException {
    String cluster = source.address().clusterName();
    // Otherwise a follower that lags may not show the last change of this operator.
    session.sync("/" + cluster);
    String locks = LockRecord.path(cluster);
    List<IdealState> resources = AddedPartitions.resources(session, cluster);
    DataCenterImage image =
        DataCenterImage.empty(source.from(local))
            .withLive(Set.copyOf(session.children(PropertyPathBuilder.liveInstance(cluster))))
            .withInstances(
                session.records(PropertyPathBuilder.instanceConfig(cluster)).stream()
                    .map(InstanceConfig::new)
                    .toList())
            .withResources(resources)
            .withExternal(
                session.records(PropertyPathBuilder.externalView(cluster)).stream()
                    .map(ExternalView::new)
                    .toList());
    for (Mark mark : Mark.values()) {
      MarkedPartitions marked =
          MarkedPartitions.in(session.read(MarkedPartitions.path(cluster, mark)));
      image = image.with(mark, marked);
    }
    Optional<ZNRecord> settings = session.read(PropertyPathBuilder.clusterConfig(cluster));
    return new Said(
        image,
        stock(resources, settings),
        steering(settings),
        ClusterProcesses.read(session, source.address()),
        LockRecord.table(locks, session.read(locks)));
  }

  private static Steering steering(Optional<ZNRecord> settings) {
    return settings
        .map(record ->
            new Steering(Rebalance.stage(record), ClusterMaintenance.reason(record).orElse("")))
        .orElse(Steering.NONE);
  }

  private static Stock stock(List<IdealState> resources, Optional<ZNRecord> settings) {
    return new Stock(
        AddedPartitions.count(resources),
        AddedPartitions.copies(resources),
        settings.map(ClusterDefinition::partitionBytes).orElse(1L));
  }

  private ClusterSnapshot snapshot(
      Map<DataCenter, Said> said, Map<DataCenter, String> unreachable) {
    Map<NodeId, Standing> standings = new HashMap<>();
    Map<DataCenter, Stock> stocks = new HashMap<>();
    Map<DataCenter, Steering> steering = new HashMap<>();
    Map<DataCenter, ClusterProcesses> processes = new HashMap<>();
    Map<DataCenter, LockTable> locks = new HashMap<>();
    said.forEach((dataCenter, data) -> {
      stocks.put(dataCenter, data.stock());
      steering.put(dataCenter, data.steering());
      processes.put(dataCenter, data.processes());
      locks.put(dataCenter, data.locks());
      for (InstanceConfig instance : data.image().instances().orElse(List.of())) {
        if (NodeId.isValid(instance.getInstanceName())) {
          standings.putIfAbsent(new NodeId(instance.getInstanceName()), standing(instance));
        }
      }
    });
    List<DataCenter> all = sources.stream().map(DataCenterSource::dataCenter).toList();
    List<DataCenterImage> images =
        all.stream()
            .flatMap(each -> Optional.ofNullable(said.get(each)).stream())
            .map(Said::image)
            .toList();
    return new ClusterSnapshot(
        ImageMerge.ofImages(local, all, images),
        standings,
        stocks,
        steering,
        processes,
        locks,
        unreachable);
  }

  private static Standing standing(InstanceConfig instance) {
    return new Standing(
        instance.getInstanceOperation().getOperation().name(),
        ClusterDefinition.capacity(instance.getRecord()),
        UnlistedStores.in(instance.getRecord()));
  }

  @Override
  public void close() {
    sessions.values().forEach(ZooKeeperSession::close);
    sessions.clear();
  }
}
