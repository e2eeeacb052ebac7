package io.aumbry.cluster.zookeeper;

import io.aumbry.cluster.zookeeper.ZooKeeperClient.Content;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Node;
import io.aumbry.cluster.zookeeper.ZooKeeperClient.Write;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.apache.helix.zookeeper.datamodel.ZNRecord;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * ZooKeeper in memory: nodes with versions, nodes that end with their session, watches that fire
 * once, transactions, lost connections, expired sessions. Everything happens on the thread of the
 * caller, so a run is determined by its faults. {@link ZooKeeperClientContract} holds it to a real
 * ZooKeeper.
 */
public final class ModelZooKeeper {
  /** A fault of one call. */
  public enum Fault {
    NONE,
    /** The connection is lost before the server has the call. */
    LOST_REQUEST,
    /** The connection is lost after the call had its effect. */
    LOST_ANSWER,
    /** The session expires before the server has the call. */
    EXPIRED_BEFORE,
    /** The call takes effect, and the session expires before the answer. */
    EXPIRED_AFTER,
    /** The process ends before the call. */
    CRASH_BEFORE,
    /** The process ends after the call took effect. */
    CRASH_AFTER
  }

  /** The process has ended. An error, so that no library that catches exceptions goes on. */
  public static final class Crash extends Error {
    private static final long serialVersionUID = 1;
  }

  private record Entry(Optional<ZNRecord> record, int version, Optional<Client> owner) {
    Stat stat() {
      Stat stat = new Stat();
      stat.setVersion(version);
      stat.setEphemeralOwner(owner.map(Client::number).orElse(0L));
      return stat;
    }
  }

  private interface Effect<T> {
    T perform() throws KeeperException;
  }

  private final Map<String, Entry> nodes = new TreeMap<>();
  private final Set<Client> clients = new HashSet<>();

  /** Events that happen while a client waits, in this order. */
  private final Deque<Runnable> awaited = new ArrayDeque<>();

  private long clockMillis = 1_000_000;
  private long sessions;
  private BiFunction<Client, String, Fault> faults = (client, call) -> Fault.NONE;
  private Runnable changed = () -> {};

  public ModelZooKeeper() {
    nodes.put("", new Entry(Optional.empty(), 0, Optional.empty()));
  }

  /** Sets the fault of each call, by client and description of the call. */
  public void breakCalls(BiFunction<Client, String, Fault> next) {
    faults = next;
  }

  /** Sets the clock forward. */
  public void pass(Duration span) {
    clockMillis += span.toMillis();
  }

  public long clockMillis() {
    return clockMillis;
  }

  /** Called after each change of a node. */
  public void whenChanged(Runnable listener) {
    changed = listener;
  }

  /** Schedules an event for the next time a client waits. */
  public void later(Runnable event) {
    awaited.add(event);
  }

  public Client connect() {
    sessions++;
    Client client = new Client(this, sessions);
    clients.add(client);
    return client;
  }

  /** Ends a session, which deletes its ephemeral nodes and notifies its client. */
  public void expire(Client client) {
    client.expired = true;
    List<String> mine =
        nodes.entrySet().stream()
            .filter(each -> each.getValue().owner().equals(Optional.of(client)))
            .map(Map.Entry::getKey)
            .toList();
    mine.forEach(this::delete);
  }

  void delete(String path) {
    nodes.remove(path);
    fire(path);
    changed.run();
  }

  /** Creates a node and its parents. */
  public void put(String path, Optional<ZNRecord> record, Optional<Client> owner) {
    String parent = parent(path);
    if (!nodes.containsKey(parent)) {
      put(parent, Optional.empty(), Optional.empty());
    }
    nodes.put(path, new Entry(record.map(ModelZooKeeper::copy), 0, owner));
    fire(path);
  }

  /**
   * All records by path, as they are now. They are the model's own, so a caller only reads them.
   */
  public Map<String, Optional<ZNRecord>> contents() {
    Map<String, Optional<ZNRecord>> contents = new TreeMap<>();
    nodes.forEach((path, entry) -> contents.put(path, entry.record()));
    return contents;
  }

