package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.runtime.Bounds;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** What a storage node is asked. */
public sealed interface NodeRequest {
  /** So many bytes of content follow the header. */
  default int contentLength() {
    return 0;
  }

  /**
   * Keep a new blob; answered by {@link NodeResponse.Done} when it is durable here. The content
   * follows. Repeating it is without effect; another content under the same id is refused with
   * {@code CONFLICT}.
   *
   * @param creationMillis since 1970
   * @param expiryMillis since 1970, or {@link io.aumbry.protocol.blob.Expiry#NEVER}
   * @param metadata opaque to the node, kept and given back as it is
   * @param checksums of the content's blocks
   * @param asksFill whether to answer with {@link NodeResponse.Stored} where that is known, which
   *     those do not understand who do not ask for it
   */
  record Put(
      BlobId id,
      long creationMillis,
      long expiryMillis,
      Buffer metadata,
      int contentLength,
      BlockChecksums checksums,
      boolean asksFill)
      implements NodeRequest {
    /** One that does not ask for more. */
    public Put(
        BlobId id,
        long creationMillis,
        long expiryMillis,
        Buffer metadata,
        int contentLength,
        BlockChecksums checksums) {
      this(id, creationMillis, expiryMillis, metadata, contentLength, checksums, false);
    }

    public Put {
      if (contentLength < 0 || BlockChecksums.blocksIn(contentLength) != checksums.count()) {
        throw new IllegalArgumentException(
            checksums.count() + " checksums for " + contentLength + " bytes");
      }
    }
  }

  /**
   * Answer what is known of a blob and the blocks of its content that cover {@code range}: {@link
   * NodeResponse.Found}, {@link NodeResponse.Missing} or {@link NodeResponse.Unsatisfiable}.
   */
  record Get(BlobId id, ByteRange range, boolean includeDeleted, boolean includeExpired)
      implements NodeRequest {}

  /**
   * End a life of a blob, and all before it; answered by {@link NodeResponse.Done}, or {@link
   * NodeResponse.Kept}, when that is durable here, also when it was ended before, or by {@link
   * NodeResponse.Missing}. A later life goes on, and the answer names it: a delete that comes late
   * must not end what an undelete has begun meanwhile.
   *
   * @param deletedMillis since 1970, by the clock of the frontend
   */
  record Delete(BlobId id, long deletedMillis, int lifeVersion) implements NodeRequest {
    public Delete {
      BlobState.requireLifeVersion(lifeVersion);
    }

    /** Of the first life. */
    public Delete(BlobId id, long deletedMillis) {
      this(id, deletedMillis, 0);
    }
  }

  /**
   * Give a blob a life without end; answered by {@link NodeResponse.Done} when that is durable
   * here, also when it had one before, or by {@link NodeResponse.Missing}.
   */
  record Keep(BlobId id) implements NodeRequest {}

  /**
   * Take a delete back: answered by {@link NodeResponse.Done} when the blob is alive here, durably,
   * in the life that is asked for or a later one; or by {@link NodeResponse.Missing}, also when it
   * was deleted too long ago, its bytes are gone, or that life has ended as well. A node that has
   * not heard of the delete does so with this.
   *
   * @param life that begins; its number is chosen by who asks, so that all replicas begin the same
   * @param ahead whether to do so as well of a blob that has not come here yet: the delete has been
   *     taken back elsewhere
   */
  record Undelete(BlobId id, Life life, boolean ahead) implements NodeRequest {
    /** Of a blob that must be here. */
    public Undelete(BlobId id, Life life) {
      this(id, life, false);
    }

    /**
     * A life of a blob after its first.
     *
     * @param version 1 to 32767
     * @param deletedMillis when the life before it ended
     * @param undeletedMillis since 1970, by the clock of the frontend
     */
    public record Life(int version, long deletedMillis, long undeletedMillis) {
      public Life {
        if (version < 1 || version > BlobState.MAX_LIFE_VERSION) {
          throw new IllegalArgumentException("life version " + version);
        }
        if (deletedMillis < 0 || undeletedMillis < 0) {
          throw new IllegalArgumentException(
              "deleted at " + deletedMillis + ", undeleted at " + undeletedMillis);
        }
      }
    }
  }

