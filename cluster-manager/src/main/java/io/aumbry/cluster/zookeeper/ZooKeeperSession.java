package io.aumbry.cluster.zookeeper;

import io.aumbry.cluster.zookeeper.ZooKeeperClient.Content;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Node;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Write;
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

  /** A change of several records at once. */
  public interface Transaction<T> {
    /**
     * Changes or replaces the records of a list, which are in the order of their paths.
     *
     * @param nowMillis the clock of ZooKeeper's leader
     */
    T apply(List<ZNRecord> records, long nowMillis);
  }

  private interface Call<T> {
    T on(ZooKeeperClient client) throws KeeperException, InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperSession.class);
  private static final int ANY_VERSION = -1;

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
    ZNRecord wanted = change.apply(copy(content));
    if (wanted.equals(current)) {
      return true;
    }
    try {
      write(List.of(new Write(path, wanted, content.version())));
      return true;
    } catch (KeeperException.BadVersionException e) {
      return false;
    }
  }

  private long write(List<Write> writes) throws KeeperException, InterruptedException {
    return call(zk -> zk.write(writes));
  }

  /**
   * Changes several records together. The result must be the same when the transaction is applied
   * to records that it has changed already.
   *
   * @param clock a node of its own. A write of it asks ZooKeeper for the time, because the clocks
   *     of its clients may differ by any amount
   * @param paths of the records
   * @throws KeeperException.NoNodeException if a record does not exist
   */
  public <T> T transact(String clock, List<String> paths, Transaction<T> transaction)
      throws KeeperException, InterruptedException {
    Optional<T> result;
    do {
      result = tryTransact(clock, paths, transaction);
    } while (result.isEmpty());
    return result.get();
  }

  /** The time is read while the first record has the version that the transaction gets. */
  private <T> Optional<T> tryTransact(String clock, List<String> paths, Transaction<T> transaction)
      throws KeeperException, InterruptedException {
    try {
      List<Content> before = new ArrayList<>();
      for (String path : paths) {
        before.add(call(zk -> zk.read(path)));
      }
      Write check = new Write(paths.getFirst(), Optional.empty(), before.getFirst().version());
      ZNRecord tick = new ZNRecord(clock.substring(clock.lastIndexOf('/') + 1));
      long now = write(List.of(new Write(clock, tick, ANY_VERSION), check));
      List<ZNRecord> after = new ArrayList<>();
      before.forEach(content -> after.add(copy(content)));
      T result = transaction.apply(after, now);
      List<Write> writes = new ArrayList<>();
      List<Write> checks = new ArrayList<>();
      for (int at = 0; at < paths.size(); at++) {
        boolean isChanged = !after.get(at).equals(before.get(at).record());
        Optional<ZNRecord> wanted = Optional.of(after.get(at)).filter(_ -> isChanged);
        (isChanged ? writes : checks)
            .add(new Write(paths.get(at), wanted, before.get(at).version()));
      }
      if (!writes.isEmpty()) {
        writes.addAll(checks);
        write(writes);
      }
      return Optional.of(result);
    } catch (KeeperException.BadVersionException e) {
      return Optional.empty();
    }
  }

  private static ZNRecord copy(Content content) {
    return new ZNRecord(content.record(), content.record().getId());
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
          .addKeyValue("reason", () -> ZooKeeperProbe.reason(address))
          .log("ZooKeeper does not answer; retrying");
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
