package io.aumbry.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.UnaryOperator;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.datamodel.serializer.ZNRecordSerializer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done in ZooKeeper before Helix can start: a few whole transactions, where Helix's own
 * administration needs dozens of round trips and can be left half-way. Used by one thread.
 *
 * <p>Each call waits for ZooKeeper for as long as it takes; ZooKeeper's client waits up to a second
 * between attempts. An interrupt ends it.
 */
final class ZooKeeperSession implements AutoCloseable {
  /** A record to be made, or an empty node. */
  record Node(String path, Optional<ZNRecord> record) {}

  private interface Call<T> {
    T on(ZooKeeper client) throws KeeperException, InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperSession.class);

  private final ClusterAddress address;
  private final ZooKeeper client;
  private final ZNRecordSerializer serializer = new ZNRecordSerializer();
  private final BlockingQueue<WatchedEvent> events = new LinkedBlockingQueue<>();

  private final Runnable silence;

  private boolean complained;

  ZooKeeperSession(ClusterAddress address) throws IOException {
    this(address, () -> {});
  }

  /**
   * A session that is being made.
   *
   * @param silence is told when ZooKeeper does not answer, once
   */
  ZooKeeperSession(ClusterAddress address, Runnable silence) throws IOException {
    this.address = address;
    this.silence = silence;
    int timeout = Math.toIntExact(address.sessionTimeout().toMillis());
    this.client =
        new ZooKeeper(
            address.zkConnect(), timeout, events::add, ZooKeeperTls.client(address.identity()));
  }

  /** Makes all of these, or none when any exists: then the answer is false. */
  boolean create(List<Node> nodes) throws KeeperException, InterruptedException {
    List<Op> ops =
        nodes.stream()
            .map(node ->
                Op.create(
                    node.path(),
                    node.record().map(serializer::serialize).orElseGet(() -> new byte[0]),
                    ZooDefs.Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT))
            .toList();
    try {
      call(zk -> zk.multi(ops));
      return true;
    } catch (KeeperException.NodeExistsException e) {
      return false;
    }
  }

  /** Writes what {@code change} makes of a record that exists, if that differs. */
  void update(String path, UnaryOperator<ZNRecord> change)
      throws KeeperException, InterruptedException {
    boolean written;
    do {
      written = tryUpdate(path, change);
    } while (!written);
  }

  private boolean tryUpdate(String path, UnaryOperator<ZNRecord> change)
      throws KeeperException, InterruptedException {
    Stat stat = new Stat();
    ZNRecord current = record(call(zk -> zk.getData(path, false, stat)));
    ZNRecord wanted = change.apply(new ZNRecord(current, current.getId()));
    if (wanted.equals(current)) {
      return true;
    }
    try {
      call(zk -> zk.setData(path, serializer.serialize(wanted), stat.getVersion()));
      return true;
    } catch (KeeperException.BadVersionException e) {
      return false;
    }
  }

  /**
   * Has the server of this session catch up with the leader, so that what is read next is not older
   * than any write that ended before this call.
   */
  void sync(String path) throws KeeperException, InterruptedException {
    call(zk -> {
      zk.sync(path);
      return path;
    });
  }

  /** The record at a path; empty when there is none. */
  Optional<ZNRecord> read(String path) throws KeeperException, InterruptedException {
    try {
      return Optional.of(record(call(zk -> zk.getData(path, false, new Stat()))));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    }
  }

  /** The names of the nodes under a path. */
  List<String> children(String path) throws KeeperException, InterruptedException {
    return call(zk -> zk.getChildren(path, false));
  }

  private ZNRecord record(byte[] bytes) {
    if (serializer.deserialize(bytes) instanceof ZNRecord record) {
      return record;
    }
    throw new IllegalStateException("not a record of Helix, in cluster " + address);
  }

  void awaitExists(String path, String waitingFor) throws KeeperException, InterruptedException {
    await(path, true, waitingFor);
  }

  void awaitGone(String path, String waitingFor) throws KeeperException, InterruptedException {
    await(path, false, waitingFor);
  }

  private void await(String path, boolean present, String waitingFor)
      throws KeeperException, InterruptedException {
    boolean said = false;
    while (call(zk -> Optional.ofNullable(zk.exists(path, events::add))).isPresent() != present) {
      if (!said) {
        LOG.atInfo().addKeyValue("cluster", address).log("waiting for {}", waitingFor);
        said = true;
      }
      if (events.take().getState() == KeeperState.Expired) {
        throw new KeeperException.SessionExpiredException();
      }
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

  /** ZooKeeper's client takes 100 ms to close, which no one needs to wait for. */
  @Override
  public void close() {
    Thread.ofPlatform().daemon().name("zookeeper-session-close").start(this::closeNow);
  }

  private void closeNow() {
    try {
      client.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
