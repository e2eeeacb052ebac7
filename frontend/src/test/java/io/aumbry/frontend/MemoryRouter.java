package io.aumbry.frontend;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.buffer.Crc32c;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Endpoint;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.cluster.ReplicaState;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.BlobPages;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.Router;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A router with blobs in memory. It fails on request and records calls. */
final class MemoryRouter implements Router, BlobPages {
  private static final GetOptions LOOK = new GetOptions(new ByteRange.None(), false, false);

  private final Time time;
  private final RandomGenerator random;
  private final Map<BlobId, Stored> blobs = new ConcurrentHashMap<>();
  private final List<GetOptions> gets = new CopyOnWriteArrayList<>();
  private final List<ChunkedSource> contents = new CopyOnWriteArrayList<>();
  private final List<RequestContext> contexts = new CopyOnWriteArrayList<>();
  private final List<Policy> policies = new CopyOnWriteArrayList<>();
  private volatile Optional<Function<Replica, ReplicaStatus.Finding>> findings = Optional.empty();
  private volatile Map<Partition, List<ContainerUsage>> usage = Map.of();
  private volatile List<Integer> withoutUsage = List.of();
  private volatile boolean isForGood;
  private volatile int chunkSize = Integer.MAX_VALUE;
  private volatile int pageChunks = Integer.MAX_VALUE;
  private volatile Optional<Throwable> failure = Optional.empty();
  private volatile Function<byte[], ChunkedSource> reader = ChunkedSource::of;

  private record Stored(BlobProperties properties, BlobState state, HeapBuffer content) {}

  /** Runs during the next read. */
  final AtomicReference<Runnable> atNextGet = new AtomicReference<>(() -> {});

  MemoryRouter(Time time, RandomGenerator random) {
    this.time = time;
    this.random = random;
  }

  void failWith(Throwable what) {
    failure = Optional.of(what);
  }

  void failWith(ErrorCode code) {
    failWith(new AumbryException(code, "made to fail with " + code));
  }

  void readWith(Function<byte[], ChunkedSource> how) {
    reader = how;
  }

  List<GetOptions> gets() {
    return gets;
  }

  /** The sources of all contents that were returned. */
  List<ChunkedSource> contents() {
    return contents;
  }

  List<RequestContext> contexts() {
    return contexts;
  }

  /** The policy of each put. */
  List<Policy> policies() {
    return policies;
  }

  int size() {
    return blobs.size();
  }

  private static void requireAtMost(long maxSize, long size) {
    if (size > maxSize) {
      throw new AumbryException(
          ErrorCode.BLOB_TOO_LARGE, "Body has " + size + " bytes, the limit is " + maxSize);
    }
  }

  @Override
  public StoredBlob put(Upload upload, ByteSource body, RequestContext context) {
    begin(context);
    policies.add(upload.policy());
    requireAtMost(upload.maxSize(), upload.declaredSize().orElse(0));
    byte[] content;
    try (Body received = Body.readFully(body)) {
      content = received.toByteArray();
    }
    int checksum = Crc32c.of(ByteBuffer.wrap(content));
    if (upload.declaredSize().orElse(content.length) != content.length) {
      throw new AumbryException(ErrorCode.SIZE_MISMATCH, "size");
    }
    if (upload.declaredChecksum().orElse(checksum) != checksum) {
      throw new AumbryException(ErrorCode.CHECKSUM_MISMATCH, "checksum");
    }
    requireAtMost(upload.maxSize(), content.length);
    BlobId.Owner owner = new BlobId.Owner(1, upload.account(), upload.container(), false);
    BlobId created = BlobId.create(owner, BlobKind.SIMPLE, 7, time.wallMillis(), random);
    BlobId id = upload.policy().nameableUntil().isPresent() ? created.withName() : created;
    BlobProperties properties =
        upload.properties().get().withContent(content.length, OptionalInt.of(checksum));
    BlobState state = new BlobState(0, false, properties.expiryMillis());
    blobs.put(id, new Stored(properties, state, HeapBuffer.copyOf(content)));
    return new StoredBlob(id, properties);
  }