  /**
   * Say what has become of a blob: {@link NodeResponse.Known}, whether it is alive or not, or
   * {@link NodeResponse.Missing} when nothing is known of it.
   */
  record Look(BlobId id) implements NodeRequest {}

  /**
   * See whether anything of a blob is lacking here that another replica of this data centre has,
   * and get it: who sends this has read the blob from another one, since the replica here said that
   * it is not there, or damaged. Answered by {@link NodeResponse.Done} when that is noted, in
   * memory only, whatever comes of it; by {@code REPLICA_UNAVAILABLE} where a replica is not
   * complete, and gets all it lacks anyway; by {@code OVERLOADED} when too much is noted already.
   */
  record Hint(BlobId id) implements NodeRequest {}

  /**
   * Say that a store may go, as far as this node is concerned: answered by {@link
   * NodeResponse.Done} when the replica here is complete, is to stay, and holds all records of that
   * store durably; else by {@link NodeResponse.Failed} with {@code REPLICA_UNAVAILABLE} and what is
   * missing. Who asks takes no more records itself, so that of two replicas that ask each other at
   * most one is told to go.
   *
   * @param asker name of the node that asks
   * @param store of the node that asks
   * @param last the sequence number of its last record
   * @param openedMillis under which opening of that store, in milliseconds since 1970
   */
  record Confirm(String asker, int partition, UUID store, long last, long openedMillis)
      implements NodeRequest {}

  /**
   * Say what the replica here holds, so that it can be compared with another one: {@link
   * NodeResponse.Compared}. Only a replica that may answer for its partition is compared; another
   * one answers {@code REPLICA_UNAVAILABLE}.
   *
   * @param asker name of the node that asks
   */
  record Compare(String asker, int partition, Question question) implements NodeRequest {
    /** What of a replica is asked for. */
    public sealed interface Question {}

    /**
     * A digest of each range of ids.
     *
     * @param scope what is left out
     */
    public record Digests(Scope scope, List<IdRange> ranges) implements Question {
      public Digests {
        ranges = List.copyOf(ranges);
      }
    }

    /**
     * What is known of each blob of a range, in the order of ids.
     *
     * @param most blobs in the answer, at least 1
     */
    public record Entries(IdRange range, int most) implements Question {}

    /**
     * All that is held of some blobs, as records.
     *
     * @param maxBytes of the answer's content; what is held of one blob may be more
     */
    public record Records(List<BlobId> ids, int maxBytes) implements Question {
      public Records {
        ids = List.copyOf(ids);
      }
    }

    /**
     * Up to when the replica has all blobs of each data centre, as far as its node can prove it.
     */
    public record Proven() implements Question {}

    /**
     * Blobs that ended so long ago that one replica may have dropped what another still has; both
     * leave them out of their digests.
     *
     * @param deletedUntil deleted at this time or before, in milliseconds since 1970
     * @param expiredUntil expired at this time or before
     */
    public record Scope(long deletedUntil, long expiredUntil) {}
  }

  /**
   * Say what there is here, for operators: {@link NodeResponse.Reported}. Replicas are said in the
   * order of their partitions, as many at once as an answer has room for.
   *
   * @param fromPartition the first to be said, 0 to begin with
   */
  record Report(int fromPartition) implements NodeRequest {}

  /**
   * Compares replicas of this node with their peers now, instead of when their period ends. The
   * node answers {@link NodeResponse.Done} at once and compares in the background until it has
   * proven every blob that was made up to {@code untilMillis}, by comparisons that began after it
   * received this request. {@link Report} shows the progress. Operators send this; a later request
   * for the same partition replaces an earlier one.
   *
   * @param partition the only partition to compare, or {@link #ALL}
   * @param untilMillis since 1970, the same for all nodes; at most an hour in the future
   * @param blobsPerSecond limit for the whole node while the request is not fulfilled, 1,000 to 10
   *     million; 0 keeps the configured limit
   */
  record Verify(int partition, long untilMillis, int blobsPerSecond) implements NodeRequest {
    /** All partitions that the node holds. */
    public static final int ALL = -1;

