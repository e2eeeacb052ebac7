package io.aumbry.frontend.name;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobProperties;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.cluster.Replica;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.ChunksResult;
import io.aumbry.protocol.message.GetResult;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.WriteResult;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.BlobPages;
import io.aumbry.router.ReplicaStatus;
import io.aumbry.router.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/** The ids of blobs in memory, in two partitions. */
final class FakeBlobs implements Router, BlobPages {
  final NavigableSet<BlobId> stored = new TreeSet<>();
  final List<BlobId> deleted = new ArrayList<>();
  OptionalLong pending = OptionalLong.empty();
  long leftBehind;
  boolean failsPut;
  boolean failsDelete;

  /** The expiry of all blobs. */
  long expiryMillis = Expiry.NEVER;

  /** Whether a delete reaches only replicas that lack the blob. */
  boolean missesHolder;

  /** Runs before each delete. */
  Runnable beforeDelete = () -> {};

  int pageSize = 3;
  List<Integer> partitions = List.of(0, 1);

  /** Sees each question. */
  Consumer<Compare.Living> asked = _ -> {};

  /** Runs after each question for pending deletes. */
  Runnable afterPending = () -> {};

  /** A partition of which a replica does not answer; -1 for none. */
  int silentPartition = -1;

  private final LaterCarrier carrier;
  private final SplittableRandom random = new SplittableRandom(1);

  FakeBlobs(LaterCarrier carrier) {
    this.carrier = carrier;
  }

  BlobId store(long millis) {
    BlobId.Owner owner = new BlobId.Owner(1, 1, 1, false);
    BlobId id = BlobId.create(owner, BlobKind.SIMPLE, random.nextInt(2), millis, random).withName();
    stored.add(id);
    return id;
  }

  /** Stores a blob without a name. */
  BlobId store(int account, int container, BlobKind kind, long millis) {
    BlobId.Owner owner = new BlobId.Owner(1, account, container, false);
    BlobId id = BlobId.create(owner, kind, random.nextInt(2), millis, random);
    stored.add(id);
    return id;
  }

  @Override
  public StoredBlob put(Upload upload, ByteSource body, RequestContext context) {
    if (failsPut) {
      throw new AumbryException(ErrorCode.QUORUM_NOT_REACHED, "as ordered");
    }
    if (carrier.wallMillis() > upload.policy().nameableUntil().orElseThrow()) {
      throw new AssertionError("the lease is over");
    }
    return new StoredBlob(store(carrier.wallMillis()), upload.properties().get());
  }

  static Upload upload() {
    BlobProperties.Labels labels = new BlobProperties.Labels("", "", "", "", "", "");
    BlobProperties properties =
        new BlobProperties(0, 0, Expiry.INFINITE_TTL, OptionalInt.empty(), false, labels, Map.of());
    return new Upload(1, 1, properties, OptionalLong.empty(), OptionalInt.empty(), 1);
  }

  @Override
  public WriteResult delete(BlobId id, RequestContext context) {
    beforeDelete.run();
    if (failsDelete) {
      throw new AumbryException(ErrorCode.QUORUM_NOT_REACHED, "as ordered");
    }
    if (missesHolder) {
      return new NodeResponse.Missing(Absence.NOT_FOUND);
    }
    deleted.add(id);
    stored.remove(id);
    return new NodeResponse.Done();
  }

  @Override
  public List<Integer> partitions() {
    return partitions;
  }

  @Override
  public BlobPage page(int partition, Compare.Living question, RequestContext context) {
    IdRange range = question.range();
    asked.accept(question);
    if (partition == silentPartition) {
      throw new AumbryException(ErrorCode.REPLICA_UNAVAILABLE, "as ordered");
    }
    List<BlobId> all =
        stored.stream()
            .filter(id -> id.partition() == partition && range.contains(id.uuid()))
            .filter(question.wanted())
            .toList();
    List<BlobId> some = all.subList(0, Math.min(pageSize, all.size()));
    UUID upTo = some.size() < all.size() ? some.getLast().uuid() : range.upTo();
    return new BlobPage(some, upTo);
  }

  @Override
  public OptionalLong oldestPending() {
    OptionalLong oldest = pending;
    afterPending.run();
    return oldest;
  }

  @Override
  public long leftBehind() {
    return leftBehind;
  }

  /** Decides by the clock of the nodes. */
  @Override
  public GetResult get(BlobId id, GetOptions options, RequestContext context) {
    if (!stored.contains(id)) {
      return new NodeResponse.Missing(Absence.DELETED);
    }
    if (expiryMillis <= carrier.wallMillis()) {
      return new NodeResponse.Missing(Absence.EXPIRED);
    }
    return new GetResult.Found(
        upload().properties().get(),
        new BlobState(0, false, expiryMillis),
        new ByteRange.Resolved(0, 0),
        Body.empty().toSource());
  }

  @Override
  public ChunksResult chunks(BlobId id, long first, GetOptions options, RequestContext context) {
    throw new AssertionError("not asked");
  }

  @Override
  public List<Integer> usage(Recipient found, RequestContext context) {
    throw new AssertionError("not asked");
  }

  @Override
  public List<ReplicaStatus> status(BlobId id, RequestContext context) {
    throw new AssertionError("not asked");
  }

  @Override
  public List<Replica> replicas(BlobId id) {
    throw new AssertionError("not asked");
  }

  @Override
  public WriteResult updateTtl(BlobId id, Duration leastLeft, RequestContext context) {
    throw new AssertionError("not asked");
  }

  @Override
  public WriteResult undelete(BlobId id, RequestContext context) {
    throw new AssertionError("not asked");
  }
}