  @Override
  public GetResult get(BlobId id, GetOptions options, RequestContext context) {
    begin(context);
    gets.add(options);
    Stored stored = blobs.get(id);
    atNextGet.getAndSet(() -> {}).run();
    if (stored == null) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (stored.state.deleted() && !options.includeDeleted()) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (stored.state.isExpiredAt(time.wallMillis()) && !options.includeExpired()) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    Optional<ByteRange.Resolved> range = options.range().resolve(stored.content.size());
    return range.isEmpty()
        ? new NodeResponse.Unsatisfiable(stored.content.size())
        : new GetResult.Found(
            stored.properties, stored.state, range.get(), content(stored, range.get()));
  }

  private ByteSource content(Stored stored, ByteRange.Resolved range) {
    byte[] part = new byte[(int) range.length()];
    stored.content.view().position((int) range.from()).get(part);
    ChunkedSource source = reader.apply(part);
    contents.add(source);
    return source;
  }

  /** Reports larger blobs as cut into chunks of this size. */
  void keepInChunksOf(int bytes) {
    chunkSize = bytes;
  }

  /** Answers with the chunks of up to this number at a time, as if it were the size of a page. */
  void keepInPagesOf(int chunks) {
    pageChunks = chunks;
  }

  @Override
  public ChunksResult chunks(BlobId id, long first, GetOptions options, RequestContext context) {
    GetOptions look =
        new GetOptions(new ByteRange.None(), options.includeDeleted(), options.includeExpired());
    return switch (get(id, look, context)) {
      case GetResult.Found(var properties, _, _, _) -> page(cut(properties.size()), first);
      case NodeResponse.Missing(Absence absence, _) -> new NodeResponse.Missing(absence);
      case NodeResponse.Unsatisfiable _ -> throw new AssertionError("nothing was asked for");
    };
  }

  private ChunksResult page(List<Manifest.Chunk> all, long first) {
    int from = (int) Math.min(first, all.size());
    int to = Math.min(all.size(), (from / pageChunks + 1) * pageChunks);
    long size = new Manifest.OfChunks(all).size();
    long before = new Manifest.OfChunks(all.subList(0, from)).size();
    return new ChunksResult.Found(all.size(), size, before, all.subList(from, to));
  }

  private List<Manifest.Chunk> cut(long size) {
    List<Manifest.Chunk> chunks = new ArrayList<>();
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    for (long at = 0; size > chunkSize && at < size; at += chunkSize) {
      BlobId id = BlobId.create(owner, BlobKind.CHUNK, 7, at, random);
      chunks.add(new Manifest.Chunk(id, (int) Math.min(chunkSize, size - at)));
    }
    return chunks;
  }

  @Override
  public List<Replica> replicas(BlobId id) {
    failOnRequest();
    StorageNode node =
        new StorageNode(new NodeId("node-1"), 1, "zone", new Endpoint("127.0.0.1", 7777), true);
    return List.of(new Replica(node, ReplicaState.LEADER));
  }

  /** Replaces the answers of all replicas. */
  void statusOf(Function<Replica, ReplicaStatus.Finding> how) {
    findings = Optional.of(how);
  }

  /** Partitions with their containers, and those that do not answer. */
  void reportsUsage(Map<Partition, List<ContainerUsage>> partitions, List<Integer> missing) {
    usage = partitions;
    withoutUsage = missing;
  }

  @Override
  public List<Integer> usage(Recipient found, RequestContext context) {
    begin(context);
    usage.forEach(found::add);
    return withoutUsage;
  }

