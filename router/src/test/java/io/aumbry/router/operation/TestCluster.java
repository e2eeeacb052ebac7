package io.aumbry.router.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.budget.Shares;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.BytesOfTests;
import io.aumbry.protocol.cluster.ClusterView;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.Router.Policy;
import io.aumbry.router.Router.StoredBlob;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.RouterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A router over nodes in memory. Each data centre (1, 2, ...) has two groups of three nodes ("1-0"
 * to "1-5"). Partitions with even ids are on the first group, odd ones on the second.
 */
final class TestCluster implements ClusterViews {
  static final int CHUNK = 128 * 1024;
  static final Duration PATIENCE = Duration.ofSeconds(30);

  final ManualCarrier carrier = new ManualCarrier();
  final CountedBuffers buffers = new CountedBuffers();
  final Metrics metrics = new Metrics();
  final RandomGenerator random;
  final FakeNodes nodes;
  final ClusterRouter router;

  private final List<DataCenter> dataCenters = new ArrayList<>();
  private final int partitions;
  private final Map<NodeId, Boolean> live = new HashMap<>();
  private final Map<String, ReplicaState> states = new HashMap<>();
  private final Set<Integer> sealed = new HashSet<>();
  private final Map<Integer, PartitionClass> classes = new HashMap<>();
  private final Set<Integer> unseen = new HashSet<>();
  private final Set<NodeId> hidden = new HashSet<>();
  private final List<Consumer<ClusterView>> listeners = new ArrayList<>();
  private int copies = 3;
  private ClusterView view;

  TestCluster(long seed, int dataCenters, int partitions) {
    this(seed, dataCenters, partitions, config());
  }

  TestCluster(long seed, int dataCenters, int partitions, RouterConfig config) {
    this.random = new Random(seed);
    this.partitions = partitions;
    for (int id = 1; id <= dataCenters; id++) {
      this.dataCenters.add(new DataCenter(id, "dc" + id));
    }
    this.nodes = new FakeNodes(carrier, buffers, random);
    this.view = makeView();
    this.router = new ClusterRouter(this, nodes, config, carrier, random, random, metrics);
  }

  /** A router of another data centre over the same nodes. */
  ClusterRouter routerIn(int dataCenter) {
    ClusterViews seen =
        new ClusterViews() {
          @Override
          public ClusterView current() {
            return seenFrom(dataCenter);
          }

          @Override
          public void subscribe(Consumer<ClusterView> listener) {
            listeners.add(view -> listener.accept(current()));
            listener.accept(current());
          }
        };
    return new ClusterRouter(seen, nodes, config(), carrier, random, random, new Metrics());
  }

  private ClusterView seenFrom(int dataCenter) {
    return new ClusterView(
        dataCenters.get(dataCenter - 1), dataCenters, view.nodes(), view.partitions());
  }

  /** Replicates all records of one data centre to another. */
  void replicate(int from, int to) {
    for (int i = 0; i < 6; i++) {
      node(to + "-" + i).copyFrom(node(from + "-" + i));
    }
  }

  /** The readable chunks of a blob, in order. */
  List<BlobId> chunksOf(BlobId id) {
    GetOptions all = new GetOptions(new ByteRange.All(), true, true);
    List<BlobId> ids = new ArrayList<>();
    ChunksResult.Found found;
    do {
      found = chunksFrom(id, ids.size(), all);
      found.chunks().forEach(chunk -> ids.add(chunk.id()));
    } while (ids.size() < found.total());
    return ids;
  }

  ChunksResult.Found chunksFrom(BlobId id, long first, GetOptions options) {
    return (ChunksResult.Found)
        carrier.run(() -> router.chunks(id, first, options, carrier.request(PATIENCE)));
  }

  List<FakeNode> nodesIn(int dataCenter) {
    return Stream.of(0, 1, 2, 3, 4, 5).map(i -> node(dataCenter + "-" + i)).toList();
  }

  static RouterConfig config() {
    return new RouterConfig(
        2,
        CHUNK,
        new RouterConfig.Memory(64L * CHUNK, Duration.ofSeconds(1), Shares.defaults()),
        new RouterConfig.Pipeline(3, 1),
        Duration.ofSeconds(2),
        new RouterConfig.Hedge(0.95, Duration.ofMillis(50), 5));
  }

