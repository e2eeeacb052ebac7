package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.HeapBuffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.NodeResponse.Absence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** A storage node in memory, with faults to order. */
final class FakeNode {
  /** Whether it is reached, and in what shape. */
  enum Fault {
    NONE,
    /** Calls fail at once. */
    DOWN,
    /** Calls get no answer. */
    SILENT,
    /** It does what is asked, but the answer is lost. */
    MUTE,
    /** It answers that it has no room. */
    FULL,
    /** It answers that it cannot. */
    REFUSING,
    /** It is fine, but for content that is not what was put. */
    ROTTEN,
    /** Its metadata is not what was put. */
    GARBLED
  }

  Fault fault = Fault.NONE;
  Duration delay = Duration.ofMillis(1);

  /** The stream breaks after so many bytes of content. */
  int breaksAfter = Integer.MAX_VALUE;

  /** Which requests the fault is for. */
  Predicate<NodeRequest> faulty = request -> true;

  private final Map<BlobId, Stored> blobs = new LinkedHashMap<>();
  private int requests;

  private record Stored(
      Buffer metadata,
      Buffer content,
      BlockChecksums checksums,
      long expiryMillis,
      boolean deleted) {
    Stored asDeleted() {
      return new Stored(metadata, content, checksums, expiryMillis, true);
    }
  }

  /** An answer with the bytes that follow it. */
  record Answer(NodeResponse response, Buffer content) {
    static Answer of(NodeResponse response) {
      return new Answer(response, HeapBuffer.copyOf(new byte[0]));
    }
  }

  boolean hasFault(Fault kind, NodeRequest request) {
    return fault == kind && faulty.test(request);
  }

  /** How many requests came. */
  int requests() {
    return requests;
  }

  /** How many records can be read. */
  long readable() {
    return blobs.values().stream().filter(stored -> !stored.deleted()).count();
  }

  int records() {
    return blobs.size();
  }

  boolean has(BlobId id) {
    return blobs.containsKey(id);
  }

  boolean isDeleted(BlobId id) {
    return Optional.ofNullable(blobs.get(id)).map(Stored::deleted).orElse(false);
  }

  /** As if the records of the other had come by replication. */
  void copyFrom(FakeNode other) {
    blobs.putAll(other.blobs);
  }

  /** The other's record under another id. */
  void copyRenamed(FakeNode other, BlobId from, BlobId to) {
    blobs.put(to, Optional.ofNullable(other.blobs.get(from)).orElseThrow());
  }

  void forget(BlobId id) {
    blobs.remove(id);
  }

  Answer answer(NodeRequest request, Body content, long wallMillis) {
    requests++;
    if (hasFault(Fault.REFUSING, request)) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.REPLICA_UNAVAILABLE, "as ordered"));
    }
    if (fault == Fault.FULL && request instanceof NodeRequest.Put) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.NO_SPACE, "as ordered"));
    }
    return switch (request) {
      case NodeRequest.Put put -> put(put, content);
      case NodeRequest.Get get -> get(get, wallMillis);
      case NodeRequest.Delete delete -> delete(delete, wallMillis);
      case NodeRequest.Pull _, NodeRequest.Confirm _ ->
          throw new IllegalArgumentException("nobody replicates here");
    };
  }

  private Answer put(NodeRequest.Put put, Body content) {
    byte[] bytes = content.toByteArray();
    if (bytes.length != put.contentLength()
        || !BlockChecksums.of(content).equals(put.checksums())) {
      return Answer.of(new NodeResponse.Failed(ErrorCode.CORRUPT_TRANSFER, "not what was said"));
    }
    Buffer metadata = HeapBuffer.copyOf(put.metadata().view());
    blobs.put(
        put.id(),
        new Stored(metadata, HeapBuffer.copyOf(bytes), put.checksums(), put.expiryMillis(), false));
    return Answer.of(new NodeResponse.Done());
  }

  private Optional<Absence> absence(NodeRequest.Get get, long wallMillis) {
    Stored stored = blobs.get(get.id());
    if (stored == null) {
      return Optional.of(Absence.NOT_FOUND);
    }
    if (stored.deleted() && !get.includeDeleted()) {
      return Optional.of(Absence.DELETED);
    }
    return stored.expiryMillis() <= wallMillis && !get.includeExpired()
        ? Optional.of(Absence.EXPIRED)
        : Optional.empty();
  }

  private Answer get(NodeRequest.Get get, long wallMillis) {
    Optional<Absence> absence = absence(get, wallMillis);
    if (absence.isPresent()) {
      return Answer.of(new NodeResponse.Missing(absence.get()));
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
            new BlobState(0, stored.deleted(), stored.expiryMillis()),
            HeapBuffer.copyOf(metadata),
            stored.content().size(),
            from,
            length,
            stored.checksums().slice(from / block, from / block + BlockChecksums.blocksIn(length))),
        HeapBuffer.copyOf(content));
  }

  private Answer delete(NodeRequest.Delete delete, long wallMillis) {
    Stored stored = blobs.get(delete.id());
    if (stored == null) {
      return Answer.of(new NodeResponse.Missing(Absence.NOT_FOUND));
    }
    if (stored.expiryMillis() <= wallMillis) {
      return Answer.of(new NodeResponse.Missing(Absence.EXPIRED));
    }
    blobs.put(delete.id(), stored.asDeleted());
    return Answer.of(new NodeResponse.Done());
  }
}
