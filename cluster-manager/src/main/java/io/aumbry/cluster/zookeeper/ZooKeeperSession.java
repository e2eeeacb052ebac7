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
 * Reads and writes records in ZooKeeper, before and beside Helix. It uses a few transactions where
 * Helix's administration needs dozens of round trips and can stop half-way. Used by one thread.
 *
 * <p>An interrupt ends a call. A call that loses its connection is repeated, although it may have
 * taken effect: creation tolerates existing nodes, and updates compare versions.
 */
public final class ZooKeeperSession implements AutoCloseable {
  public interface Change extends UnaryOperator<ZNRecord> {}

  private interface Call<T> {
    T on(ZooKeeperClient client) throws KeeperException, InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperSession.class);

  private final ClusterAddress address;
  private final ZooKeeperClient client;
  private final Runnable silence;

  private boolean silenceLogged;

  public ZooKeeperSession(ClusterAddress address) throws IOException {
    this(address, () -> {});
  }

  /**
   * Connects in the background.
   *
   * @param silence runs once, if ZooKeeper does not answer
   */
  public ZooKeeperSession(ClusterAddress address, Runnable silence) throws IOException {
    this(address, new ZooKeeperConnection(address), silence);
  }

  public ZooKeeperSession(ClusterAddress address, ZooKeeperClient client, Runnable silence) {
    this.address = address;
    this.client = client;
    this.silence = silence;
  }

  /** Creates all nodes, or none if any exists. Returns whether it created them. */
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

  /** See {@link ZooKeeperClient#sync}. */
  public void sync(String path) throws KeeperException, InterruptedException {
    call(zk -> {
      zk.sync(path);
      return path;
    });
  }

  public Optional<ZNRecord> read(String path) throws KeeperException, InterruptedException {
    try {
      return Optional.of(call(zk -> zk.read(path)).record());
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** Deletes a node without children. No effect if the node does not exist. */
  public void delete(String path) throws KeeperException, InterruptedException {
    try {
      call(zk -> {
        zk.delete(path);
        return true;
      });
    } catch (KeeperException.NoNodeException gone) {
      LOG.atDebug().addKeyValue("path", path).log("node was already deleted");
    }
  }

  public List<String> children(String path) throws KeeperException, InterruptedException {
    return call(zk -> zk.children(path));
  }

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
    boolean logged = false;
    while (call(zk -> zk.exists(path)) != present) {
      if (!logged) {
        LOG.atInfo().addKeyValue("cluster", address).log("Waiting for {}", waitingFor);
        logged = true;
      }
      client.awaitEvent();
    }
  }

  private <T> T call(Call<T> call) throws KeeperException, InterruptedException {
    while (true) {
      try {
        return call.on(client);
      } catch (KeeperException.ConnectionLossException e) {
        logSilence();
      }
    }
  }

  private void logSilence() {
    if (!silenceLogged) {
      silenceLogged = true;
      silence.run();
      LOG.atWarn()
          .addKeyValue("cluster", address)
          .addKeyValue("reason", ZooKeeperProbe.reason(address))
          .log("ZooKeeper does not answer; retrying");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
