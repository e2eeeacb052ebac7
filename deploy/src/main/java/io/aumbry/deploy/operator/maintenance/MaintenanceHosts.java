package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.lock.HostLock;
import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.operator.ClusterProcesses;
import io.aumbry.deploy.operator.lock.LockText;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The hosts of a cluster. Storage nodes, frontends and controllers of the same name in a data
 * centre are one host.
 */
public final class MaintenanceHosts {
  private static final String NO_ZONE = "-";

  /**
   * A host as it was observed.
   *
   * @param others its frontend and its controller, if it has them
   * @param versions of its processes
   * @param lock of another activity that has the host
   * @param isDrained by another activity
   * @param down the reason why it is not up or not complete, or empty
   */
  public record Observed(
      Host host,
      Optional<StorageNode> node,
      List<ClusterProcesses.Known> others,
      Versions versions,
      Optional<HostLock> lock,
      boolean isDrained,
      Optional<String> down) {
    /** The reason why the cluster does without it now, or empty. A rebalance takes no host down. */
    Optional<String> away() {
      Optional<String> drained = isDrained ? Optional.of("it is drained") : Optional.empty();
      return lock.filter(its -> !its.isOfRebalance())
          .map(LockText::holder)
          .or(() -> drained)
          .or(() -> down);
    }

    /** Whether the cluster does without it now. */
    boolean isAway() {
      return away().isPresent();
    }

    /** Whether it has a process of a kind, which may be down. */
    boolean has(AnnouncedProcess.Kind kind) {
      return others.stream().anyMatch(known -> known.process().kind() == kind);
    }

    /** The kinds of its processes that run, besides its storage node. */
    Set<AnnouncedProcess.Kind> running() {
      return others.stream()
          .filter(ClusterProcesses.Known::live)
          .map(known -> known.process().kind())
          .collect(Collectors.toSet());
    }

    /** Whether the cluster counts on its process of a kind. */
    boolean serves(AnnouncedProcess.Kind kind) {
      return !isAway() && has(kind);
    }

    /**
     * Whether any of its processes runs. Requests may depend on such a host even while the cluster
     * must do without it.
     */
    boolean isLive() {
      return node.filter(StorageNode::live).isPresent()
          || others.stream().anyMatch(ClusterProcesses.Known::live);
    }
  }

  /**
   * The versions of the processes of a host.
   *
   * @param known of those that are up and answer
   * @param areAll false if a process is down or does not answer
   */
  public record Versions(SortedSet<String> known, boolean areAll) {
    public Versions {
      known = Collections.unmodifiableSortedSet(new TreeSet<>(known));
    }

    private static Versions of(
        ClusterObservation observation,
        Optional<StorageNode> node,
        List<ClusterProcesses.Known> others) {
      SortedSet<String> known = new TreeSet<>();
      Optional<ClusterObservation.Said> said = node.flatMap(its -> observation.said(its.id()));
      said.ifPresent(its -> known.add(its.node().version()));
      others.stream()
          .filter(ClusterProcesses.Known::live)
          .forEach(other -> known.add(other.process().version()));
      boolean answers = node.isEmpty() || said.isPresent();
      return new Versions(known, answers && others.stream().allMatch(ClusterProcesses.Known::live));
    }
  }

  /** By data centre and name. */
  private final SortedMap<String, SortedMap<String, Observed>> hosts = new TreeMap<>();

  /** The hosts with a storage node. */
  private final Map<NodeId, Observed> byNode = new HashMap<>();

  private final Optional<OwnLock> own;

  private MaintenanceHosts(Optional<OwnLock> own) {
    this.own = own;
  }

