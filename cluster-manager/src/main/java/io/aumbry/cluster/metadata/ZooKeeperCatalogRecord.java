package io.aumbry.cluster.metadata;

import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.cluster.zookeeper.ZooKeeperClient;
import io.aumbry.cluster.zookeeper.ZooKeeperSession;
import io.aumbry.protocol.cluster.CatalogRecord;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.helix.PropertyPathBuilder;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * The identity of the catalog, at {@code /CLUSTER/PROPERTYSTORE/catalog} in the ZooKeeper of each
 * data centre. A process writes only to that of its own.
 *
 * @param cluster name of the cluster, without a data centre
 * @param local the data centre of this process
 * @param all the addresses of all data centres
 */
public record ZooKeeperCatalogRecord(String cluster, ClusterAddress local, List<ClusterAddress> all)
    implements CatalogRecord {
  private static final String NAME = "catalog";
  private static final String IDENTITY = "identity";

  public ZooKeeperCatalogRecord {
    all = List.copyOf(all);
  }

  @Override
  public Optional<String> recorded() throws InterruptedException {
    Optional<String> here = call(local, ZooKeeperCatalogRecord::identity);
    return here.isPresent() ? here : recordedElsewhere();
  }

  private Optional<String> recordedElsewhere() throws InterruptedException {
    TreeSet<String> found = new TreeSet<>();
    for (ClusterAddress other : all) {
      if (!other.equals(local)) {
        call(other, ZooKeeperCatalogRecord::identity).ifPresent(found::add);
      }
    }
    if (found.size() > 1) {
      throw new AumbryException(
          ErrorCode.CONFLICT, "The data centres of " + cluster + " record the catalogs " + found);
    }
    return found.stream().findFirst();
  }

  @Override
  public String record(String identity) throws InterruptedException {
    return call(local, (session, path) -> record(session, local, identity));
  }

  /** Records an identity in a data centre that has none, and returns the recorded one. */
  public static String record(ZooKeeperSession session, ClusterAddress address, String identity)
      throws KeeperException, InterruptedException {
    String path = path(address);
    Optional<String> before = identity(session, path);
    if (before.isPresent()) {
      return before.get();
    }
    ZNRecord record = new ZNRecord(NAME);
    record.setSimpleField(IDENTITY, identity);
    session.create(List.of(new ZooKeeperClient.Node(path, Optional.of(record))));
    return identity(session, path).orElseThrow(KeeperException.NoNodeException::new);
  }

  /**
   * Removes the identity from a data centre, for an operator.
   *
   * @throws AumbryException {@code BAD_REQUEST} if another identity or none is recorded
   */
  public static void forget(ZooKeeperSession session, ClusterAddress address, String identity)
      throws KeeperException, InterruptedException {
    String path = path(address);
    Optional<String> before = identity(session, path);
    if (!before.equals(Optional.of(identity))) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST,
          address
              + " records "
              + before.map(other -> "the catalog " + other).orElse("no catalog")
              + ", not "
              + identity);
    }
    session.delete(path);
  }

  private interface Call<T> {
    T in(ZooKeeperSession session, String path) throws KeeperException, InterruptedException;
  }

  private static <T> T call(ClusterAddress address, Call<T> call) throws InterruptedException {
    Runnable silence =
        () -> {
          throw silent(address, new KeeperException.ConnectionLossException());
        };
    try (ZooKeeperSession session = new ZooKeeperSession(address, silence)) {
      return call.in(session, path(address));
    } catch (KeeperException | IOException e) {
      throw silent(address, e);
    }
  }

  private static AumbryException silent(ClusterAddress address, Exception cause) {
    return new AumbryException(
        ErrorCode.CONNECTION_LOST, "cannot ask " + address + " for the catalog: " + cause, cause);
  }

  private static Optional<String> identity(ZooKeeperSession session, String path)
      throws KeeperException, InterruptedException {
    session.sync(path);
    return session.read(path).map(record -> record.getSimpleField(IDENTITY));
  }

  private static String path(ClusterAddress address) {
    return PropertyPathBuilder.propertyStore(address.clusterName()) + "/" + NAME;
  }
}
