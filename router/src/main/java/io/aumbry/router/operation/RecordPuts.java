package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.RemoteGoal;
import io.aumbry.router.replica.Chunk;
import io.aumbry.router.replica.LeftOver;
import io.aumbry.router.replica.Placement;
import io.aumbry.router.replica.ReplicaWrites;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.RouterContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The records of a PUT. Each goes to all local replicas of a partition and, for a higher
 * durability, to other data centres at the same time. A record that fails is moved to another
 * partition once, except for manifests. At the end, records of no stored blob are deleted.
 *
 * <p>The records of a blob in chunks get their ids from {@link UploadIds}. Chunks that no stored
 * manifest names are left to the storage nodes.
 */
final class RecordPuts {
  private static final int ATTEMPTS = 2;
  private static final BlobProperties.Labels NO_LABELS =
      new BlobProperties.Labels("", "", "", "", "", "");

  private final RouterContext services;
  private final BlobId.Owner owner;
  private final RequestContext context;
  private final ReplicaWrites writes;
  private final PartitionClass partitionClass;
  private final DurabilityLevel level;
  private final RemoteGoal goal;

  /** Other data centres that got records. */
  private final Set<Integer> dataCenters = new HashSet<>(0);

  private final List<Attempt> underway = new ArrayList<>(2);

  /** Of the records since the last {@link #awaitAll}, in order. A move replaces an id. */
  private final List<BlobId> ids = new ArrayList<>(1);

  private final List<BlobId> leftOver = new ArrayList<>(0);

  /** Records that failed where they were sent, and are about to be sent elsewhere. */
  private final Deque<Attempt> failed = new ArrayDeque<>(0);

  private final Upload upload;

  /** Of a blob in chunks. */
  private Optional<UploadIds> uploadIds = Optional.empty();

  private boolean hasMovedChunks;

  RecordPuts(RouterContext services, Upload upload, RequestContext context) {
    this.services = services;
    this.upload = upload;
    int local = services.nodes().view().local().id();
    this.owner = new BlobId.Owner(local, upload.account(), upload.container(), false);
    this.context = context;
    this.writes = new ReplicaWrites(services.nodes(), context);
    this.partitionClass = upload.policy().partitionClass();
    this.level = upload.policy().durability();
    this.goal = new RemoteGoal(level == DurabilityLevel.MAJORITY, services.config().writeQuorum());
  }

  /**
   * Refuses a PUT if its class or durability is out of reach, according to the view.
   *
   * @throws AumbryException {@link ErrorCode#UNKNOWN_CLASS}, {@link
   *     ErrorCode#DURABILITY_NOT_REACHED}
   */
  void requireReachable() {
    Placement placement = services.placement();
    if (placement.isUnknown(partitionClass)) {
      throw new AumbryException(
          ErrorCode.UNKNOWN_CLASS,
          "No partition has class '"
              + partitionClass
              + "', which the container of the blob requires");
    }
    if (level != DurabilityLevel.LOCAL
        && !placement.isThereAny(partitionClass, this::fits)
        && placement.isThereAny(partitionClass, partition -> true)) {
      throw new AumbryException(
          ErrorCode.DURABILITY_NOT_REACHED,
          "No partition is writable both here and in enough other data centres for durability "
              + level);
    }
  }

  private boolean fits(Partition partition) {
    return level == DurabilityLevel.LOCAL || goal.canBeMet(partition, services.nodes().view());
  }

  /**
   * A record of the blob, wherever it is stored.
   *
   * @param chunk held until the record is durable, so that it can be sent again
   */
  private record RecordPut(
      int index, BlobKind kind, BlobProperties properties, Buffer metadata, Chunk chunk) {}

  private record Attempt(
      RecordPut record, Partition partition, Write write, RemotePut far, List<Integer> tried) {}

