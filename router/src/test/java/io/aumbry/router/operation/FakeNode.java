package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Expiry;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.blob.UploadRecord;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.ContainerUsage;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.message.UsagePage;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/** A storage node in memory with programmable faults. */
final class FakeNode {
  /** Time during which a delete can be undone. */
  static final long RETENTION = Duration.ofDays(7).toMillis();

  /** How the node fails. */
  enum Fault {
    NONE,
    /** Calls fail at once. */
    DOWN,
    /** Calls get no answer. */
    SILENT,
    /** It does the work, but the answer is lost. */
    MUTE,
    /** It answers that it has no room. */
    FULL,
    /** It answers that it cannot. */
    REFUSING,
    /**
     * It bootstraps: it keeps a delete, but does not know whether there is a later life. It denies
     * no blob.
     */
    INCOMPLETE,
    /** It answers that its record is damaged. */
    DAMAGED,
    /** Its version does not know the message. */
    OLD,
    /** It returns wrong content. */
    ROTTEN,
    /** It returns wrong metadata. */
    GARBLED
  }

  Fault fault = Fault.NONE;

  /** If present, the answer to each {@link #faulty} request, which is not carried out. */
  Optional<NodeResponse> confusion = Optional.empty();

  Duration delay = Duration.ofMillis(1);

  /** Additional delay of a request, in milliseconds. */
  DoubleSupplier jitterMillis = () -> 0;

  /** Bytes of content after which the stream breaks. */
  int breaksAfter = Integer.MAX_VALUE;

  /** The reported fullness of its disk, in ten-thousandths. */
  OptionalInt fill = OptionalInt.empty();

  /** Limit of ids in one page. */
  int idsInPage = Integer.MAX_VALUE;

  /** Limit of containers in one page of usage. */
  int usagePage = Integer.MAX_VALUE;

  /** The requests to which the fault applies. */
  Predicate<NodeRequest> faulty = request -> true;

  private final Map<BlobId, Stored> blobs = new LinkedHashMap<>();

  /** Lives that have begun of blobs that have not arrived. */
  private final Map<BlobId, Life> ahead = new LinkedHashMap<>();

  private int requests;

  private record Stored(
      Buffer metadata, Buffer content, BlockChecksums checksums, long expiryMillis, Life life) {
    Stored in(Life other) {
      return new Stored(metadata, content, checksums, expiryMillis, other);
    }

    Stored kept() {
      return new Stored(metadata, content, checksums, Expiry.NEVER, life);
    }

    boolean deleted() {
      return life.deleted();
    }

    BlobState state() {
      return new BlobState(life.version(), life.deleted(), expiryMillis);
    }
  }

  private record Life(int version, boolean deleted, long changedMillis) {}

  /** An answer and its content. */
  record Answer(NodeResponse response, Buffer content) {
    static Answer of(NodeResponse response) {
      return new Answer(response, HeapBuffer.copyOf(new byte[0]));
    }
  }

  /** The delay of the next answer. */
  Duration nextDelay() {
    return delay.plusNanos(Math.round(jitterMillis.getAsDouble() * 1_000_000));
  }

  boolean hasFault(Fault kind, NodeRequest request) {
    return fault == kind && faulty.test(request);
  }

  /** The number of requests received. */
  int requests() {
    return requests;
  }

  /** Blobs that clients could read. */
  long readable() {
    return blobs.entrySet().stream()
        .filter(blob -> blob.getKey().kind().isPublic() && !blob.getValue().deleted())
        .count();
  }

  /** The upload records that are not deleted. */
  List<UploadRecord> uploads() {
    return blobs.entrySet().stream()
        .filter(blob -> blob.getKey().kind() == BlobKind.UPLOAD && !blob.getValue().deleted())
        .map(blob -> UploadRecord.decode(blob.getValue().content().view()))
        .toList();
  }

  int records() {
    return blobs.size();
  }

  boolean has(BlobId id) {
    return blobs.containsKey(id);
  }

  /** The known life of the blob and its expiry. */
  Optional<BlobState> state(BlobId id) {
    return Optional.ofNullable(blobs.get(id)).map(Stored::state);
  }

