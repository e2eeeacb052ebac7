package io.aumbry.cluster.zookeeper;

import java.util.List;
import java.util.Optional;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;

/**
 * One session with ZooKeeper, reduced to the calls that this module makes. Tests replace it by a
 * model that is held to the same contract. Used by one thread.
 *
 * <p>Each call throws {@link KeeperException.ConnectionLossException} when the connection is lost;
 * the call may have had its effect then, or not. It throws {@link
 * KeeperException.SessionExpiredException} when the session has ended.
 */
public interface ZooKeeperClient extends AutoCloseable {
  /** A node to be made, with a record or empty. */
  record Node(String path, Optional<ZNRecord> record) {}

  /**
   * The record of a node, which the caller may change.
   *
   * @param version counts the changes of the node
   */
  record Content(ZNRecord record, int version) {}

  /**
   * Makes all of these nodes or none.
   *
   * @throws KeeperException.NodeExistsException when one of them exists
   */
  void create(List<Node> nodes) throws KeeperException, InterruptedException;

  /**
   * Reads the record of a node.
   *
   * @throws KeeperException.NoNodeException when there is no such node
   */
  Content read(String path) throws KeeperException, InterruptedException;

  /**
   * Replaces the record of a node.
   *
   * @throws KeeperException.BadVersionException when it has another version
   */
  void write(String path, ZNRecord record, int version)
      throws KeeperException, InterruptedException;

  /**
   * Deletes a node.
   *
   * @throws KeeperException.NoNodeException when there is no such node
   * @throws KeeperException.NotEmptyException when there are nodes under it
   */
  void delete(String path) throws KeeperException, InterruptedException;

  /**
   * Has the server of this session catch up with the leader, so that the next read is not older
   * than any write that ended before this call.
   */
  void sync(String path) throws KeeperException, InterruptedException;

  /** The names of the nodes under a node. */
  List<String> children(String path) throws KeeperException, InterruptedException;

  /**
   * Whether a node exists. The next change of the answer is an event, and so is each change of the
   * connection.
   */
  boolean exists(String path) throws KeeperException, InterruptedException;

  /**
   * Waits for the next event. An event may come without a change.
   *
   * @throws KeeperException.SessionExpiredException when the session has ended
   */
  void awaitEvent() throws KeeperException, InterruptedException;

  /** Ends the session. Returns at once. */
  @Override
  void close();
}