  /**
   * The hosts of a cluster.
   *
   * @param own a lock that does not count, because the operator holds it
   */
  public static MaintenanceHosts of(ClusterObservation observation, Optional<OwnLock> own) {
    MaintenanceHosts all = new MaintenanceHosts(own);
    for (DataCenter place : observation.view().dataCenters()) {
      Map<String, StorageNode> nodes =
          observation.nodes().stream()
              .filter(node -> node.dataCenter() == place.id())
              .collect(Collectors.toMap(node -> node.id().name(), node -> node));
      Map<String, List<ClusterProcesses.Known>> others =
          observation.snapshot().processes(place).known().stream()
              .collect(Collectors.groupingBy(known -> known.process().name()));
      SortedMap<String, Observed> here = new TreeMap<>();
      for (String name : observation.snapshot().hosts(place)) {
        Optional<StorageNode> node = Optional.ofNullable(nodes.get(name));
        List<ClusterProcesses.Known> its = others.getOrDefault(name, List.of());
        Observed host = all.observed(observation, place, name, node, its);
        here.put(name, host);
        node.ifPresent(mine -> all.byNode.put(mine.id(), host));
      }
      all.hosts.put(place.name(), here);
    }
    return all;
  }

  private Observed observed(
      ClusterObservation observation,
      DataCenter place,
      String name,
      Optional<StorageNode> node,
      List<ClusterProcesses.Known> others) {
    Optional<HostLock> lock =
        observation
            .snapshot()
            .locks(place)
            .holder(name)
            .filter(holder -> own.filter(mine -> mine.is(place, holder)).isEmpty());
    return new Observed(
        new Host(name, place.name(), node.map(StorageNode::zone).orElse(NO_ZONE)),
        node,
        List.copyOf(others),
        Versions.of(observation, node, others),
        lock,
        node.filter(its -> isDrained(observation, place, its)).isPresent(),
        down(observation, node, others));
  }

  private boolean isDrained(ClusterObservation observation, DataCenter place, StorageNode node) {
    return !observation.snapshot().standing(node.id()).isEnabled()
        && own.filter(mine -> mine.drains(place, node.id().name())).isEmpty();
  }

  private static Optional<String> down(
      ClusterObservation observation,
      Optional<StorageNode> node,
      List<ClusterProcesses.Known> others) {
    for (ClusterProcesses.Known known : others) {
      if (!known.live()) {
        return Optional.of("its " + known.process().kind() + " is down");
      }
    }
    return node.flatMap(its -> down(observation, its));
  }

  private static Optional<String> down(ClusterObservation observation, StorageNode node) {
    if (!node.live()) {
      return Optional.of("it is down");
    }
    Optional<ClusterObservation.Said> said = observation.said(node.id());
    if (said.isEmpty() || observation.silent().containsKey(node.id())) {
      return Optional.of("it does not answer");
    }
    boolean isRebuilding =
        said.get().replicas().stream()
            .anyMatch(replica -> replica.standing().state() == ReplicaState.BOOTSTRAP);
    return isRebuilding ? Optional.of("its replicas are being rebuilt") : Optional.empty();
  }

  /** By data centre and name. */
  public List<Observed> all() {
    return hosts.values().stream().flatMap(here -> here.values().stream()).toList();
  }

  /** The hosts of the own lock that are not known, such as a frontend that was stopped. */
  public SortedSet<String> unknown() {
    SortedSet<String> unknown = new TreeSet<>();
    own.ifPresent(mine -> {
      unknown.addAll(mine.lock().request().hosts());
      unknown.removeAll(here(mine.place()).keySet());
    });
    return unknown;
  }

  /** The hosts without which the cluster does now, with the reasons. */
  public SortedMap<Host, String> away() {
    SortedMap<Host, String> away = new TreeMap<>();
    all().forEach(each -> each.away().ifPresent(reason -> away.put(each.host(), reason)));
    return away;
  }

  /** The hosts of a data centre, by name. */
  public Collection<Observed> in(DataCenter place) {
    return here(place).values();
  }

  Optional<Observed> find(StorageNode node) {
    return Optional.ofNullable(byNode.get(node.id()));
  }

  private SortedMap<String, Observed> here(DataCenter place) {
    return hosts.getOrDefault(place.name(), Collections.emptySortedMap());
  }
}
