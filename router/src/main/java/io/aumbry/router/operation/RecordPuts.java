package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobPropertiesCodec;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.cluster.Partition;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.DurabilityLevel;
import io.aumbry.router.Router.Upload;
import io.aumbry.router.policy.Quorum;
import io.aumbry.router.policy.Quorum.Outcome;
import io.aumbry.router.policy.RemoteGoal;
import io.aumbry.router.replica.Chunk;
import io.aumbry.router.replica.Placement;
import io.aumbry.router.replica.ReplicaWrites;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.RouterContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The records of a PUT. Each goes to all local replicas of a partition and, if needed, to other
 * data centres. A record that fails is moved to another partition once. At the end, records of no
 * stored blob are deleted.
 */
final class RecordPuts {
  private static final int ATTEMPTS = 2;

  private final RouterContext parts;
  private final BlobId.Owner owner;
  private final RequestContext context;
  private final ReplicaWrites writes;
  private final PartitionClass partitionClass;
  private final DurabilityLevel level;
  private final RemoteGoal goal;

  /** Other data centres that got records. */
  private final Set<Integer> dataCenters = new HashSet<>(0);

  private final List<Attempt> underway = new ArrayList<>(2);

  /** In the order of the records; a move replaces an id. */
  private final List<BlobId> ids = new ArrayList<>(1);

  private final List<BlobId> leftOver = new ArrayList<>(0);

  RecordPuts(RouterContext parts, Upload upload, RequestContext context) {
    this.parts = parts;
    int local = parts.nodes().view().local().id();
    this.owner = new BlobId.Owner(local, upload.account(), upload.container(), false);
    this.context = context;
    this.writes = new ReplicaWrites(parts.nodes(), context);
    this.partitionClass = upload.policy().partitionClass();
    this.level = upload.policy().durability();
    this.goal = new RemoteGoal(level == DurabilityLevel.MAJORITY, parts.config().writeQuorum());
  }

  /**
   * Refuses a PUT if its class or durability is out of reach, according to the view.
   *
   * @throws AumbryException {@link ErrorCode#UNKNOWN_CLASS}, {@link
   *     ErrorCode#DURABILITY_NOT_REACHED}
   */
  void requireReachable() {
    Placement placement = parts.placement();
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
    return level == DurabilityLevel.LOCAL || goal.canBeMet(partition, parts.nodes().view());
  }

  /**
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
    Partition partition =
        parts
            .placement()
            .choose(partitionClass, chunk.size(), this::fits)
            .orElseThrow(this::noPartition);
    RecordPut record = new RecordPut(ids.size(), kind, properties, metadata, chunk);
    ids.add(newId(record, partition));
    underway.add(send(record, partition, List.of(partition.id())));
    chunk.hold();
  }

  private BlobId newId(RecordPut record, Partition partition) {
    return BlobId.create(
        owner, record.kind(), partition.id(), parts.time().wallMillis(), parts.random());
  }

  private Attempt send(RecordPut record, Partition partition, List<Integer> tried) {
    NodeRequest.Put request =
        new NodeRequest.Put(
            ids.get(record.index()),
            record.properties().creationMillis(),
            record.properties().expiryMillis(),
            record.metadata(),
            record.chunk().size(),
            record.chunk().checksums(),
            true);
    Quorum.Strategy strategy =
        Quorum.Strategy.create(
            partition.writeQuorumIn(owner.dataCenter(), parts.config().writeQuorum()));
    // Absent replicas get the record by replication.
    List<Replica> to = partition.writableIn(owner.dataCenter());
    Write write = writes.put(request, record.chunk(), to, strategy);
    return new Attempt(record, partition, write, sendFar(request, record, partition), tried);
  }

  private RemotePut sendFar(NodeRequest.Put request, RecordPut record, Partition partition) {
    List<RemoteGoal.Target> targets = List.of();
    int needed = 0;
    if (level != DurabilityLevel.LOCAL) {
      targets = parts.nodes().preferred(goal.targets(partition, owner.dataCenter()));
      needed = goal.needed(parts.nodes().view());
    }
    return new RemotePut(
        parts.nodes(), writes, request, record.chunk(), targets, needed, dataCenters);
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

  /** The ids of all records, once all are durable. */
  List<BlobId> awaitAll() {
    awaitFewerThan(1);
    return ids;
  }

  /** Whether replies are outstanding, even of durable records. */
  boolean isPending() {
    return writes.isPending();
  }

  /**
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
        parts.placement().failed(attempt.partition().id());
        underway.set(i, moved(attempt));
      } else if (elsewhere == RemotePut.State.FAILED) {
        underway.set(i, movedForRemote(attempt));
      }
    }
  }

  /** If all other data centres are silent, another partition does not help. */
  private Attempt movedForRemote(Attempt failed) {
    if (parts.nodes().isAlone(failed.partition())) {
      throw notReached(failed);
    }
    return moved(failed);
  }

  private Attempt moved(Attempt failed) {
    BlobId failedId = ids.get(failed.record().index());
    Partition partition =
        Optional.of(failed)
            .filter(attempt -> attempt.tried().size() < ATTEMPTS)
            .flatMap(attempt ->
                parts
                    .placement()
                    .chooseOther(
                        partitionClass,
                        other -> !attempt.tried().contains(other.id()) && fits(other)))
            .orElseThrow(() -> notReached(failed));
    parts.placement().retried();
    leftOver.add(failedId);
    ids.set(failed.record().index(), newId(failed.record(), partition));
    parts.deletes().note(List.of(failedId), places());
    return send(failed.record(), partition, List.of(failedId.partition(), partition.id()));
  }

  /**
   * Ends the PUT. Waits in the background for outstanding replies, then deletes records of no
   * stored blob. If the client is gone, cancels the calls to free their memory.
   */
  void leave(boolean stored) {
    writes.settleArrived();
    underway.forEach(attempt -> attempt.record().chunk().close());
    List<BlobId> garbage = new ArrayList<>(leftOver);
    if (!stored) {
      garbage.addAll(ids);
    }
    if (!stored && writes.isPending() && context.claimant().isGone()) {
      writes.cancel();
      parts.deletes().addAfter(writes::lapse, garbage, places(), context);
      return;
    }
    if (writes.isPending() && garbage.isEmpty()) {
      parts.deletes().underway(writes::settleOnArrival);
    } else if (writes.isPending()) {
      // A delete that overtook its PUT would find nothing.
      parts.deletes().addAfter(writes::drain, garbage, places(), context);
    } else {
      parts.deletes().add(garbage, places(), context);
    }
  }

  private List<Integer> places() {
    List<Integer> places = new ArrayList<>(dataCenters.size() + 1);
    places.add(owner.dataCenter());
    places.addAll(dataCenters);
    return places;
  }

  private AumbryException noPartition() {
    requireReachable();
    int quorum = parts.config().writeQuorum();
    List<Partition> all =
        parts.nodes().view().partitions().stream()
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

  private AumbryException notReached(Attempt failed) {
    Outcome here = failed.write().outcome();
    if (here == Outcome.OPEN || here == Outcome.DONE) {
      return new AumbryException(
          ErrorCode.DURABILITY_NOT_REACHED,
          "Too few replicas of other data centres took a record; tried partitions "
              + failed.tried()
              + ", for "
              + level
              + failed.far().reasons());
    }
    return new AumbryException(
        failed.write().lacksSpace() ? ErrorCode.NO_SPACE : ErrorCode.QUORUM_NOT_REACHED,
        "Fewer than "
            + parts.config().writeQuorum()
            + " replicas took a record; tried partitions "
            + failed.tried()
            + failed.write().reasons());
  }
}