  /** Takes over the state of the blob on the other node, as if it had missed all later changes. */
  void copyFrom(FakeNode other, BlobId id) {
    come(id, Optional.ofNullable(other.blobs.get(id)).orElseThrow());
  }

  private void come(BlobId id, Stored stored) {
    Life begun = Optional.ofNullable(ahead.remove(id)).orElse(stored.life());
    blobs.put(id, begun.version() > stored.life().version() ? stored.in(begun) : stored);
  }

  boolean isDeleted(BlobId id) {
    return Optional.ofNullable(blobs.get(id)).map(Stored::deleted).orElse(false);
  }

  ByteBuffer content(BlobId id) {
    return Optional.ofNullable(blobs.get(id)).orElseThrow().content().view();
  }

  /** Replaces the content of a record, with checksums that match. */
  void replaceContent(BlobId id, byte[] bytes) {
    Stored old = Optional.ofNullable(blobs.get(id)).orElseThrow();
    Buffer content = HeapBuffer.copyOf(bytes);
    BlockChecksums checksums = BlockChecksums.of(Body.of(content));
    blobs.put(id, new Stored(old.metadata(), content, checksums, old.expiryMillis(), old.life()));
  }

  /** Replicates the records of the other node. */
  void copyFrom(FakeNode other) {
    other.blobs.forEach(this::come);
  }

  /** Copies the other's record under another id. */
  void copyRenamed(FakeNode other, BlobId from, BlobId to) {
    blobs.put(to, Optional.ofNullable(other.blobs.get(from)).orElseThrow());
  }

  void forget(BlobId id) {
    blobs.remove(id);
    ahead.remove(id);
  }

