package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** What a storage node answers. */
public sealed interface NodeResponse {
  /** So many bytes of content follow the header. */
  default int contentLength() {
    return 0;
  }

  /**
   * What was asked is done and durable.
   *
   * @param lifeVersion of the blob: which life it is in, or which has ended; 0 where there is none
   */
  record Done(int lifeVersion) implements NodeResponse {
    /** In the first life. */
    public Done() {
      this(0);
    }
  }

  /**
   * What has become of a blob.
   *
   * @param changedMillis since when it has been so, since 1970
   * @param held whether its bytes are here
   */
  record Known(BlobState state, long changedMillis, boolean held) implements NodeResponse {}

  /**
   * A blob, and the blocks of its content that cover what was asked, which follow.
   *
   * @param metadata as it was put
   * @param contentSize of the whole record, in bytes
   * @param contentFrom where in the content the bytes that follow begin, a multiple of {@link
   *     BlockChecksums#BLOCK_SIZE}
   * @param contentLength how many follow
   * @param checksums of the blocks that follow
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
   * There is nothing to be had under this id here.
   *
   * @param lifeVersion of what was deleted, the life that has ended as far as is known here
   */
  record Missing(Absence absence, int lifeVersion) implements NodeResponse {
    /** In the first life. */
    public Missing(Absence absence) {
      this(absence, 0);
    }
  }

  /** Why there is nothing. */
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
   * The range names none of the content's bytes.
   *
   * @param contentSize in bytes
   */
  record Unsatisfiable(int contentSize) implements NodeResponse {}

  /**
   * Records as the bytes on disk, or their summaries, of all batches one after the other; they
   * follow.
   *
   * @param batches in the order of the request, one for each partition that can be pulled from here
   */
  record Pulled(List<Batch> batches) implements NodeResponse {
    public Pulled {
      batches = List.copyOf(batches);
    }

    @Override
    public int contentLength() {
      return Math.toIntExact(batches.stream().mapToLong(Batch::length).sum());
    }

    /**
     * The records of one partition.
     *
     * @param store which store the sequence numbers belong to; another one than before means to
     *     start from 0
     * @param last sequence number of the last record of this batch; the point asked for when it is
     *     empty
     * @param end sequence number of the last record of the store
     * @param complete whether this store has been complete: it has all that it ever acknowledged
     * @param held what the store has of others; only where {@code last} is {@code end}, and only of
     *     those in other data centres than the asker
     * @param length of the records or summaries in bytes
     */
    public record Batch(
        int partition,
        UUID store,
        long last,
        long end,
        boolean complete,
        List<Held> held,
        int length) {
      public Batch {
        held = List.copyOf(held);
      }

      /** Of a store that says nothing of others. */
      public Batch(int partition, UUID store, long last, long end, int length) {
        this(partition, store, last, end, false, List.of(), length);
      }
    }

    /**
     * Another store of the partition, of which the answering one has all records up to a number.
     * Who has all records of the answering one up to {@link Batch#end} has these as well.
     */
    public record Held(UUID store, long last) {}
  }

  /**
   * What there is on a node.
   *
   * @param replicas whose stores are open, in the order of their partitions
   * @param next where to go on asking for more, {@link #NO_MORE} when these were the last
   */
  record Reported(NodeReport node, List<ReplicaReport> replicas, int next) implements NodeResponse {
    public static final int NO_MORE = -1;

    public Reported {
      replicas = List.copyOf(replicas);
    }
  }

  /** It could not be done, or not be said whether it was. */
  record Failed(ErrorCode code, String reason) implements NodeResponse {}
}