    /** The slowest rate that can be asked for, in blobs per second. */
    public static final int SLOWEST = 1_000;

    /** The fastest rate that can be asked for, in blobs per second. */
    public static final int FASTEST = 10_000_000;

    public Verify {
      if (partition < ALL) {
        throw new IllegalArgumentException(
            "partition is " + partition + ", must be 0 or more, or -1 for all");
      }
      if (blobsPerSecond != 0) {
        Bounds.check("blobsPerSecond", blobsPerSecond, SLOWEST, FASTEST);
      }
    }
  }

  /**
   * Send records that follow the given points, or their summaries, for many partitions at once:
   * {@link NodeResponse.Pulled}.
   *
   * @param puller name of the node that asks
   * @param points where to go on; if the form speaks, each acknowledges the records up to it
   * @param form what of each record to send
   * @param maxBytes of the answer's content; at least one record is sent if there is any
   * @param waitMillis how long to wait for a first record when there is none
   */
  record Pull(String puller, List<From> points, Form form, int maxBytes, int waitMillis)
      implements NodeRequest {
    public Pull {
      points = List.copyOf(points);
    }

    /** What of a record is sent. */
    public enum Form {
      /** All of it, as on disk. */
      RECORDS(0),
      /**
       * As much as it takes to see whether a replica has it: nearly all do, from the PUT itself.
       */
      SUMMARIES(1),
      /** None of it: only how far the stores go, and what they have of others. */
      NOTHING(2),
      /**
       * As {@link #SUMMARIES}, of records from somewhere on: what is before them may be lacking.
       * Nodes of before do not know it.
       */
      AHEAD(3),
      /**
       * All of each record that summaries would tell of: for a replica that lacks nearly all. Nodes
       * of before do not know it.
       */
      OFFERED(4);

      private final int wire;

      Form(int wire) {
        this.wire = wire;
      }

      int wire() {
        return wire;
      }

      /** Whether a point says that all records up to it are had. */
      public boolean speaks() {
        return switch (this) {
          case SUMMARIES, NOTHING -> true;
          case RECORDS, AHEAD, OFFERED -> false;
        };
      }

      static Optional<Form> ofWire(int wire) {
        return Stream.of(values()).filter(form -> form.wire == wire).findFirst();
      }
    }

    /**
     * Where in a partition to go on. Sequence numbers mean nothing without the store that gave
     * them: a node whose store of the partition is another one answers from its first record.
     *
     * @param store whose records the puller has, {@link #NO_STORE} when it has none
     * @param after the sequence number of the last record that the puller has, 0 for none
     * @param openedMillis under which opening of that store the puller has them, 0 when it has none
     * @param inStepMillis as of when the puller's own store had all that any replica had accepted,
     *     as it has noted, in milliseconds since 1970; of no meaning where this is no
     *     acknowledgement
     * @param agreedMillis deletes that were old enough at this time may have been forgotten by the
     *     puller, which is then not told of their blobs; 0 for none
     * @param maxBytes of records or summaries that follow it; at least one is sent if there is any
     */
    public record From(
        int partition,
        UUID store,
        long after,
        long openedMillis,
        long inStepMillis,
        long agreedMillis,
        int maxBytes) {
      public static final UUID NO_STORE = new UUID(0, 0);

      /** A position that acknowledges nothing. */
      public From(int partition, UUID store, long after, long openedMillis, int maxBytes) {
        this(partition, store, after, openedMillis, 0, 0, maxBytes);
      }

      /** The same from a puller that may have forgotten deletes that were old enough then. */
      public From withAgreed(long millis) {
        return new From(partition, store, after, openedMillis, inStepMillis, millis, maxBytes);
      }

      /** From the first record on, whichever store it is. */
      public static From start(int partition) {
        return new From(partition, NO_STORE, 0, 0, Integer.MAX_VALUE);
      }
    }
  }
}