  /**
   * Sends a record and returns at once.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} if no partition is writable,
   *     {@link ErrorCode#NO_SPACE} if only sealed ones would be, {@link ErrorCode#BAD_REQUEST} if
   *     the properties are too large, {@link ErrorCode#DURABILITY_NOT_REACHED}
   */
  void begin(BlobKind kind, BlobProperties properties, Chunk chunk) {
    Buffer metadata = HeapBuffer.copyOf(BlobPropertiesCodec.encode(properties));
    BlobId id =
        switch (kind) {
          case SIMPLE -> newId(kind, chunk.size());
          case CHUNK -> uploadIds.orElseThrow().next();
          case MANIFEST, UPLOAD -> uploadIds.orElseThrow().manifest();
        };
    Partition partition = services.nodes().route(id).partition();
    RecordPut record = new RecordPut(ids.size(), kind, properties, metadata, chunk);
    ids.add(id);
    underway.add(send(record, partition, List.of(partition.id())));
    chunk.hold();
  }

  private BlobId newId(BlobKind kind, int size) {
    Partition partition =
        services
            .placement()
            .choose(partitionClass, size, this::fits)
            .orElseThrow(this::noPartition);
    return newId(kind, partition.id(), services.time().wallMillis());
  }

  private BlobId newId(BlobKind kind, int partition, long wallMillis) {
    BlobId id = BlobId.create(owner, kind, partition, wallMillis, services.ids());
    OptionalLong nameableUntil = upload.policy().nameableUntil();
    if (nameableUntil.isEmpty() || !kind.isPublic()) {
      return id;
    }
    // This compares the time in the id, so a pause of the process cannot come between.
    if (wallMillis > nameableUntil.getAsLong()) {
      throw new AumbryException(
          ErrorCode.TIMED_OUT,
          "The right to commit names ended %d ms before the blob id was made"
              .formatted(wallMillis - nameableUntil.getAsLong()));
    }
    return id.withName();
  }

  /**
   * Begins a blob in chunks. If a partition does not take the first upload record, another one gets
   * the manifest.
   *
   * @param chunks number of chunks and pages of a body of the declared size
   */
  void beginChunks(OptionalLong chunks) {
    try {
      uploadIds = Optional.of(UploadIds.begin(new RecordMaker(), chunks));
    } catch (AumbryException e) {
      if (e.code() != ErrorCode.QUORUM_NOT_REACHED && e.code() != ErrorCode.NO_SPACE) {
        throw e;
      }
      services.placement().retried();
      uploadIds = Optional.of(UploadIds.begin(new RecordMaker(), chunks));
    }
  }

  private final class RecordMaker implements UploadIds.Maker {
    @Override
    public BlobId newId(BlobKind kind) {
      return RecordPuts.this.newId(kind, services.config().chunkSize());
    }

    @Override
    public BlobId newRecordId(BlobId manifest) {
      return RecordPuts.this.newId(BlobKind.UPLOAD, manifest.partition(), manifest.createdMillis());
    }

    /**
     * Claims no memory for these 2 to 32 KiB: the upload must not wait for room while it holds a
     * chunk.
     */
    @Override
    public void store(BlobId id, UploadRecord record) {
      Body content = Body.of(HeapBuffer.copyOf(record.encode()));
      Claim claim = services.budget().open(context.claimant());
      try (Chunk chunk = new Chunk(content, BlockChecksums.of(content), claim)) {
        BlobProperties properties = bare(chunk.size());
        Buffer metadata = HeapBuffer.copyOf(BlobPropertiesCodec.encode(properties));
        Partition partition = services.nodes().route(id).partition();
        NodeRequest.Put request = request(id, properties, metadata, chunk);
        Write write =
            writes.put(request, chunk, partition.writableIn(owner.dataCenter()), enough(partition));
        while (write.outcome() == Outcome.OPEN) {
          awaitReply();
        }
        if (write.outcome() != Outcome.DONE) {
          services.placement().failed(partition.id());
          throw notReached(write, List.of(partition.id()));
        }
      }
    }
  }

  /** The properties of a record that no client sees. */
  private BlobProperties bare(int size) {
    BlobProperties whole = upload.properties().get();
    return new BlobProperties(
        size,
        whole.creationMillis(),
        Expiry.INFINITE_TTL,
        OptionalInt.empty(),
        whole.isPrivate(),
        NO_LABELS,
        Map.of());
  }

  /** Sends a chunk, or a page, of a blob in chunks. */
  void beginChunk(Chunk chunk) {
    begin(BlobKind.CHUNK, bare(chunk.size()), chunk);
  }

