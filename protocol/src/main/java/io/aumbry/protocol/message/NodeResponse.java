package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.report.MachineReport;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.runtime.Bounds;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** A response of a storage node. */
public sealed interface NodeResponse {
  /** Bytes of content after the header. */
  default int contentLength() {
    return 0;
  }

  /**
   * The request was executed, durably.
   *
   * @param lifeVersion the blob's current life, or the life that ended; 0 for none
   */
  record Done(int lifeVersion) implements NodeResponse, WriteResult {
    /** Creates a response for the first life. */
    public Done() {
      this(0);
    }
  }

  /**
   * A delete is durable on an incomplete replica. The replica may lack a later life of the blob, so
   * it does not claim that the blob is now deleted.
   *
   * @param lifeVersion as in {@link Done}
   */
  record DeleteRecorded(int lifeVersion) implements NodeResponse {}

  /**
   * The record of a PUT with {@code asksFill} is durable. A node that does not know its fill
   * answers {@link Done}.
   *
   * @param fill use of the replica's disk when last measured, in ten-thousandths of the limit of
   *     its stores
   */
  record Stored(int fill) implements NodeResponse {
    /** A disk at the limit of its stores. */
    public static final int FULL = 10_000;

    public Stored {
      Bounds.check("fill", fill, 0, FULL);
    }
  }

  /**
   * The state of a blob.
   *
   * @param changedMillis time of the last change, since 1970
   * @param held whether its bytes are stored here
   * @param over whether it has ended, and by the clock and the settings of this node so long ago
   *     that the node accepts no undelete
   */
  record Known(BlobState state, long changedMillis, boolean held, boolean over)
      implements NodeResponse {}

  /**
   * A blob. The content blocks that cover the requested range follow.
   *
   * @param metadata as it was put
   * @param contentSize of the whole record, in bytes
   * @param contentFrom offset of the following bytes in the content, a multiple of {@link
   *     BlockChecksums#BLOCK_SIZE}
   * @param contentLength number of following bytes
   * @param checksums of the following blocks
   */
  record Found(
      BlobState state,
      Buffer metadata,
      int contentSize,
      int contentFrom,
      int contentLength,
      BlockChecksums checksums)
      implements NodeResponse {
    public Found {
      if (contentFrom < 0
          || contentLength < 0
          || contentFrom % BlockChecksums.BLOCK_SIZE != 0
          || contentLength > contentSize - contentFrom
          || BlockChecksums.blocksIn(contentLength) != checksums.count()) {
        throw new IllegalArgumentException(
            contentLength
                + " bytes from "
                + contentFrom
                + " of "
                + contentSize
                + ", "
                + checksums.count()
                + " checksums");
      }
    }
  }

  /**
   * There is no readable blob under the id.
   *
   * @param lifeVersion of the deleted or expired blob, the last life that is known; 0 for none
   */
  record Missing(Absence absence, int lifeVersion)
      implements NodeResponse, WriteResult, ReadResult, GetResult, ChunksResult {
    /** Creates a response for the first life. */
    public Missing(Absence absence) {
      this(absence, 0);
    }
  }

  enum Absence {
    NOT_FOUND(0),
    DELETED(1),
    EXPIRED(2);

    private final int wire;

    Absence(int wire) {
      this.wire = wire;
    }

    int wire() {
      return wire;
    }

    static Optional<Absence> ofWire(int wire) {
      return Stream.of(values()).filter(absence -> absence.wire == wire).findFirst();
    }
  }

  /**
   * The range covers no byte of the content.
   *
   * @param contentSize in bytes
   */
  record Unsatisfiable(long contentSize) implements NodeResponse, ReadResult, GetResult {}

  /**
   * Records as on disk, or their summaries. The content of all batches follows, one after the
   * other.
   *
   * @param exchange number under which the node remembers the request and this answer, for a later
   *     pull; 0 if it does not
   * @param scope the partitions of the request about which the answer speaks
   * @param batches in the order of the points, at most one for each
   */
  record Pulled(long exchange, Scope scope, List<Batch> batches) implements NodeResponse {
    public Pulled {
      batches = List.copyOf(batches);
      if (contentLength(batches) > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "batches of " + contentLength(batches) + " bytes in total");
      }
    }

    /** Creates an answer about all partitions that can be pulled, which is not remembered. */
    public Pulled(List<Batch> batches) {
      this(0, Scope.ALL, batches);
    }

