package io.aumbry.deploy.operator.maintenance;

import io.aumbry.cluster.maintenance.impact.Host;
import io.aumbry.cluster.maintenance.limit.ImpactLimits;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.deploy.operator.maintenance.RandomCluster.Copy;
import io.aumbry.deploy.operator.maintenance.RandomCluster.Group;
import io.aumbry.deploy.operator.maintenance.RandomCluster.Machine;
import io.aumbry.deploy.operator.maintenance.RandomCluster.Node;
import io.aumbry.deploy.operator.maintenance.RandomCluster.Other;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Decides whether hosts may be down together, by the text of docs/operations.md. It shares no code
 * with the product, and tries all sets of replicas.
 *
 * @param own number of the lock that the operator holds in the first data centre
 */
record ImpactOracle(RandomCluster cluster, ImpactLimits limits, OptionalLong own) {
  /** The reason why the hosts of a batch may not be down together, or empty. */
  Optional<String> obstacle(Collection<Host> batch) {
    return cluster.places.stream()
        .flatMap(place ->
            new Site(
                    place,
                    batch.stream()
                        .filter(host -> host.dataCenter().equals(place.name()))
                        .map(Host::name)
                        .collect(Collectors.toSet()))
                .obstacle().stream())
        .findFirst();
  }

  /** A data centre from which hosts are taken. */
  private final class Site {
    private final DataCenter place;
    private final Set<String> batch;
    private final Set<String> gone;
    private final List<Node> nodes;
    private final List<String> obstacles = new ArrayList<>();

    Site(DataCenter place, Set<String> batch) {
      this.place = place;
      this.batch = batch;
      this.nodes =
          cluster.nodes.stream().filter(node -> node.id().dataCenter() == place.id()).toList();
      this.gone = cluster.hosts(place).stream().filter(this::isGone).collect(Collectors.toSet());
    }

    private boolean isOthers(String host) {
      return cluster.locks(place).stream()
          .filter(lock -> lock.isHeld() && lock.request().hosts().contains(host))
          .anyMatch(lock -> !isOwn(lock.number()));
    }

    private boolean isOwn(long number) {
      return place.equals(cluster.places.getFirst())
          && own.isPresent()
          && own.getAsLong() == number;
    }

    private boolean isGone(String host) {
      boolean isOwnDrain =
          cluster.locks(place).stream()
              .anyMatch(lock -> isOwn(lock.number()) && lock.drained().contains(host));
      return isOthers(host)
          || cluster.others.stream()
              .anyMatch(
                  each -> each.place().equals(place) && each.name().equals(host) && !each.isLive())
          || nodes.stream()
              .filter(node -> node.name().equals(host))
              .anyMatch(node ->
                  !node.answers() || (node.isDrained() && !isOwnDrain) || isRebuilding(node));
    }

    private boolean isRebuilding(Node node) {
      return cluster.groups.stream()
          .flatMap(group -> group.all().stream())
          .anyMatch(copy -> copy.node().equals(node) && copy.reported() == ReplicaState.BOOTSTRAP);
    }

    private void require(boolean condition, String what) {
      if (!condition) {
        obstacles.add(what);
      }
    }

    Optional<String> obstacle() {
      batch.forEach(host -> require(!isOthers(host), host + " is locked"));
      cluster.groups.forEach(this::checkQuorums);
      checkShares(nodes, limits.mostPercent(), false);
      nodes.stream()
          .collect(Collectors.groupingBy(node -> node.id().zone()))
          .values()
          .forEach(zone -> checkShares(zone, limits.mostInZonePercent(), true));
      for (Kind kind : Kind.values()) {
        Set<String> its =
            cluster.others.stream()
                .filter(each -> each.place().equals(place) && each.kind() == kind)
                .map(Other::name)
                .collect(Collectors.toSet());
        checkKind(its, limits.mostPercent());
        require(!takes(its) || its.stream().anyMatch(host -> !isDown(host)), "the last " + kind);
        nodes.stream()
            .collect(Collectors.groupingBy(node -> node.id().zone()))
            .values()
            .forEach(zone -> {
              Set<String> there = zone.stream().map(Node::name).collect(Collectors.toSet());
              there.retainAll(its);
              checkKind(there, limits.mostInZonePercent());
            });
      }
      limits.reservePercent().ifPresent(this::checkLoad);
      return obstacles.stream().findFirst();
    }

    private boolean isDown(String host) {
      return gone.contains(host) || batch.contains(host);
    }

    /** Whether the batch takes a host with a running process, even if nobody may count on it. */
    private boolean takes(Collection<String> hosts) {
      return hosts.stream().anyMatch(host -> batch.contains(host) && isRunning(host));
    }