  Answer answer(NodeRequest request, Body content, long wallMillis) {
    requests++;
    if (hasFault(Fault.REFUSING, request)) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.REPLICA_UNAVAILABLE, "as ordered"));
    }
    if (hasFault(Fault.DAMAGED, request)) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.CORRUPT_RECORD, "as ordered"));
    }
    if (hasFault(Fault.OLD, request)) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.CORRUPT_TRANSFER, "request type 13"));
    }
    if (confusion.isPresent() && faulty.test(request)) {
      return Answer.of(confusion.get());
    }
    if (fault == Fault.FULL && request instanceof NodeRequest.Put) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.NO_SPACE, "as ordered"));
    }
    return switch (request) {
      case NodeRequest.Put put -> put(put, content);
      case NodeRequest.Get get -> get(get, wallMillis);
      case NodeRequest.Delete delete -> {
        Answer answer = delete(delete, wallMillis);
        yield hasFault(Fault.INCOMPLETE, delete)
                && answer.response() instanceof NodeResponse.Done(int life)
            ? Answer.of(new NodeResponse.DeleteRecorded(life))
            : answer;
      }
      case NodeRequest.UpdateTtl keep -> keep(keep, wallMillis);
      case NodeRequest.Undelete undelete -> undelete(undelete, wallMillis);
      case NodeRequest.Look look -> look(look);
      case NodeRequest.Hint _ -> Answer.of(new NodeResponse.Done());
      case NodeRequest.Compare(_, _, NodeRequest.Compare.Living question) ->
          living(question, wallMillis);
      case NodeRequest.Compare(_, int partition, NodeRequest.Compare.Usage(var after, int most)) ->
          usage(partition, after, most);
      case NodeRequest.Pull _,
          NodeRequest.Confirm _,
          NodeRequest.Compare _,
          NodeRequest.Report _,
          NodeRequest.Verify _ ->
          throw new IllegalArgumentException("a frontend does not ask this");
    };
  }

  /** Counts the blobs and their bytes. */
  private Answer usage(int partition, UsagePage.From after, int most) {
    Map<Integer, ContainerUsage> sums = new TreeMap<>();
    blobs.forEach((id, stored) -> {
      if (id.partition() == partition && !stored.deleted() && id.container() > after.container()) {
        ContainerUsage one =
            new ContainerUsage(id.account(), id.container(), 1, stored.content().size());
        sums.merge(id.container(), one, ContainerUsage::plus);
      }
    });
    int count = Math.min(Math.min(most, usagePage), sums.size());
    List<ContainerUsage> page = sums.values().stream().limit(count).toList();
    byte[] bytes = new UsagePage(page, count == sums.size()).write().toByteArray();
    return new Answer(
        new NodeResponse.Compared(new UUID(1, 2), 1, bytes.length), HeapBuffer.copyOf(bytes));
  }

  private Answer living(NodeRequest.Compare.Living question, long wallMillis) {
    IdRange range = question.range();
    List<BlobId> ids =
        blobs.entrySet().stream()
            .filter(each -> range.contains(each.getKey().uuid()))
            .filter(each -> question.wanted().test(each.getKey()))
            .filter(each -> !each.getValue().deleted())
            .filter(each -> each.getValue().expiryMillis() > wallMillis)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    int count = Math.min(Math.min(question.most(), idsInPage), ids.size());
    BlobPage page =
        new BlobPage(
            ids.subList(0, count), count < ids.size() ? ids.get(count - 1).uuid() : range.upTo());
    byte[] bytes = page.write().toByteArray();
    return new Answer(
        new NodeResponse.Compared(new UUID(1, 2), 1, bytes.length), HeapBuffer.copyOf(bytes));
  }

  private Answer put(NodeRequest.Put put, Body content) {
    byte[] bytes = content.toByteArray();
    if (bytes.length != put.contentLength()
        || !BlockChecksums.of(content).equals(put.checksums())) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.CORRUPT_TRANSFER, "not what was said"));
    }
    Buffer metadata = HeapBuffer.copyOf(put.metadata().view());
    come(
        put.id(),
        new Stored(
            metadata,
            HeapBuffer.copyOf(bytes),
            put.checksums(),
            put.expiryMillis(),
            new Life(0, false, put.creationMillis())));
    return Answer.of(
        put.asksFill() && fill.isPresent()
            ? new NodeResponse.Stored(fill.getAsInt())
            : new NodeResponse.Done());
  }

  private Optional<Absence> absence(NodeRequest.Get get, long wallMillis) {
    Stored stored = blobs.get(get.id());
    if (stored == null) {
      return Optional.of(Absence.NOT_FOUND);
    }
    boolean isOver = stored.deleted() || stored.life().version() < get.firstLife();
    if (isOver && !get.includeDeleted()) {
      return Optional.of(Absence.DELETED);
    }
    return stored.expiryMillis() <= wallMillis && !get.includeExpired()
        ? Optional.of(Absence.EXPIRED)
        : Optional.empty();
  }

  private Answer get(NodeRequest.Get get, long wallMillis) {
    Optional<Absence> absence = absence(get, wallMillis);
    boolean mayAnswer = absence.isEmpty() && (get.includeDeleted() || get.lastResort());
    if (hasFault(Fault.INCOMPLETE, get) && !mayAnswer) {
      return Answer.of(
          new NodeResponse.Failed(ErrorCode.REPLICA_UNAVAILABLE, "may lack the blob, as ordered"));
    }
    if (absence.isPresent()) {
      int life = Optional.ofNullable(blobs.get(get.id())).map(s -> s.life().version()).orElse(0);
      return Answer.of(new NodeResponse.Missing(absence.get(), life));
    }
    Stored stored = Optional.ofNullable(blobs.get(get.id())).orElseThrow();
    int size = stored.content().size();
    Optional<ByteRange.Resolved> range = get.range().resolve(size);
    if (range.isEmpty()) {
      return Answer.of(new NodeResponse.Unsatisfiable(size));
    }
    int block = BlockChecksums.BLOCK_SIZE;
    int firstBlock = Math.toIntExact(range.get().from() / block);
    int endBlock = BlockChecksums.blocksIn(range.get().to());
    if (range.get().length() == 0) {
      endBlock = firstBlock;
    }
    int from = firstBlock * block;
    int length = Math.min(size, endBlock * block) - from;
    return found(get, stored, from, length);
  }

  private Answer found(NodeRequest.Get get, Stored stored, int from, int length) {
    byte[] content = new byte[length];
    stored.content().view().get(from, content);
    if (hasFault(Fault.ROTTEN, get) && length > 0) {
      content[length - 1] ^= 1;
    }
    byte[] metadata = new byte[stored.metadata().size()];
    stored.metadata().view().get(metadata);
    if (hasFault(Fault.GARBLED, get)) {
      metadata[0] ^= 0x55;
    }
    int block = BlockChecksums.BLOCK_SIZE;
    return new Answer(
        new NodeResponse.Found(
            stored.state(),
            HeapBuffer.copyOf(metadata),
            stored.content().size(),
            from,
            length,
            stored.checksums().slice(from / block, from / block + BlockChecksums.blocksIn(length))),
        HeapBuffer.copyOf(content));
  }

  private Answer delete(NodeRequest.Delete delete, long wallMillis) {
    Stored stored = blobs.get(delete.id());
    int life = delete.lifeVersion();
    if (life >= BlobState.IRREVOCABLE_LIFE && stored == null) {
      ahead.put(delete.id(), new Life(life, true, delete.deletedMillis()));
      return Answer.of(new NodeResponse.Done(life));
    }
    if (stored == null) {
      int begun = Optional.ofNullable(ahead.get(delete.id())).map(Life::version).orElse(0);
      return Answer.of(
          begun > life
              ? new NodeResponse.Done(begun)
              : new NodeResponse.Missing(Absence.NOT_FOUND));
    }
    Life is = stored.life();
    if (is.version() > life || (is.version() == life && is.deleted())) {
      return Answer.of(new NodeResponse.Done(is.version()));
    }
    if (stored.expiryMillis() <= wallMillis) {
      return Answer.of(new NodeResponse.Missing(Absence.EXPIRED));
    }
    blobs.put(delete.id(), stored.in(new Life(life, true, delete.deletedMillis())));
    return Answer.of(new NodeResponse.Done(life));
  }

  private Answer keep(NodeRequest.UpdateTtl keep, long wallMillis) {
    NodeRequest.Get alive = new NodeRequest.Get(keep.id(), new ByteRange.None(), false, false);
    Optional<Absence> absence = absence(alive, wallMillis);
    if (absence.isPresent()) {
      return Answer.of(new NodeResponse.Missing(absence.get()));
    }
    Stored kept = Optional.ofNullable(blobs.get(keep.id())).orElseThrow().kept();
    blobs.put(keep.id(), kept);
    return Answer.of(new NodeResponse.Done(kept.life().version()));
  }

  private Answer undelete(NodeRequest.Undelete undelete, long wallMillis) {
    Stored stored = blobs.get(undelete.id());
    int life = undelete.life().version();
    if (stored == null) {
      return undeleteAhead(undelete);
    }
    Life is = stored.life();
    boolean tooLate = undelete.life().deletedMillis() + RETENTION <= wallMillis;
    if (tooLate || (is.deleted() && is.version() >= life)) {
      return Answer.of(new NodeResponse.Missing(Absence.DELETED));
    }
    if (stored.expiryMillis() <= wallMillis) {
      return Answer.of(new NodeResponse.Missing(Absence.EXPIRED));
    }
    if (is.version() < life) {
      blobs.put(undelete.id(), stored.in(new Life(life, false, undelete.life().undeletedMillis())));
    }
    return Answer.of(new NodeResponse.Done(Math.max(life, is.version())));
  }

  private Answer undeleteAhead(NodeRequest.Undelete undelete) {
    if (!undelete.ahead()) {
      return Answer.of(new NodeResponse.Missing(Absence.NOT_FOUND));
    }
    int version = undelete.life().version();
    Life life = new Life(version, false, undelete.life().undeletedMillis());
    Life last = ahead.merge(undelete.id(), life, (a, b) -> a.version() < b.version() ? b : a);
    return Answer.of(new NodeResponse.Done(last.version()));
  }

  private Answer look(NodeRequest.Look look) {
    Stored stored = blobs.get(look.id());
    Life begun = ahead.get(look.id());
    if (begun != null) {
      BlobState state = new BlobState(begun.version(), false, 0);
      return Answer.of(new NodeResponse.Known(state, begun.changedMillis(), false, false));
    }
    return Answer.of(
        stored == null
            ? new NodeResponse.Missing(Absence.NOT_FOUND)
            : new NodeResponse.Known(stored.state(), stored.life().changedMillis(), true, false));
  }
}