    /** The partitions about which an answer speaks. */
    public enum Scope {
      /** All. A partition without a batch cannot be pulled from this node. */
      ALL(0),
      /**
       * All. A partition without a batch is as it was known after the earlier pull: with the same
       * batch, which has no records, or without a batch.
       */
      CHANGES(1),
      /** Only those with a batch. */
      NAMED(2),
      /** None: the node does not remember the earlier pull. */
      NONE(3);

      private final int wire;

      Scope(int wire) {
        this.wire = wire;
      }

      int wire() {
        return wire;
      }

      static Optional<Scope> ofWire(int wire) {
        return Stream.of(values()).filter(scope -> scope.wire == wire).findFirst();
      }
    }

    @Override
    public int contentLength() {
      return (int) contentLength(batches);
    }

    private static long contentLength(List<Batch> batches) {
      return batches.stream().mapToLong(Batch::length).sum();
    }

    /**
     * The records of one partition.
     *
     * @param source the store of the answering replica
     * @param last sequence number of the last record in this batch; the requested point if the
     *     batch is empty
     * @param held version vector; only if {@code last} is {@code end}, and only stores in other
     *     data centres than the puller's
     * @param length of the records or summaries in bytes
     */
    public record Batch(int partition, Source source, long last, List<Held> held, int length) {
      public Batch {
        held = List.copyOf(held);
        if (length < 0) {
          throw new IllegalArgumentException("a batch of " + length + " bytes");
        }
      }

      public UUID store() {
        return source.store();
      }

      public long end() {
        return source.end();
      }
    }

    /**
     * A store from which records are sent.
     *
     * @param store of the sequence numbers; if it changed, the puller restarts from 0
     * @param end sequence number of its last record
     * @param bytes approximate bytes of records between the requested point and the end
     * @param complete whether it holds every record that it ever acknowledged
     * @param opening the current opening; if it began earlier in the log than the puller's token,
     *     records were lost and their numbers reused
     * @param agreedMillis it may have forgotten deletes that were 30 days old at this time, in
     *     milliseconds since 1970, as all replicas agreed; 0 if it never forgot any
     * @param inStepMillis its records up to {@code end} include everything that any replica had
     *     accepted at this time; 0 if it is not complete
     */
    public record Source(
        UUID store,
        long end,
        long bytes,
        boolean complete,
        Opening opening,
        long agreedMillis,
        long inStepMillis) {}

    /**
     * An opening of a store.
     *
     * @param millis start time, which names the opening
     * @param start sequence number of the last record at that time. In an answer to a pull: of the
     *     last record that is still the same as under the opening that the puller named
     */
    public record Opening(long millis, long start) {
      /** Whether records up to {@code last}, received under that opening, are still the same. */
      public boolean goesOn(long underMillis, long last) {
        return underMillis == millis || last <= start;
      }
    }

    /**
     * An element of the version vector: another store of the partition of which the source has all
     * records up to a number. A puller that has all records of the source up to {@link Batch#end}
     * has these as well.
     *
     * @param openedMillis the opening of that store
     */
    public record Held(UUID store, long last, long openedMillis) {}
  }

  /**
   * Content of a replica in a format of the store, which follows.
   *
   * @param store uuid of the store
   * @param covered number of ranges or blobs of the question, from the first one, that are
   *     answered; 0 for a single range that continues after the last blob of this response
   * @param length of the content in bytes
   */
  record Compared(UUID store, int covered, int length) implements NodeResponse {
    public Compared {
      if (covered < 0 || length < 0) {
        throw new IllegalArgumentException(covered + " covered in " + length + " bytes");
      }
    }

    @Override
    public int contentLength() {
      return length;
    }
  }

  /**
   * The status of a node.
   *
   * @param replicas with open stores, in the order of their partitions
   * @param next first partition of the next request, {@link #NO_MORE} if these were the last
   */
  record Reported(NodeReport node, List<ReplicaReport> replicas, int next) implements NodeResponse {
    public static final int NO_MORE = -1;

    public Reported {
      replicas = List.copyOf(replicas);
    }

    Reported with(MachineReport machine) {
      return new Reported(node.with(Optional.of(machine)), replicas, next);
    }

    /** Whether a replica tells which blobs are missing at its peers. */
    boolean tellsPeers() {
      return replicas.stream()
          .anyMatch(each -> !each.standing().proof().missingAtPeers().isEmpty());
    }
  }

  /** The request failed, or its outcome is unknown. */
  record Failed(ErrorCode code, String reason) implements NodeResponse {}
}
