package io.aumbry.protocol.report;

import io.aumbry.protocol.cluster.ReplicaState;
import java.util.List;
import java.util.UUID;

/**
 * A replica whose store is open.
 *
 * @param disk name of the disk that it is on
 * @param store names its files; sequence numbers mean nothing without it
 * @param peers the other replicas that the node's view of the cluster lists
 * @param waiting for what a transition of it waits
 */
public record ReplicaReport(
    int partition,
    String disk,
    UUID store,
    Standing standing,
    Content content,
    List<PeerReport> peers,
    Waiting waiting) {
  public ReplicaReport {
    peers = List.copyOf(peers);
  }

  /**
   * How far it is.
   *
   * @param complete whether it has been complete once, so that it holds all it ever acknowledged
   * @param proof what comparisons with its peers have shown
   */
  public record Standing(ReplicaState state, boolean complete, Proof proof) {
    /** Of a replica that was never compared. */
    public Standing(ReplicaState state, boolean complete) {
      this(state, complete, Proof.NONE);
    }
  }

  /**
   * What the last comparisons with its peers have shown.
   *
   * @param provenMillis of the blobs that were made up to this time, since 1970, it has all that
   *     any of them has, and so have they; 0 if that cannot be said
   * @param unproven peers of which that was never shown
   * @param open blobs of which it, or a peer, lacks something, as was found and not repaired
   * @param doubtful blobs of which people have to say what is right
   * @param wantedMillis up to when an operator has asked to prove it and it is not yet proven; 0
   *     when nothing was asked, or it is done
   */
  public record Proof(long provenMillis, int unproven, int open, int doubtful, long wantedMillis) {
    public static final Proof NONE = new Proof(0, 0, 0, 0);

    /** A proof of which no operator wants more. */
    public Proof(long provenMillis, int unproven, int open, int doubtful) {
      this(provenMillis, unproven, open, doubtful, 0);
    }
  }

  /**
   * What is in its files.
   *
   * @param newest sequence number of the last record, 0 when there is none
   * @param allocatedBytes of disk that its files occupy
   * @param liveBytes of records that stay, as far as compaction has looked
   * @param garbageBytes of records that may go, as far as compaction has looked
   * @param damaged places that are known to be damaged and are not repaired
   * @param madeMillis when the store was made, if that was since the node started; otherwise 0
   */
  public record Content(
      long newest,
      long allocatedBytes,
      long liveBytes,
      long garbageBytes,
      long damaged,
      long madeMillis) {
    /** Of a store that is older than the process of its node. */
    public Content(
        long newest, long allocatedBytes, long liveBytes, long garbageBytes, long damaged) {
      this(newest, allocatedBytes, liveBytes, garbageBytes, damaged, 0);
    }
  }

  /**
   * For what a transition waits, in words for people.
   *
   * @param sinceMillis since 1970 when it began to wait; 0 when none waits
   */
  public record Waiting(long sinceMillis, List<String> missing) {
    public static final Waiting NOTHING = new Waiting(0, List.of());

    public Waiting {
      missing = List.copyOf(missing);
    }

    public boolean isNothing() {
      return missing.isEmpty();
    }
  }
}