    private boolean isRunning(String host) {
      return nodes.stream().anyMatch(node -> node.name().equals(host) && node.id().live())
          || cluster.others.stream()
              .anyMatch(
                  each -> each.place().equals(place) && each.name().equals(host) && each.isLive());
    }

    /** A write must succeed, and the replicas that are up must know each write that did. */
    private void checkQuorums(Group group) {
      List<Copy> listed =
          group.in(place).stream()
              .filter(copy -> copy.replica().state() != ReplicaState.DROPPED)
              .toList();
      if (takes(listed.stream().filter(this::serves).map(copy -> copy.node().name()).toList())) {
        List<Copy> after =
            listed.stream()
                .filter(copy -> isSound(group, copy) && !isDown(copy.node().name()))
                .toList();
        cluster.writeQuorums(place, group).forEach(quorum -> check(group, listed, after, quorum));
      }
    }

    private void check(Group group, List<Copy> listed, List<Copy> after, int quorum) {
      int additional = Math.max(0, listed.size() - group.copies());
      require(after.size() >= quorum + additional, "writes of partition " + group.id());
      int known = Math.max(listed.size(), group.copies());
      int up = 0;
      for (Copy copy : after) {
        up |= 1 << listed.indexOf(copy);
      }
      int knowing = up;
      require(
          IntStream.range(0, 1 << known)
              .filter(written -> Integer.bitCount(written) == quorum)
              .allMatch(written -> (written & knowing) != 0),
          "reads of partition " + group.id());
    }

    /** Whether a node answers requests from a replica, or takes writes into it. */
    private boolean serves(Copy copy) {
      boolean answers =
          switch (copy.replica().state()) {
            case LEADER, STANDBY, INACTIVE -> copy.replica().access() != Replica.Access.NONE;
            case BOOTSTRAP -> copy.replica().access() == Replica.Access.FULL;
            case OFFLINE, DROPPED, ERROR -> false;
          };
      return answers && copy.node().id().live();
    }

    private static boolean isSound(Group group, Copy copy) {
      Replica replica = copy.replica();
      boolean serves =
          replica.state() == ReplicaState.LEADER || replica.state() == ReplicaState.STANDBY;
      return serves
          && replica.access() == Replica.Access.FULL
          && copy.isComplete()
          && copy.lacks() == 0
          && group.all().stream()
              .filter(peer -> !peer.equals(copy))
              .noneMatch(peer -> isSuspected(copy, peer));
    }

    /** A node of an earlier build does not tell whether it or a peer lacks blobs. */
    private static boolean isSuspected(Copy copy, Copy peer) {
      boolean isNamed =
          copy.lacksForPeers() > 0 && peer.node().answers() && peer.node().tellsPeers();
      return isNamed || (peer.lacksForPeers() > 0 && !copy.node().tellsPeers());
    }

    private void checkShares(List<Node> all, int percent, boolean isOneFree) {
      checkShare("nodes", all, percent, isOneFree, _ -> 1);
      checkShare("capacity", all, percent, isOneFree, Node::capacityBytes);
    }

    private void checkShare(
        String what, List<Node> all, int percent, boolean isOneFree, ToLongFunction<Node> amount) {
      if (takes(all.stream().map(Node::name).toList())) {
        long total = all.stream().mapToLong(amount).sum();
        long down = all.stream().filter(node -> isDown(node.name())).mapToLong(amount).sum();
        long largest = all.stream().mapToLong(amount).max().orElse(0);
        require(down * 100 <= total * percent || (isOneFree && down <= largest), what);
      }
    }

    private void checkKind(Set<String> all, int percent) {
      long down = all.stream().filter(this::isDown).count();
      require(!takes(all) || down * 100 <= (long) all.size() * percent || down <= 1, "processes");
    }

    /** The processors that remain do the work of all, and have some in reserve. */
    private void checkLoad(int reserve) {
      List<Node> answering = nodes.stream().filter(Node::answers).toList();
      List<Machine> machines = answering.stream().map(Node::machine).toList();
      int busiest =
          machines.stream().flatMapToInt(its -> its.busyPercent().stream()).max().orElse(-1);
      double average =
          machines.stream()
              .mapToInt(Machine::processors)
              .filter(each -> each > 0)
              .average()
              .orElse(1);
      long usual = Math.round(average);
      Set<String> names = new HashSet<>(answering.stream().map(Node::name).toList());
      if (busiest >= 0 && takes(names)) {
        long busy = 0;
        long remaining = 0;
        for (Node node : answering) {
          Machine its = node.machine();
          long processors = its.processors() == 0 ? usual : its.processors();
          busy += processors * its.busyPercent().orElse(busiest);
          remaining += isDown(node.name()) ? 0 : processors;
        }
        require(busy <= remaining * (100 - reserve), "load");
      }
    }
  }
}
