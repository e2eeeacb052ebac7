package io.aumbry.cluster.operator;

import io.aumbry.cluster.metadata.AnnouncedProcess;
import io.aumbry.cluster.metadata.AnnouncedProcess.Kind;
import io.aumbry.cluster.metadata.ZooKeeperCatalogRecord;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.CoordinatorClient;
import io.aumbry.cluster.zookeeper.ZooKeeperProbe;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * The processes of a data centre besides its storage nodes.
 *
 * @param leader name of the leading controller, or empty
 */
public record ClusterProcesses(
    String leader, List<Known> known, List<ZooKeeperProbe.Server> servers) {
  public static final ClusterProcesses NONE = new ClusterProcesses("", List.of(), List.of());

  public ClusterProcesses {
    known = List.copyOf(known);
    servers = List.copyOf(servers);
  }

  public record Known(AnnouncedProcess process, boolean live) {}

  public List<Known> of(Kind kind) {
    return known.stream().filter(each -> each.process().kind() == kind).toList();
  }

  /** The write quorums of the frontends, of which at least one is empty if any is not known. */
  public Set<OptionalInt> writeQuorums() {
    Set<OptionalInt> quorums =
        of(Kind.FRONTEND).stream()
            .map(frontend -> frontend.process().writeQuorum())
            .collect(Collectors.toSet());
    return quorums.isEmpty() ? Set.of(OptionalInt.empty()) : quorums;
  }

  static ClusterProcesses read(ZooKeeperSession session, ClusterAddress address)
      throws KeeperException, InterruptedException {
    List<Known> known = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      String folder = AnnouncedProcess.folder(address.clusterName(), kind);
      for (String name : children(session, folder)) {
        boolean live = children(session, folder + "/" + name).contains(AnnouncedProcess.LIVE);
        session
            .read(folder + "/" + name)
            .ifPresent(record -> known.add(new Known(AnnouncedProcess.of(kind, record), live)));
      }
    }
    Optional<ZNRecord> leader =
        session.read(PropertyPathBuilder.controllerLeader(address.clusterName()));
    return new ClusterProcesses(
        leader.map(ZNRecord::getId).orElse(""), known, ZooKeeperProbe.servers(address));
  }

  private static List<String> children(ZooKeeperSession session, String path)
      throws KeeperException, InterruptedException {
    try {
      return session.children(path);
    } catch (KeeperException.NoNodeException none) {
      return List.of();
    }
  }

  /**
   * Removes the record of a process that will not return.
   *
   * @throws AumbryException {@code BAD_REQUEST} without a record, {@code CONFLICT} if the process
   *     is live
   */
  public static void forget(ClusterAddress address, Kind kind, String name)
      throws InterruptedException {
    forget(new CoordinatorClient(address), kind, name);
  }

  /** As {@link #forget(ClusterAddress, Kind, String)}. */
  public static void forget(CoordinatorClient coordination, Kind kind, String name)
      throws InterruptedException {
    String path = AnnouncedProcess.path(coordination.address().clusterName(), kind, name);
    String process = kind + " " + name;
    // In a call of its own: a repeated one does not find the record that the first one has removed.
    if (coordination.call(e -> refusal(process, e), session -> session.read(path)).isEmpty()) {
      throw new AumbryException(ErrorCode.BAD_REQUEST, "no " + process + " has announced itself");
    }
    coordination.call(
        e -> refusal(process, e),
        session -> {
          session.delete(path);
          return true;
        });
  }

  /**
   * Removes the identity of the catalog from a data centre, so that the next frontend records
   * another one.
   *
   * @throws AumbryException {@code BAD_REQUEST} if another identity or none is recorded, {@code
   *     CONFLICT} if a frontend is live, because it would continue to use its catalog
   */
  public static void forgetCatalog(ClusterAddress address, String identity)
      throws InterruptedException {
    new CoordinatorClient(address)
        .call(
            e -> refusal("catalog " + identity, e),
            session -> {
              for (Known frontend : read(session, address).of(Kind.FRONTEND)) {
                if (frontend.live()) {
                  throw new AumbryException(
                      ErrorCode.CONFLICT,
                      "frontend "
                          + frontend.process().name()
                          + " is live; stop all frontends first");
                }
              }
              ZooKeeperCatalogRecord.forget(session, address, identity);
              return true;
            });
  }

  private static AumbryException refusal(String process, Exception cause) {
    return cause instanceof KeeperException.NotEmptyException
        ? new AumbryException(ErrorCode.CONFLICT, process + " is live; stop it first", cause)
        : new AumbryException(
            ErrorCode.CONNECTION_LOST, "cannot remove " + process + ": " + cause, cause);
  }
}