  private static NodeRequest.Put request(
      BlobId id, BlobProperties properties, Buffer metadata, Chunk chunk) {
    return new NodeRequest.Put(
        id,
        properties.creationMillis(),
        properties.expiryMillis(),
        metadata,
        chunk.size(),
        chunk.checksums(),
        true);
  }

  private Quorum.Strategy enough(Partition partition) {
    return Quorum.Strategy.create(
        partition.writeQuorumIn(owner.dataCenter(), services.config().writeQuorum()));
  }

  private Attempt send(RecordPut record, Partition partition, List<Integer> tried) {
    NodeRequest.Put request =
        request(ids.get(record.index()), record.properties(), record.metadata(), record.chunk());
    // Absent replicas get the record by replication.
    List<Replica> to = partition.writableIn(owner.dataCenter());
    Write write = writes.put(request, record.chunk(), to, enough(partition));
    return new Attempt(record, partition, write, sendFar(request, record, partition), tried);
  }

  private RemotePut sendFar(NodeRequest.Put request, RecordPut record, Partition partition) {
    List<RemoteGoal.Target> targets = List.of();
    int needed = 0;
    if (level != DurabilityLevel.LOCAL) {
      targets = services.nodes().preferred(goal.targets(partition, owner.dataCenter()));
      needed = goal.needed(services.nodes().view());
    }
    return new RemotePut(
        services.nodes(), writes, request, record.chunk(), targets, needed, dataCenters);
  }

  void awaitFewerThan(int limit) {
    settleArrived();
    while (underway.size() >= limit) {
      awaitReply();
    }
  }

  void settleArrived() {
    if (writes.isPending()) {
      writes.settleArrived();
      settleDecided();
    }
  }

  /** Waits until all records are durable. Returns the ids of those since the last call. */
  List<BlobId> awaitAll() {
    awaitFewerThan(1);
    List<BlobId> durable = List.copyOf(ids);
    ids.clear();
    return durable;
  }

  /** Whether replies are outstanding, even of durable records. */
  boolean isPending() {
    return writes.isPending();
  }

  /**
   * Waits for the next reply.
   *
   * @throws AumbryException {@link ErrorCode#QUORUM_NOT_REACHED} if a record failed a second time,
   *     {@link ErrorCode#NO_SPACE} if only space was lacking, {@link ErrorCode#TIMED_OUT}
   */
  void awaitReply() {
    writes.awaitReply();
    settleDecided();
  }

  private void settleDecided() {
    for (int i = underway.size() - 1; i >= 0; i--) {
      Attempt attempt = underway.get(i);
      Outcome here = attempt.write().outcome();
      RemotePut.State elsewhere = attempt.far().settle();
      if (here == Outcome.DONE && elsewhere == RemotePut.State.DONE) {
        underway.remove(i);
        attempt.record().chunk().close();
      } else if (here != Outcome.OPEN && here != Outcome.DONE) {
        services.placement().failed(attempt.partition().id());
        failed.add(underway.remove(i));
      } else if (elsewhere == RemotePut.State.FAILED) {
        requireOthers(attempt);
        failed.add(underway.remove(i));
      }
    }
    while (!failed.isEmpty()) {
      move(failed.removeFirst());
    }
  }

  /** If all other data centres are silent, another partition does not help. */
  private void requireOthers(Attempt attempt) {
    if (services.nodes().isAlone(attempt.partition())) {
      throw notReached(attempt);
    }
  }

  private void move(Attempt attempt) {
    boolean isMoved = false;
    try {
      underway.add(moved(attempt));
      isMoved = true;
    } finally {
      if (!isMoved) {
        attempt.record().chunk().close();
      }
    }
  }

