package io.aumbry.server;

import static io.aumbry.protocol.cluster.ReplicaState.DROPPED;
import static io.aumbry.protocol.cluster.ReplicaState.INACTIVE;
import static io.aumbry.protocol.cluster.ReplicaState.OFFLINE;
import static io.aumbry.protocol.cluster.ReplicaState.STANDBY;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.server.access.AccessPolicy;
import io.aumbry.server.replica.ReplicaDisk;
import io.aumbry.server.replica.StoreReplicaDisk;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.report.ReportedProcess;
import io.aumbry.store.StoreEnvironment;
import io.aumbry.store.disk.FolderOfTests;
import io.aumbry.store.partition.StoreConfig;
import io.aumbry.store.partition.SyncPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Storage nodes with real stores in one process. The test is the coordinator. */
public final class TestCluster implements AutoCloseable {
  private static StoreConfig small(SyncPolicy durability) {
    return new StoreConfig(durability, 8 << 20, 0, 64 << 20, 10_000, 2, 1024);
  }

  private final Path root;
  private final ServerConfig config;
  private final StoreConfig storeConfig;
  private final Wires wires;
  private final HandViews views = new HandViews();

  /** Several threads use it, and other generators could give two stores the same name. */
  private final RandomGenerator random = SystemRandom.fast();

  private final Map<NodeId, Node> nodes = new TreeMap<>();

  public TestCluster(Path root, ServerConfig config, Wires wires) {
    this(root, config, wires, SyncPolicy.FSYNC);
  }

  public TestCluster(Path root, ServerConfig config, Wires wires, SyncPolicy durability) {
    this.storeConfig = small(durability);
    this.root = root;
    this.config = config;
    this.wires = wires;
  }

  /** Deletes a blob in its store. No frontend can date a delete like this. */
  public void deleteLongAgo(StoreReplicaDisk disk, BlobId id) {
    RequestContext context =
        new RequestContext(
            "test", wires.carrier(), Deadline.after(Patience.LIMIT, wires.carrier().time()));
    WriteResult result = disk.open(id.partition()).delete(id, 1, context);
    if (!result.equals(new NodeResponse.Done())) {
      throw new IllegalStateException("not deleted: " + result);
    }
  }

  /** A running node. */
  public final class Node {
    private final NodeId id;
    private final Metrics metrics = new Metrics();
    private final List<StoreReplicaDisk> disks = new ArrayList<>();
    private final StorageServer server;

    private Node(NodeId id, DataCenter in, int diskCount, UnaryOperator<ReplicaDisk> wrapper) {
      this.id = id;
      StoreEnvironment environment =
          new StoreEnvironment(wires.pool(), wires.carrier().time(), random, metrics);
      for (int i = 0; i < diskCount; i++) {
        Path disk = folder(id).resolve("disk-" + i);
        disks.add(StoreReplicaDisk.open(disk, storeConfig, environment, Long.MAX_VALUE));
      }
      List<ReplicaDisk> seen = disks.stream().<ReplicaDisk>map(wrapper).toList();
      NodeEnvironment surroundings =
          new NodeEnvironment(views.from(in), wires.client(), wires.carrier(), random, metrics);
      server =
          new StorageServer(
              id, ReportedProcess.of("of tests"), config, AccessPolicy.off(), seen, surroundings);
      server.start();
      StorageNode at = wires.connect(id, server);
      views.place(new StorageNode(id, in.id(), at.zone(), at.endpoint(), at.live()));
    }

    public NodeId id() {
      return id;
    }

    public StorageServer server() {
      return server;
    }

    public Metrics metrics() {
      return metrics;
    }

    public List<StoreReplicaDisk> disks() {
      return disks;
    }

    public ReplicaState state(int partition) {
      return views.current().partition(partition).stream()
          .flatMap(known -> known.replicas().stream())
          .filter(replica -> replica.node().id().equals(id))
          .findFirst()
          .orElseThrow()
          .state();
    }

    /** The view shows each state after the node has reached it. */
    public void transition(int partition, ReplicaState... path) {
      for (ReplicaState to : path) {
        server.replicas().transition(partition, state(partition), to, () -> true);
        views.put(id, partition, to);
      }
    }

    /** As from a coordinator with an old view: the view does not change. */
    public boolean leave(int partition, BooleanSupplier wanted) {
      server.replicas().transition(partition, STANDBY, INACTIVE, wanted);
      server.replicas().transition(partition, INACTIVE, OFFLINE, wanted);
      return server.replicas().transition(partition, OFFLINE, DROPPED, wanted);
    }

    public void assign(int partition) {
      views.put(id, partition, OFFLINE);
    }

    /** Assigns a replica, and waits until it is complete. */
    public void serve(int partition) {
      transition(partition, ReplicaState.BOOTSTRAP, STANDBY);
    }

    /** Disconnects and closes the node. The view keeps its replicas as OFFLINE. */
    public void stop() {
      server.drain();
      wires.cut(id);
      server.close();
      disks.forEach(StoreReplicaDisk::close);
      views.current().partitions().stream()
          .filter(p -> p.replicas().stream().anyMatch(r -> r.node().id().equals(id)))
          .forEach(p -> views.put(id, p.id(), OFFLINE));
      nodes.remove(id);
    }
  }

  public Node start(String name) {
    return start(name, 1, disk -> disk);
  }

  public Node start(String name, int disks, UnaryOperator<ReplicaDisk> wrapper) {
    NodeId id = new NodeId(name);
    return add(new Node(id, HandViews.HERE, disks, wrapper));
  }

  /** Starts a node with several disks, which are added to {@code faulty}. */
  public Node start(String name, int disks, List<FaultyDisk> faulty) {
    return start(
        name,
        disks,
        disk -> {
          faulty.add(new FaultyDisk(disk));
          return faulty.getLast();
        });
  }

  /** Starts a node in a data centre of the views. */
  public Node start(String name, DataCenter in) {
    return add(new Node(new NodeId(name), in, 1, disk -> disk));
  }

  private Node add(Node node) {
    nodes.put(node.id(), node);
    return node;
  }

  /** Returns a running node. */
  public Node node(String name) {
    return Optional.ofNullable(nodes.get(new NodeId(name))).orElseThrow();
  }

  /** Starts node-1 to node-3, each with a replica of {@code partition}. */
  List<Node> startThree(int partition) {
    List<Node> nodes = Stream.of("node-1", "node-2", "node-3").map(this::start).toList();
    nodes.forEach(node -> node.assign(partition));
    serveAtOnce(partition, nodes.toArray(Node[]::new));
    return nodes;
  }

  /** Assigns all replicas at the same time, because new replicas wait for each other. */
  public static void serveAtOnce(int partition, Node... nodes) {
    Mailbox<NodeId> done = new Mailbox<>();
    for (Node node : nodes) {
      Thread.ofPlatform()
          .start(() -> {
            node.serve(partition);
            done.post(node.id());
          });
    }
    for (Node _ : nodes) {
      done.take();
    }
  }

  /** Removes all files of a stopped node. */
  public void wipe(String name) {
    try {
      FolderOfTests.delete(folder(new NodeId(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public HandViews views() {
    return views;
  }

  public RandomGenerator random() {
    return random;
  }

  public NodeClientOfTests client() {
    return new NodeClientOfTests(wires, views);
  }

  private Path folder(NodeId node) {
    return root.resolve(node.name());
  }

  @Override
  public void close() {
    List.copyOf(nodes.values()).forEach(Node::stop);
    wires.close();
  }
}