  @Override
  public List<ReplicaStatus> status(BlobId id, RequestContext context) {
    begin(context);
    Function<Replica, ReplicaStatus.Finding> told = findings.orElse(replica -> finding(id));
    return replicas(id).stream()
        .map(replica -> new ReplicaStatus(replica, told.apply(replica)))
        .toList();
  }

  private ReplicaStatus.Finding finding(BlobId id) {
    Stored stored = blobs.get(id);
    if (stored == null) {
      return new ReplicaStatus.Absent(Absence.NOT_FOUND);
    }
    int size = stored.content.size();
    return new ReplicaStatus.Held(
        stored.state, stored.properties, size, Crc32c.of(stored.content.view()));
  }

  /** Forgets a blob, as if all replicas had lost it. */
  void lose(BlobId id) {
    blobs.remove(id);
  }

  /** The blobs that can be read. */
  List<BlobId> live() {
    List<BlobId> live = new ArrayList<>();
    blobs.forEach((id, stored) -> {
      if (!stored.state.deleted() && !stored.state.isExpiredAt(time.wallMillis())) {
        live.add(id);
      }
    });
    return live;
  }

  @Override
  public List<Integer> partitions() {
    return List.of(7);
  }

  @Override
  public BlobPage page(int partition, Compare.Living question, RequestContext context) {
    IdRange range = question.range();
    return new BlobPage(
        live().stream()
            .filter(id -> question.wanted().test(id) && range.contains(id.uuid()))
            .sorted()
            .toList(),
        range.upTo());
  }

  @Override
  public OptionalLong oldestPending() {
    return OptionalLong.empty();
  }

  @Override
  public long leftBehind() {
    return 0;
  }

  @Override
  public WriteResult delete(BlobId id, RequestContext context) {
    begin(context);
    Stored stored = blobs.get(id);
    if (stored == null) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (stored.state.isExpiredAt(time.wallMillis())) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    change(id, stored, stored.state.lifeVersion(), true, stored.state.expiryMillis());
    return new NodeResponse.Done();
  }

  @Override
  public WriteResult updateTtl(BlobId id, Duration leastLeft, RequestContext context) {
    return switch (get(id, LOOK, context)) {
      case NodeResponse.Missing(Absence absence, _) -> new NodeResponse.Missing(absence);
      case NodeResponse.Unsatisfiable _ -> throw new AssertionError("nothing was asked for");
      case GetResult.Found found -> {
        long end = found.state().expiryMillis();
        if (end != Expiry.NEVER && end - time.wallMillis() < leastLeft.toMillis()) {
          yield WriteResult.Refused.ENDS_TOO_SOON;
        }
        Stored stored = Objects.requireNonNull(blobs.get(id));
        change(id, stored, stored.state.lifeVersion(), false, Expiry.NEVER);
        yield new NodeResponse.Done();
      }
    };
  }

  @Override
  public WriteResult undelete(BlobId id, RequestContext context) {
    begin(context);
    Stored stored = blobs.get(id);
    if (stored == null) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    if (stored.state.isExpiredAt(time.wallMillis())) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    if (!stored.state.deleted()) {
      return WriteResult.Refused.NOT_DELETED;
    }
    if (isForGood) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    change(id, stored, stored.state.lifeVersion() + 1, false, stored.state.expiryMillis());
    return new NodeResponse.Done();
  }

  /** Makes deletes permanent from now on. */
  void deleteForGood() {
    isForGood = true;
  }

  private void change(BlobId id, Stored stored, int life, boolean deleted, long expiryMillis) {
    BlobState state = new BlobState(life, deleted, expiryMillis);
    blobs.put(id, new Stored(stored.properties, state, stored.content));
  }

  private void begin(RequestContext context) {
    contexts.add(context);
    failOnRequest();
  }

  private void failOnRequest() {
    if (failure.isPresent()) {
      switch (failure.get()) {
        case RuntimeException exception -> throw exception;
        case Error error -> throw error;
        case Throwable other -> throw new AssertionError(other);
      }
    }
  }
}