  /**
   * The same record under a new id in another partition. A manifest stays where its upload records
   * are.
   */
  private Attempt moved(Attempt attempt) {
    RecordPut record = attempt.record();
    BlobId failedId = ids.get(record.index());
    Partition partition =
        Optional.of(attempt)
            .filter(each -> each.tried().size() < ATTEMPTS && record.kind() != BlobKind.MANIFEST)
            .flatMap(each ->
                services
                    .placement()
                    .chooseOther(
                        partitionClass, other -> !each.tried().contains(other.id()) && fits(other)))
            .orElseThrow(() -> notReached(attempt));
    services.placement().retried();
    BlobId id = newId(record.kind(), partition.id(), services.time().wallMillis());
    if (record.kind() == BlobKind.CHUNK) {
      hasMovedChunks = true;
      uploadIds.orElseThrow().record(List.of(id));
    } else {
      leftOver.add(failedId);
    }
    ids.set(record.index(), id);
    return send(record, partition, List.of(failedId.partition(), partition.id()));
  }

  /**
   * Ends the PUT. Waits in the background for outstanding replies, then deletes records of no
   * stored blob. If the client is gone, cancels the calls to free their memory.
   */
  void leave(boolean stored) {
    writes.settleArrived();
    underway.forEach(attempt -> attempt.record().chunk().close());
    failed.forEach(attempt -> attempt.record().chunk().close());
    List<LeftOver> garbage = garbage(stored);
    if (!stored && writes.isPending() && context.claimant().isGone()) {
      writes.cancel();
      services.deletes().addAfter(writes::lapse, garbage, context);
      return;
    }
    if (stored) {
      services.deletes().add(uploadRecords().stream().map(LeftOver::forEver).toList(), context);
    }
    if (writes.isPending() && garbage.isEmpty()) {
      services.deletes().underway(writes::settleOnArrival);
    } else if (writes.isPending()) {
      // A delete that overtook its PUT would find nothing.
      services.deletes().addAfter(writes::drain, garbage, context);
    } else {
      services.deletes().add(garbage, context);
    }
  }

  /** The records of this put that clients could read, and that belong to no stored blob. */
  private List<LeftOver> garbage(boolean stored) {
    List<BlobId> garbage = new ArrayList<>(leftOver);
    if (!stored) {
      ids.stream().filter(id -> id.kind().isPublic()).forEach(garbage::add);
    }
    return garbage.stream().map(id -> LeftOver.ofPut(id, places())).toList();
  }

  /**
   * The upload records of a stored blob; none if they name chunks that the blob does not have,
   * which storage nodes then delete.
   */
  private List<BlobId> uploadRecords() {
    return hasMovedChunks ? List.of() : uploadIds.map(UploadIds::records).orElse(List.of());
  }

  private List<Integer> places() {
    List<Integer> places = new ArrayList<>(dataCenters.size() + 1);
    places.add(owner.dataCenter());
    places.addAll(dataCenters);
    return places;
  }

  private AumbryException noPartition() {
    requireReachable();
    int quorum = services.config().writeQuorum();
    List<Partition> all =
        services.nodes().view().partitions().stream()
            .filter(each -> each.partitionClass().equals(partitionClass))
            .toList();
    long full =
        all.stream()
            .filter(each -> each.sealed() && each.hasQuorumIn(owner.dataCenter(), quorum))
            .count();
    if (full > 0) {
      return new AumbryException(
          ErrorCode.NO_SPACE,
          "All %d partitions of class '%s' with a write quorum here are sealed (nearly full)"
              .formatted(full, partitionClass));
    }
    return new AumbryException(
        ErrorCode.QUORUM_NOT_REACHED,
        "None of the %d partitions of class '%s' has %d writable replicas here"
            .formatted(all.size(), partitionClass, quorum));
  }

  private AumbryException notReached(Attempt attempt) {
    Outcome here = attempt.write().outcome();
    if (here == Outcome.OPEN || here == Outcome.DONE) {
      return new AumbryException(
          ErrorCode.DURABILITY_NOT_REACHED,
          "Too few replicas of other data centres took a record; tried partitions "
              + attempt.tried()
              + ", for "
              + level
              + attempt.far().reasons());
    }
    return notReached(attempt.write(), attempt.tried());
  }

  private AumbryException notReached(Write write, List<Integer> tried) {
    return new AumbryException(
        write.lacksSpace() ? ErrorCode.NO_SPACE : ErrorCode.QUORUM_NOT_REACHED,
        "Fewer than "
            + services.config().writeQuorum()
            + " replicas took a record; tried partitions "
            + tried
            + write.reasons());
  }
}
