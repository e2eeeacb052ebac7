package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.report.ReplicaReport;
import io.aumbry.protocol.runtime.Bounds;
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
   * A delete is durable here, on a replica that is not complete: it may lack a later life of the
   * blob, and so does not say that this was the last.
   *
   * @param lifeVersion as of {@link Done}
   */
  record Kept(int lifeVersion) implements NodeResponse {}

  /**
   * The record of a put that asked for this is durable. {@link Done} says so as well, where it is
   * not known.
   *
   * @param fill how full the disk of the replica was when that was looked at last, in
   *     ten-thousandths of what its stores may occupy
   */
  record Stored(int fill) implements NodeResponse {
    /** A disk on which stores may occupy no more. */
    public static final int FULL = 10_000;

    public Stored {
      Bounds.check("fill", fill, 0, FULL);
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
   * @param lifeVersion of what was deleted or has expired, the last life as far as is known here
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
     * @param source what the answering replica says of its store
     * @param last sequence number of the last record of this batch; the point asked for when it is
     *     empty
     * @param held what the store has of others; only where {@code last} is {@code end}, and only of
     *     those in other data centres than the asker
     * @param length of the records or summaries in bytes
     */
    public record Batch(int partition, Source source, long last, List<Held> held, int length) {
      public Batch {
        held = List.copyOf(held);
      }

      public UUID store() {
        return source.store();
      }

      public long end() {
        return source.end();
      }
    }

    /**
     * A store of which records are sent, and how it stands.
     *
     * @param store to which the sequence numbers belong; another one than before means to start
     *     from 0
     * @param end sequence number of its last record
     * @param bytes about so many bytes of records lie between the point asked for and that
     * @param complete whether it has been complete: it has all that it ever acknowledged
     * @param opening under which it is open; one that began before what was had of it under another
     *     one has lost records, and numbers new ones like them
     * @param agreedMillis it may have forgotten deletes that were old at this time, in milliseconds
     *     since 1970, as all replicas that the cluster had then agreed; 0 when it never has
     * @param inStepMillis all that any replica had accepted at this time is in its records up to
     *     {@code end}; 0 when it is not complete
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
     * @param millis when that was, which names it
     * @param start sequence number of the last record that was there then
     */
    public record Opening(long millis, long start) {
      /**
       * Whether what was had of the store up to a number, under some opening, is still the same.
       */
      public boolean goesOn(long underMillis, long last) {
        return underMillis == millis || last <= start;
      }
    }

    /**
     * Another store of the partition, of which the answering one has all records up to a number.
     * Who has all records of the answering one up to {@link Batch#end} has these as well.
     *
     * @param openedMillis under which opening of that store it has them
     */
    public record Held(UUID store, long last, long openedMillis) {}
  }

  /**
   * What a replica holds, in a form of the store's own, which follows.
   *
   * @param store which store says so
   * @param covered so many of the ranges or blobs asked for are answered, from the first one on; of
   *     a single range 0 when it goes on behind the last blob that is named
   * @param length of what follows in bytes
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
