package io.aumbry.cluster.zookeeper;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.helix.zookeeper.datamodel.serializer.ZNRecordSerializer;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

final class ZooKeeperConnection implements ZooKeeperClient {
  private static final int ANY_VERSION = -1;

  private final BlockingQueue<WatchedEvent> events = new LinkedBlockingQueue<>();

  /** The client would register two objects twice for the same path. */
  private final Watcher watcher = events::add;

  private final ZNRecordSerializer serializer = new ZNRecordSerializer();
  private final ZooKeeper client;

  ZooKeeperConnection(ClusterAddress address) throws IOException {
    int timeout = Math.toIntExact(address.sessionTimeout().toMillis());
    this.client =
        new ZooKeeper(
            address.zkConnect(), timeout, watcher, ZooKeeperTls.client(address.identity()));
  }

  @Override
  public void create(List<Node> nodes) throws KeeperException, InterruptedException {
    client.multi(
        nodes.stream()
            .map(node ->
                Op.create(
                    node.path(),
                    node.record().map(serializer::serialize).orElseGet(() -> new byte[0]),
                    ZooDefs.Ids.OPEN_ACL_UNSAFE,
                    CreateMode.PERSISTENT))
            .toList());
  }

  @Override
  public Content read(String path) throws KeeperException, InterruptedException {
    Stat stat = new Stat();
    if (serializer.deserialize(client.getData(path, false, stat)) instanceof ZNRecord record) {
      return new Content(record, stat.getVersion());
    }
    throw new IllegalStateException(path + " has no Helix record");
  }

  @Override
  public long write(List<Write> writes) throws KeeperException, InterruptedException {
    List<Op> changes =
        writes.stream()
            .map(write ->
                write
                    .record()
                    .map(each ->
                        Op.setData(write.path(), serializer.serialize(each), write.version()))
                    .orElseGet(() -> Op.check(write.path(), write.version())))
            .toList();
    if (client.multi(changes).getFirst() instanceof OpResult.SetDataResult changed) {
      return changed.getStat().getMtime();
    }
    throw new IllegalStateException("ZooKeeper gave no status for a write of " + writes);
  }

  @Override
  public void delete(String path) throws KeeperException, InterruptedException {
    client.delete(path, ANY_VERSION);
  }

  @Override
  public void sync(String path) throws KeeperException, InterruptedException {
    client.sync(path);
  }

  @Override
  public List<String> children(String path) throws KeeperException, InterruptedException {
    return client.getChildren(path, false);
  }

  @Override
  public boolean exists(String path) throws KeeperException, InterruptedException {
    return Optional.ofNullable(client.exists(path, watcher)).isPresent();
  }

  @Override
  public void awaitEvent() throws KeeperException, InterruptedException {
    if (events.take().getState() == KeeperState.Expired) {
      throw new KeeperException.SessionExpiredException();
    }
  }

  /** In the background, because it takes 100 ms and no caller depends on it. */
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