  private ClusterView makeView() {
    List<StorageNode> all = new ArrayList<>();
    for (DataCenter dataCenter : dataCenters) {
      for (int i = 0; i < 6 && !unseen.contains(dataCenter.id()); i++) {
        NodeId id = new NodeId(dataCenter.id() + "-" + i);
        all.add(
            new StorageNode(
                id,
                dataCenter.id(),
                "zone" + i,
                new Endpoint("localhost", 1000 + i),
                live.getOrDefault(id, true)));
      }
    }
    List<Partition> made = new ArrayList<>();
    for (int partition = 0; partition < partitions; partition++) {
      made.add(
          new Partition(
              partition,
              classes.getOrDefault(partition, PartitionClass.DEFAULT),
              sealed.contains(partition),
              copies,
              replicas(partition, all)));
    }
    return new ClusterView(dataCenters.getFirst(), dataCenters, all, made);
  }

  private List<Replica> replicas(int partition, List<StorageNode> all) {
    List<Replica> replicas = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      StorageNode node = all.get(i);
      if (i % 6 / 3 == partition % 2 && !hidden.contains(node.id())) {
        replicas.add(
            new Replica(
                node, states.getOrDefault(partition + "@" + node.id(), ReplicaState.STANDBY)));
      }
    }
    return replicas;
  }

  @Override
  public ClusterView current() {
    return view;
  }

  @Override
  public void subscribe(Consumer<ClusterView> listener) {
    listeners.add(listener);
    listener.accept(view);
  }

  /** Sets whether the view has data of the data centre. */
  void see(int dataCenter, boolean isSeen) {
    if (isSeen) {
      unseen.remove(dataCenter);
    } else {
      unseen.add(dataCenter);
    }
    publish();
  }

  /** Removes the replicas of a node from the view. */
  void hide(String node) {
    hidden.add(new NodeId(node));
    publish();
  }

  /** Returns them to the view. */
  void show(String node) {
    hidden.remove(new NodeId(node));
    publish();
  }

  /** Sets whether the view shows the node as live. */
  void see(String node, boolean isLive) {
    live.put(new NodeId(node), isLive);
    publish();
  }

  void see(int partition, String node, ReplicaState state) {
    states.put(partition + "@" + node, state);
    publish();
  }

  /** Sets the copies of each partition. Replicas beyond that number count as moving. */
  void copies(int count) {
    copies = count;
    publish();
  }

  void classify(int partition, PartitionClass as) {
    classes.put(partition, as);
    publish();
  }

  /** Seals the partition. */
  void seal(int partition) {
    sealed.add(partition);
    publish();
  }

  private void publish() {
    view = makeView();
    listeners.forEach(listener -> listener.accept(view));
  }

  FakeNode node(String id) {
    return nodes.node(new NodeId(id));
  }

  /** The nodes of a group: 0 has the even partitions, 1 the odd ones. */
  List<FakeNode> group(int dataCenter, int group) {
    return List.of(
        node(dataCenter + "-" + (3 * group)),
        node(dataCenter + "-" + (3 * group + 1)),
        node(dataCenter + "-" + (3 * group + 2)));
  }

  /** In another data centre. */
  List<FakeNode> replicasOf(BlobId id, int dataCenter) {
    return group(dataCenter, id.partition() % 2);
  }

  /** In the first data centre. */
  long readable() {
    return nodesIn(1).stream().mapToLong(FakeNode::readable).sum();
  }

  /** The upload records that some node has and that are not deleted. */
  Set<UploadRecord> uploadRecords() {
    Set<UploadRecord> records = new HashSet<>();
    nodesIn(1).forEach(node -> records.addAll(node.uploads()));
    return records;
  }

  /** Each chunk that was sent is named by an upload record that is on a write quorum. */
  void requireChunksNamed() {
    Set<BlobId> named = new HashSet<>();
    uploadRecords().stream()
        .filter(record -> nodesIn(1).stream().filter(n -> n.uploads().contains(record)).count() > 1)
        .forEach(record -> named.addAll(record.chunks()));
    assertThat(named)
        .containsAll(
            nodes.sent().stream()
                .map(FakeNodes.Sent::request)
                .filter(NodeRequest.Put.class::isInstance)
                .map(request -> ((NodeRequest.Put) request).id())
                .filter(id -> id.kind() == BlobKind.CHUNK)
                .toList());
  }

  /** What all nodes of a data centre do wrong from now on. */
  void fault(int dataCenter, FakeNode.Fault fault) {
    nodesIn(dataCenter).forEach(node -> node.fault = fault);
  }

  /** The virtual time that this takes. */
  Duration took(Runnable what) {
    Duration before = carrier.elapsed();
    what.run();
    return carrier.elapsed().minus(before);
  }

  /** The local nodes with replicas of this blob's partition. */
  List<FakeNode> replicasOf(BlobId id) {
    return group(1, id.partition() % 2);
  }

  byte[] bytes(int length) {
    return BytesOfTests.random(random, length);
  }

  BlobProperties properties() {
    return new BlobProperties(
        0,
        carrier.wallMillis(),
        Expiry.INFINITE_TTL,
        OptionalInt.empty(),
        true,
        new BlobProperties.Labels("image/png", "test", "me", "a.png", "", ""),
        Map.of("key", "value"));
  }

  Upload upload() {
    return new Upload(
        101, 5, properties(), OptionalLong.empty(), OptionalInt.empty(), Long.MAX_VALUE);
  }

  Upload upload(DurabilityLevel level) {
    return upload(new Policy(PartitionClass.DEFAULT, level));
  }

  Upload upload(Policy policy) {
    return new Upload(
        101,
        5,
        this::properties,
        OptionalLong.empty(),
        OptionalInt.empty(),
        Long.MAX_VALUE,
        policy);
  }

  /** A body in counted slices of random size. */
  ByteSource body(byte[] bytes) {
    return new CountedBody(bytes);
  }

  private final class CountedBody implements ByteSource {
    private final byte[] bytes;
    private int at;

    CountedBody(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public Optional<Buffer> next() {
      if (at == bytes.length) {
        return Optional.empty();
      }
      int length = Math.min(bytes.length - at, 1 + random.nextInt(40_000));
      Buffer slice = buffers.of(bytes, at, length);
      at += length;
      return Optional.of(slice);
    }

    @Override
    public void close() {
      at = bytes.length;
    }
  }

  /** Puts a blob, and forgets the requests for it. */
  BlobId stored(byte[] bytes) {
    BlobId id = put(bytes).id();
    carrier.settle();
    nodes.sent().clear();
    return id;
  }

  StoredBlob put(byte[] bytes) {
    return put(upload(), body(bytes));
  }

  StoredBlob put(Upload upload, ByteSource body) {
    return carrier.run(() -> router.put(upload, body, carrier.request(PATIENCE)));
  }

  GetResult get(BlobId id, ByteRange range) {
    return carrier.run(
        () -> router.get(id, new GetOptions(range, false, false), carrier.request(PATIENCE)));
  }

  /** A range of a blob that must exist, read as a client does. */
  byte[] read(BlobId id, ByteRange range) {
    return carrier.run(() -> readHere(id, range));
  }

  /** As {@link #read}, on the thread of a request. */
  byte[] readHere(BlobId id, ByteRange range) {
    GetResult result =
        router.get(id, new GetOptions(range, false, false), carrier.request(PATIENCE));
    if (!(result instanceof GetResult.Found found)) {
      throw new AssertionError("not found, but " + result);
    }
    try (ByteSource content = found.content();
        Body body = Body.readFully(content)) {
      return body.toByteArray();
    }
  }

  byte[] read(BlobId id) {
    return read(id, new ByteRange.All());
  }

  WriteResult delete(BlobId id) {
    return carrier.run(() -> router.delete(id, carrier.request(PATIENCE)));
  }

  /** A TTL update of a blob that must not expire within an hour. */
  WriteResult updateTtl(BlobId id) {
    Duration hour = Duration.ofHours(1);
    return carrier.run(() -> router.updateTtl(id, hour, carrier.request(PATIENCE)));
  }

  List<ReplicaStatus> status(BlobId id) {
    return carrier.run(() -> router.status(id, carrier.request(PATIENCE)));
  }

  WriteResult undelete(BlobId id) {
    return carrier.run(() -> router.undelete(id, carrier.request(PATIENCE)));
  }

  /** Lets all background work end, and requires that nothing is held. */
  void requireNothingHeld() {
    carrier.settle();
    if (buffers.open() != 0 || nodes.openContents() != 0 || router.bodyMemoryHeld() != 0) {
      throw new AssertionError(
          buffers.open()
              + " buffers, "
              + nodes.openContents()
              + " answers and "
              + router.bodyMemoryHeld()
              + " bytes are still held");
    }
  }
}
