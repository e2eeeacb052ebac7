package io.aumbry.cluster.zookeeper;

import java.util.List;
import java.util.Optional;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * A session with ZooKeeper, reduced to the calls of this module. Used by one thread.
 *
 * <p>Each call throws {@link KeeperException.ConnectionLossException} if the connection is lost;
 * the call may have taken effect. It throws {@link KeeperException.SessionExpiredException} if the
 * session has ended.
 */
public interface ZooKeeperClient extends AutoCloseable {
  record Node(String path, Optional<ZNRecord> record) {}

  /**
   * A node of ZooKeeper and its version.
   *
   * @param version number of changes of the node
   */
  record Content(ZNRecord record, int version) {}

  /**
   * A new content of a node that still has the given version.
   *
   * @param record empty to verify the version alone
   * @param version -1 for any
   */
  record Write(String path, Optional<ZNRecord> record, int version) {
    Write(String path, ZNRecord record, int version) {
      this(path, Optional.of(record), version);
    }
  }

  /**
   * Creates all of these nodes or none.
   *
   * @throws KeeperException.NodeExistsException if one of them exists
   */
  void create(List<Node> nodes) throws KeeperException, InterruptedException;

  /**
   * Reads a node.
   *
   * @throws KeeperException.NoNodeException if the node does not exist
   */
  Content read(String path) throws KeeperException, InterruptedException;

  /**
   * Replaces the content of all of these nodes or of none.
   *
   * @param writes the first one has a content
   * @return the clock of ZooKeeper's leader at that moment, in milliseconds since 1970
   * @throws KeeperException.BadVersionException if one of them has another version
   */
  long write(List<Write> writes) throws KeeperException, InterruptedException;

  /**
   * Deletes a node.
   *
   * @throws KeeperException.NoNodeException if the node does not exist
   * @throws KeeperException.NotEmptyException if the node has children
   */
  void delete(String path) throws KeeperException, InterruptedException;

  /**
   * Makes the server catch up with the leader, so that the next read sees every write that ended
   * before this call.
   */
  void sync(String path) throws KeeperException, InterruptedException;

  List<String> children(String path) throws KeeperException, InterruptedException;

  /**
   * Also subscribes to the next change of the answer and of the connection; see {@link
   * #awaitEvent}.
   */
  boolean exists(String path) throws KeeperException, InterruptedException;

  /** Waits for the next event, which may come without a change. */
  void awaitEvent() throws KeeperException, InterruptedException;

  @Override
  void close();
}
