package io.aumbry.cluster.participant;

import io.aumbry.cluster.helix.ClusterMetrics;
import io.aumbry.protocol.cluster.ReplicaHost;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.helix.participant.statemachine.StateModelFactory;

/**
 * The replicas of a node, for Helix. Each transition has its own thread, so that it may wait for
 * peers. Helix must not interrupt it, which would close the files in use. A transition can thus
 * outlive its session; {@link HelixReplica} makes it ineffective.
 */
public final class ReplicaFactory extends StateModelFactory<HelixReplica> implements AutoCloseable {
  private static final Set<String> SERVING =
      Set.of(ReplicaState.STANDBY.name(), ReplicaState.LEADER.name());

  private final ReplicaHost host;
  private final ClusterMetrics metrics;
  private final ExecutorService transitions;
  private final Map<Integer, Set<String>> resources = new ConcurrentHashMap<>();

  private volatile String session = "";

  public ReplicaFactory(ReplicaHost host, ClusterMetrics metrics, ExecutorService transitions) {
    this.host = host;
    this.metrics = metrics;
    this.transitions = transitions;
  }

  void session(String id) {
    session = id;
  }

  List<String> resourcesOf(int partition) {
    return List.copyOf(resources.getOrDefault(partition, Set.of()));
  }

  void restart(int partition, BooleanSupplier failed, Consumer<String> tell) {
    for (String resource : resourcesOf(partition)) {
      Optional.ofNullable(getStateModel(resource, Integer.toString(partition)))
          .ifPresent(replica -> replica.restart(failed, () -> tell.accept(resource)));
    }
  }

  void compare(ReplicaStates states) {
    for (String resource : getResourceSet()) {
      states
          .read(resource)
          .forEach((partition, reported) ->
              Optional.ofNullable(getStateModel(resource, partition))
                  .ifPresent(replica ->
                      replica.compare(
                          reported, state -> states.write(resource, partition, state))));
    }
  }

  /** The partitions that serve according to the states reported in the present session. */
  Set<Integer> serving(ReplicaStates states) {
    return getResourceSet().stream()
        .flatMap(resource -> states.read(resource).entrySet().stream())
        .filter(state -> SERVING.contains(state.getValue()))
        .map(state -> Integer.valueOf(state.getKey()))
        .collect(Collectors.toSet());
  }

  @Override
  public ExecutorService getExecutorService(String resource) {
    return transitions;
  }

  @Override
  public HelixReplica createNewStateModel(String resource, String partition) {
    int id = Integer.parseInt(partition);
    resources.computeIfAbsent(id, _ -> ConcurrentHashMap.newKeySet()).add(resource);
    return new HelixReplica(id, host, metrics, () -> session);
  }

  @Override
  public void close() {
    transitions.shutdown();
  }
}