  private static ZNRecord copy(ZNRecord record) {
    return new ZNRecord(record, record.getId());
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('/'));
  }

  private void fire(String path) {
    clients.forEach(client -> {
      if (client.watched.remove(path)) {
        client.events++;
      }
    });
  }

  private Entry entry(String path) throws KeeperException {
    Entry entry = nodes.get(path);
    if (entry == null) {
      throw new KeeperException.NoNodeException(path);
    }
    return entry;
  }

  private void createAll(List<Node> fresh, Optional<Client> owner) throws KeeperException {
    Set<String> paths = new HashSet<>(nodes.keySet());
    for (Node node : fresh) {
      if (!paths.contains(parent(node.path()))) {
        throw new KeeperException.NoNodeException(node.path());
      }
      if (!paths.add(node.path())) {
        throw new KeeperException.NodeExistsException(node.path());
      }
    }
    fresh.forEach(node -> put(node.path(), node.record(), owner));
    changed.run();
  }

  private long replaceAll(List<Write> writes) throws KeeperException {
    for (Write write : writes) {
      int version = entry(write.path()).version();
      if (write.version() >= 0 && version != write.version()) {
        throw new KeeperException.BadVersionException(write.path());
      }
    }
    for (Write write : writes) {
      Entry entry = entry(write.path());
      write
          .record()
          .ifPresent(record ->
              nodes.put(
                  write.path(),
                  new Entry(Optional.of(copy(record)), entry.version() + 1, entry.owner())));
    }
    changed.run();
    return clockMillis;
  }

  private void remove(String path) throws KeeperException {
    entry(path);
    if (nodes.keySet().stream().anyMatch(each -> each.startsWith(path + "/"))) {
      throw new KeeperException.NotEmptyException(path);
    }
    delete(path);
  }

  private <T> T call(Client client, String description, Effect<T> effect) throws KeeperException {
    client.requireUsable();
    Fault fault = faults.apply(client, description);
    if (fault == Fault.LOST_ANSWER || fault == Fault.EXPIRED_AFTER || fault == Fault.CRASH_AFTER) {
      effect.perform();
    }
    return switch (fault) {
      case NONE -> effect.perform();
      case LOST_REQUEST, LOST_ANSWER -> {
        client.events += 2;
        throw new KeeperException.ConnectionLossException();
      }
      case EXPIRED_BEFORE, EXPIRED_AFTER -> {
        expire(client);
        throw new KeeperException.SessionExpiredException();
      }
      case CRASH_BEFORE, CRASH_AFTER -> {
        expire(client);
        throw new Crash();
      }
    };
  }

  /** One session. */
  public static final class Client implements ZooKeeperClient {
    private final ModelZooKeeper server;
    private final long number;
    private final Set<String> watched = new HashSet<>();
    private int events = 1;
    private boolean expired;
    private boolean cut;

    private Client(ModelZooKeeper server, long number) {
      this.server = server;
      this.number = number;
    }

    /** The number of the session. */
    public long number() {
      return number;
    }

    /** Cuts or restores the connection; the session continues. */
    void cut(boolean now) {
      cut = now;
      events++;
    }

    private void requireUsable() throws KeeperException {
      if (expired) {
        throw new KeeperException.SessionExpiredException();
      }
      if (cut) {
        throw new KeeperException.ConnectionLossException();
      }
    }

    @Override
    public void create(List<Node> nodes) throws KeeperException {
      server.call(
          this,
          "create",
          () -> {
            server.createAll(nodes, Optional.empty());
            return true;
          });
    }

    /** Creates a node that lasts as long as this session. */
    public void createEphemeral(Node node) throws KeeperException {
      server.call(
          this,
          "create",
          () -> {
            server.createAll(List.of(node), Optional.of(this));
            return true;
          });
    }

    /** The version of a node and the session that it ends with, if the node exists. */
    public Optional<Stat> stat(String path) throws KeeperException {
      return server.call(
          this, "stat", () -> Optional.ofNullable(server.nodes.get(path)).map(Entry::stat));
    }

    @Override
    public Content read(String path) throws KeeperException {
      return server.call(
          this,
          "read",
          () -> {
            Entry entry = server.entry(path);
            return new Content(copy(entry.record().orElseThrow()), entry.version());
          });
    }

    @Override
    public long write(List<Write> writes) throws KeeperException {
      return server.call(this, "write", () -> server.replaceAll(writes));
    }

    @Override
    public void delete(String path) throws KeeperException {
      server.call(
          this,
          "delete",
          () -> {
            server.remove(path);
            return true;
          });
    }

    /** The model has a single server, which is never behind. */
    @Override
    public void sync(String path) throws KeeperException {
      server.call(this, "sync", () -> true);
    }

    @Override
    public List<String> children(String path) throws KeeperException {
      return server.call(
          this,
          "children",
          () -> {
            server.entry(path);
            List<String> names = new ArrayList<>();
            server.nodes.keySet().stream()
                .filter(each -> !each.isEmpty() && parent(each).equals(path))
                .forEach(each -> names.add(each.substring(path.length() + 1)));
            return names;
          });
    }

    @Override
    public boolean exists(String path) throws KeeperException {
      return server.call(
          this,
          "exists",
          () -> {
            watched.add(path);
            return server.nodes.containsKey(path);
          });
    }

    @Override
    public void awaitEvent() throws KeeperException {
      while (events == 0 && !expired) {
        Runnable next = server.awaited.poll();
        if (next == null) {
          throw new IllegalStateException("it would wait for ever");
        }
        next.run();
      }
      if (expired) {
        throw new KeeperException.SessionExpiredException();
      }
      events--;
    }

    @Override
    public void close() {
      server.expire(this);
      server.clients.remove(this);
    }
  }
}
