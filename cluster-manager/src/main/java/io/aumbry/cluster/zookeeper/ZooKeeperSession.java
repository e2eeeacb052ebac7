package io.aumbry.cluster.zookeeper;

import io.aumbry.cluster.zookeeper.ZooKeeperClient.Content;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads and writes records in ZooKeeper before Helix starts and beside it. It needs a few whole
 * transactions where Helix's own administration needs dozens of round trips and can stop half-way.
 * Used by one thread.
 *
 * <p>Each call waits for ZooKeeper for as long as the session lasts; ZooKeeper's client waits up to
 * a second between attempts. An interrupt ends the wait. A call that loses its connection is
 * repeated, though it may have had its effect: creation tolerates that the nodes exist, and an
 * update compares versions.
 */
public final class ZooKeeperSession implements AutoCloseable {
  /** A change of a record. It is applied again if another process changed the record first. */
  public interface Change extends UnaryOperator<ZNRecord> {}

  private interface Call<T> {
    T on(ZooKeeperClient client) throws KeeperException, InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperSession.class);

  private final ClusterAddress address;
  private final ZooKeeperClient client;
  private final Runnable silence;

  private boolean complained;

  public ZooKeeperSession(ClusterAddress address) throws IOException {
    this(address, () -> {});
  }

  /**
   * A session that is being made.
   *
   * @param silence is told when ZooKeeper does not answer, once
   */
  public ZooKeeperSession(ClusterAddress address, Runnable silence) throws IOException {
    this(address, new ZooKeeperConnection(address), silence);
  }

  /** A session by another client. */
  public ZooKeeperSession(ClusterAddress address, ZooKeeperClient client, Runnable silence) {
    this.address = address;
    this.client = client;
    this.silence = silence;
  }

  /** Makes all of these, or none when any exists: then the answer is false. */
  public boolean create(List<Node> nodes) throws KeeperException, InterruptedException {
    try {
      return call(zk -> {
        zk.create(nodes);
        return true;
      });
    } catch (KeeperException.NodeExistsException e) {
      return false;
    }
  }

  /** Applies a change to a record that exists, and writes the result if it differs. */
  public void update(String path, Change change) throws KeeperException, InterruptedException {
    boolean written;
    do {
      written = tryUpdate(path, change);
    } while (!written);
  }

  private boolean tryUpdate(String path, Change change)
      throws KeeperException, InterruptedException {
    Content content = call(zk -> zk.read(path));
    ZNRecord current = content.record();
    ZNRecord wanted = change.apply(new ZNRecord(current, current.getId()));
    if (wanted.equals(current)) {
      return true;
    }
    try {
      return call(zk -> {
        zk.write(path, wanted, content.version());
        return true;
      });
    } catch (KeeperException.BadVersionException e) {
      return false;
    }
  }

  /**
   * Has the server of this session catch up with the leader, so that what is read next is not older
   * than any write that ended before this call.
   */
  public void sync(String path) throws KeeperException, InterruptedException {
    call(zk -> {
      zk.sync(path);
      return path;
    });
  }

  /** The record at a path, if the node exists. */
  public Optional<ZNRecord> read(String path) throws KeeperException, InterruptedException {
    try {
      return Optional.of(call(zk -> zk.read(path)).record());
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** Deletes a node that has none under it; without effect when it is not there. */
  public void delete(String path) throws KeeperException, InterruptedException {
    try {
      call(zk -> {
        zk.delete(path);
        return true;
      });
    } catch (KeeperException.NoNodeException gone) {
      LOG.atDebug().addKeyValue("path", path).log("was deleted before");
    }
  }

  /** The names of the nodes under a path. */
  public List<String> children(String path) throws KeeperException, InterruptedException {
    return call(zk -> zk.children(path));
  }

  /** The records of the nodes under a path. */
  public List<ZNRecord> records(String parent) throws KeeperException, InterruptedException {
    List<ZNRecord> records = new ArrayList<>();
    for (String name : children(parent)) {
      read(parent + "/" + name).ifPresent(records::add);
    }
    return records;
  }

  public void awaitExists(String path, String waitingFor)
      throws KeeperException, InterruptedException {
    await(path, true, waitingFor);
  }

  public void awaitGone(String path, String waitingFor)
      throws KeeperException, InterruptedException {
    await(path, false, waitingFor);
  }

  private void await(String path, boolean present, String waitingFor)
      throws KeeperException, InterruptedException {
    boolean said = false;
    while (call(zk -> zk.exists(path)) != present) {
      if (!said) {
        LOG.atInfo().addKeyValue("cluster", address).log("waiting for {}", waitingFor);
        said = true;
      }
      client.awaitEvent();
    }
  }

  private <T> T call(Call<T> call) throws KeeperException, InterruptedException {
    while (true) {
      try {
        return call.on(client);
      } catch (KeeperException.ConnectionLossException e) {
        complain();
      }
    }
  }

  private void complain() {
    if (!complained) {
      complained = true;
      silence.run();
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("reason", ZooKeeperProbe.reason(address))
          .log("ZooKeeper does not answer; trying on");
    }
  }

  /** Ends the session. Returns at once. */
  @Override
  public void close() {
    client.close();
  }
}
