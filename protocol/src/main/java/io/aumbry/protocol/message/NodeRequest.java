package io.aumbry.protocol.message;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobState;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.buffer.BlockChecksums;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.report.NodeReport;
import io.aumbry.protocol.runtime.Bounds;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A request to a storage node. */
public sealed interface NodeRequest {
  /** Bytes of content after the header. */
  default int contentLength() {
    return 0;
  }

  /**
   * Refuses content of another length than the header announces.
   *
   * @throws IllegalArgumentException with both lengths
   */
  default void requireLength(Body content) {
    if (content.size() != contentLength()) {
      throw new IllegalArgumentException(
          "content of %d bytes, but the request announces %d"
              .formatted(content.size(), contentLength()));
    }
  }

  /**
   * Stores a new blob. Its content follows. The node answers {@link NodeResponse.Done} when the
   * record is durable, as the node's configured durability says. Repeating the request has no
   * effect. Another content under the same id is refused with {@code CONFLICT}.
   *
   * @param creationMillis since 1970
   * @param expiryMillis since 1970, or {@link io.aumbry.protocol.blob.Expiry#NEVER}
   * @param metadata stored and returned unchanged
   * @param checksums of the content's blocks
   * @param asksFill whether the sender understands {@link NodeResponse.Stored}; older senders do
   *     not
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
    /** Creates a request that expects {@link NodeResponse.Done}. */
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
   * Reads a blob's state, its metadata and the content blocks that cover {@code range}. The node
   * answers {@link NodeResponse.Found}, {@link NodeResponse.Missing} or {@link
   * NodeResponse.Unsatisfiable}.
   *
   * @param firstLife the first life that the sender does not know to be deleted, 0 to {@link
   *     BlobState#FINAL_LIFE} + 1: the node answers an earlier one as deleted
   * @param lastResort whether an incomplete replica may answer, although it may lack the delete; it
   *     always may if {@code includeDeleted}
   */
  record Get(
      BlobId id,
      ByteRange range,
      boolean includeDeleted,
      boolean includeExpired,
      int firstLife,
      boolean lastResort)
      implements NodeRequest {
    public Get {
      Bounds.check("first life", firstLife, 0, BlobState.FINAL_LIFE + 1);
    }

    /** Reads any life, of complete replicas. */
    public Get(BlobId id, ByteRange range, boolean includeDeleted, boolean includeExpired) {
      this(id, range, includeDeleted, includeExpired, 0, false);
    }
  }

  /**
   * Ends a life of a blob and all earlier lives. The node answers {@link NodeResponse.Done} or
   * {@link NodeResponse.DeleteRecorded} when that is durable, even if the life had already ended,
   * or {@link NodeResponse.Missing}. A later life continues, and the response names it, because a
   * late delete must not undo a later undelete.
   *
   * <p>A delete in {@link BlobState#FINAL_LIFE} is final. It is stored even if the blob is unknown,
   * so that a PUT that arrives later is dead. So is a delete in {@link BlobState#IRREVOCABLE_LIFE},
   * which leaves the bytes of a manifest for the reaper. A node refuses both with {@code CONFLICT}
   * in three cases, each by its own clock and settings: the delete is dated later than the clock by
   * more than the allowed difference of clocks; or clients know the blob and its retention is not
   * over; or it is an unknown manifest that may still be stored.
   *
   * @param deletedMillis since 1970, by the clock of the sender. A node stores no time earlier than
   *     its own clock less the allowed difference of clocks, so that a delete by a clock that is
   *     behind can be undone as well.
   */
  record Delete(BlobId id, long deletedMillis, int lifeVersion) implements NodeRequest {
    public Delete {
      BlobState.requireLifeVersion(lifeVersion);
    }

    /** Ends the first life. */
    public Delete(BlobId id, long deletedMillis) {
      this(id, deletedMillis, 0);
    }
  }

  /**
   * Removes the expiry of a blob. The node answers {@link NodeResponse.Done} when that is durable,
   * even if the blob had no expiry, or {@link NodeResponse.Missing}.
   */
  record UpdateTtl(BlobId id) implements NodeRequest {}

  /**
   * Undeletes a blob. The node answers {@link NodeResponse.Done} when the blob is durably alive in
   * the requested life or a later one. It answers {@link NodeResponse.Missing} if the blob is
   * unknown, was deleted too long ago, lost its bytes, or has also been deleted in that life. The
   * request also tells the node of a delete that it missed.
   *
   * @param life the new life; the sender chooses its number, so that all replicas use the same
   * @param ahead whether to record this even before the blob arrives, because another replica has
   *     already undeleted it
   */
  record Undelete(BlobId id, Life life, boolean ahead) implements NodeRequest {
    /** Undeletes a blob that the node must have. */
    public Undelete(BlobId id, Life life) {
      this(id, life, false);
    }

    /**
     * A life of a blob after the first.
     *
     * @param version 1 to {@link BlobState#LAST_LIFE}
     * @param deletedMillis end of the previous life
     * @param undeletedMillis since 1970, by the clock of the frontend
     */
    public record Life(int version, long deletedMillis, long undeletedMillis) {
      public Life {
        if (version < 1 || version > BlobState.LAST_LIFE) {
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
   * Asks for the state of a blob. The node answers {@link NodeResponse.Known}, whether the blob is
   * alive or not, or {@link NodeResponse.Missing} if it knows nothing of the blob.
   */
  record Look(BlobId id) implements NodeRequest {}

  /**
   * A repair hint: a frontend read the blob from another replica after this one denied it or found
   * it damaged. The node compares the blob with the replicas of its data centre and fetches the
   * difference. It answers {@link NodeResponse.Done} once the hint is queued in memory, {@code
   * REPLICA_UNAVAILABLE} if its replica is incomplete and thus fetches everything anyway, or {@code
   * OVERLOADED} if the queue is full.
   */
  record Hint(BlobId id) implements NodeRequest {}

  /**
   * Asks for a part of a drop proof, or whether a failed store may be set aside. The node answers
   * {@link NodeResponse.Done} if its replica is complete, is to stay, and durably holds all records
   * of the asker's store. Otherwise it answers {@link NodeResponse.Failed} with {@code
   * REPLICA_UNAVAILABLE} and the reason. The asker accepts no more records itself, so of two
   * replicas that ask each other at most one gets a confirmation.
   *
   * @param asker name of the asking node
   * @param store of the asking node
   * @param last sequence number of its last record, 0 to ask for no records
   * @param openedMillis the opening of that store, in milliseconds since 1970
   */
  record Confirm(String asker, int partition, UUID store, long last, long openedMillis)
      implements NodeRequest {}

  /**
   * Asks for the content of a replica in order to compare it with the asker's, or with the catalog,
   * or to report it. The node answers {@link NodeResponse.Compared}, or {@code REPLICA_UNAVAILABLE}
   * if its replica may not answer reads.
   *
   * @param asker name of the asking node; {@link #FRONTEND} for {@link Living} and {@link Usage}
   */
  record Compare(String asker, int partition, Question question) implements NodeRequest {
    /** The asker of a question that frontends ask. It is no legal name of a node. */
    public static final String FRONTEND = "";

    /** The part of the replica that the asker wants. */
    public sealed interface Question {}

    /**
     * A digest of each range of ids.
     *
     * @param scope ended blobs that the digests leave out
     */
    public record Digests(Scope scope, List<IdRange> ranges) implements Question {
      public Digests {
        ranges = List.copyOf(ranges);
      }
    }

    /**
     * The state of each blob in a range, in the order of ids.
     *
     * @param most limit of blobs in the response, at least 1
     */
    public record Entries(IdRange range, int most) implements Question {}

    /**
     * All records of some blobs.
     *
     * @param maxBytes of the response's content; the records of one blob may exceed it
     */
    public record Records(List<BlobId> ids, int maxBytes) implements Question {
      public Records {
        ids = List.copyOf(ids);
      }
    }

    /**
     * The ids of some of the blobs in a range that are neither deleted nor expired. The content of
     * the response is a {@link BlobPage}. Frontends ask this.
     */
    public sealed interface Living extends Question {
      IdRange range();

      /** Limit of ids in the response, at least 1. */
      int most();

      /** The blobs that are asked for, whether alive or not. */
      Predicate<BlobId> wanted();
    }

    /** The blobs that were stored to get a name. */
    public record Named(IdRange range, int most) implements Living {
      @Override
      public Predicate<BlobId> wanted() {
        return BlobId::isNamed;
      }
    }

    /**
     * The blobs of deleted containers, without their chunks and upload records. A node whose clock
     * has not reached the end of the retention of each refuses with {@code CONFLICT}.
     *
     * @param containers 1 to {@value #MAX_CONTAINERS}
     */
    public record Removable(List<DeletedContainer> containers, IdRange range, int most)
        implements Living {
      public static final int MAX_CONTAINERS = 1000;

      public Removable {
        containers = List.copyOf(containers);
        Bounds.check("containers", containers.size(), 1, MAX_CONTAINERS);
      }

      @Override
      public Predicate<BlobId> wanted() {
        Set<DeletedContainer.Key> keys =
            containers.stream().map(DeletedContainer::key).collect(Collectors.toSet());
        return id -> id.kind().isPublic() && keys.contains(DeletedContainer.Key.of(id));
      }
    }

    /**
     * The usage of each container with live blobs. The content of the response is a {@link
     * UsagePage}. A node refuses with {@code REPLICA_UNAVAILABLE} while it counts again.
     *
     * @param most limit of containers in the response, at least 1
     */
    public record Usage(UsagePage.From after, int most) implements Question {}

    /** For each data centre, the time up to which the replica is proven to hold all its blobs. */
    public record Proven() implements Question {}

    /**
     * Digests leave out blobs that ended this long ago, because one replica may have dropped
     * records that another still has.
     *
     * @param deletedUntil omits blobs deleted at this time or before, in milliseconds since 1970
     * @param expiredUntil omits blobs expired at this time or before
     */
    public record Scope(long deletedUntil, long expiredUntil) {}
  }

  /**
   * Asks for the status of the node for operators. The node answers {@link NodeResponse.Reported}
   * with the replicas that fit, in the order of their partitions.
   *
   * @param fromPartition first partition of the response, 0 at the beginning, {@link
   *     #WITH_MACHINE}, or a number of {@link #whole}
   */
  record Report(int fromPartition) implements NodeRequest {
    /**
     * Asks from the beginning, also for {@link NodeReport#machine}. Earlier builds answer without
     * it, and do not understand an answer that has it. The value -1 is that of earlier builds, and
     * means 0.
     */
    public static final int WITH_MACHINE = -2;

    private static final int WHOLE = -3;

    /**
     * Asks for everything from a partition on: on the first page for {@link NodeReport#machine},
     * and on each page for {@link ReplicaReport.Proof#missingAtPeers}. An earlier build answers
     * from the beginning and without either.
     */
    public static Report whole(int fromPartition) {
      return new Report(WHOLE - fromPartition);
    }

    public boolean isWhole() {
      return fromPartition <= WHOLE;
    }

    public boolean asksMachine() {
      return fromPartition == WITH_MACHINE || fromPartition == WHOLE;
    }

    /** The first partition of the response. */
    public int first() {
      return isWhole() ? WHOLE - fromPartition : Math.max(0, fromPartition);
    }
  }

  /**
   * Compares replicas of this node with their peers now instead of at the end of their period. The
   * node answers {@link NodeResponse.Done} at once. It compares in the background until comparisons
   * that began after this request have proven every blob created up to {@code untilMillis}. {@link
   * Report} shows the progress. Operators send this. A later request for the same partition
   * replaces an earlier one, unless it has the same time.
   *
   * @param partition the only partition to compare, or {@link #ALL}
   * @param untilMillis since 1970, the same for all nodes; at most an hour in the future
   * @param blobsPerSecond limit for the whole node until the request is fulfilled, 1,000 to 10
   *     million; 0 keeps the configured limit
   */
  record Verify(int partition, long untilMillis, int blobsPerSecond) implements NodeRequest {
    public static final int ALL = -1;

    /** The lowest legal rate in blobs per second. */
    public static final int SLOWEST = 1_000;

    /** The highest legal rate in blobs per second. */
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
   * Pulls the records after the given points, or their summaries, for many partitions at once. The
   * node answers {@link NodeResponse.Pulled}.
   *
   * @param puller name of the pulling node
   * @param points where to continue; if the form acknowledges, each point acknowledges all records
   *     up to it
   * @param form the part of each record to send
   * @param maxBytes of the response's content; at least one record is sent if any exists
   * @param waitMillis how long to wait for a first record
   * @param earlier the pull that this one repeats, except for {@code points}
   */
  record Pull(
      String puller, List<From> points, Form form, int maxBytes, int waitMillis, Earlier earlier)
      implements NodeRequest {
    public Pull {
      points = List.copyOf(points);
    }

    /** Creates a pull that names each of its partitions. */
    public Pull(String puller, List<From> points, Form form, int maxBytes, int waitMillis) {
      this(puller, points, form, maxBytes, waitMillis, Earlier.NONE);
    }

    /**
     * A pull of the same puller and form. Its points count as points of the later pull, unless that
     * names another point of the partition, or drops it.
     *
     * @param exchange number that the node gave to the earlier pull and its answer; 0 if the later
     *     pull names each of its partitions itself
     * @param dropped partitions of the earlier pull that the later one does not ask for
     */
    public record Earlier(long exchange, List<Integer> dropped) {
      public static final Earlier NONE = new Earlier(0, List.of());

      public Earlier {
        dropped = List.copyOf(dropped);
      }

      public boolean isNone() {
        return exchange == 0;
      }
    }

    public enum Form {
      /** Whole records, as on disk. */
      RECORDS(0),
      /** Summaries, because the puller already has nearly all records from the PUTs. */
      SUMMARIES(1),
      /** No records, only the ends of the stores and their version vectors. */
      NOTHING(2),
      /** Whole records for a bulk copy, without the records that summaries omit. */
      OFFERED(3);

      private final int wire;

      Form(int wire) {
        this.wire = wire;
      }

      int wire() {
        return wire;
      }

      /** Whether each point acknowledges all records up to it. */
      public boolean speaks() {
        return switch (this) {
          case SUMMARIES, NOTHING -> true;
          case RECORDS, OFFERED -> false;
        };
      }

      static Optional<Form> ofWire(int wire) {
        return Stream.of(values()).filter(form -> form.wire == wire).findFirst();
      }
    }

    /**
     * The point of one partition after which to continue. A sequence number is valid only in its
     * store: if the node has another store of the partition, it starts at the first record.
     *
     * @param store in which {@code after} is a sequence number, or {@link #NO_STORE}
     * @param after sequence number of the last record that the puller has, 0 for none
     * @param openedMillis the opening of that store, 0 without a store
     * @param inStepMillis the time at which the puller's store was last in step, in milliseconds
     *     since 1970; ignored if the form does not acknowledge
     * @param agreedMillis as in {@link NodeResponse.Pulled.Source}, for the puller, which is not
     *     sent the blobs of forgotten deletes
     * @param maxBytes of records or summaries; at least one is sent if any exists
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

      /** Creates a point that acknowledges nothing. */
      public From(int partition, UUID store, long after, long openedMillis, int maxBytes) {
        this(partition, store, after, openedMillis, 0, 0, maxBytes);
      }

      /** Returns this point with the time up to which the puller may have forgotten deletes. */
      public From withAgreed(long millis) {
        return new From(partition, store, after, openedMillis, inStepMillis, millis, maxBytes);
      }

      /** The beginning of any store. */
      public static From start(int partition) {
        return new From(partition, NO_STORE, 0, 0, Integer.MAX_VALUE);
      }
    }
  }
}
