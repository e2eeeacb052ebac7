package io.aumbry.protocol.report;

import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.ReplicaState;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A replica with an open store.
 *
 * @param disk name of its disk
 * @param store uuid of the store to which the sequence numbers belong
 * @param peers the other replicas in the node's view of the cluster
 * @param waiting the reasons for which a transition waits
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

  /** The same report with other blobs missing at peers. */
  public ReplicaReport with(SortedMap<NodeId, Integer> missingAtPeers) {
    Proof proof = standing.proof().with(missingAtPeers);
    return new ReplicaReport(
        partition,
        disk,
        store,
        new Standing(standing.state(), standing.complete(), proof),
        content,
        peers,
        waiting);
  }

  /**
   * The state of the replica.
   *
   * @param complete whether it holds every record that it ever acknowledged
   * @param proof result of comparisons with its peers
   */
  public record Standing(ReplicaState state, boolean complete, Proof proof) {
    /** Creates the standing of a replica that was never compared. */
    public Standing(ReplicaState state, boolean complete) {
      this(state, complete, Proof.NONE);
    }
  }

  /**
   * The result of the latest comparisons with its peers.
   *
   * @param provenMillis all replicas are proven to hold the same blobs created up to this time,
   *     since 1970; 0 if there is no proof
   * @param unproven number of peers without any proof
   * @param open number of blobs with known differences that are not repaired
   * @param doubtful number of blobs that need a person's decision
   * @param wantedMillis the time up to which an operator asked for a proof that is not done; 0 if
   *     none
   * @param missingAtPeers the part of {@code open} that is not missing here but at a peer, by peer.
   *     Empty if it was not asked for
   */
  public record Proof(
      long provenMillis,
      int unproven,
      int open,
      int doubtful,
      long wantedMillis,
      SortedMap<NodeId, Integer> missingAtPeers) {
    public static final Proof NONE = new Proof(0, 0, 0, 0);

    public Proof {
      missingAtPeers = Collections.unmodifiableSortedMap(new TreeMap<>(missingAtPeers));
    }

    /** Creates a proof that does not tell which blobs are missing at peers. */
    public Proof(long provenMillis, int unproven, int open, int doubtful, long wantedMillis) {
      this(provenMillis, unproven, open, doubtful, wantedMillis, Collections.emptySortedMap());
    }

    /** Creates a proof without an operator's request. */
    public Proof(long provenMillis, int unproven, int open, int doubtful) {
      this(provenMillis, unproven, open, doubtful, 0);
    }

    /** The same proof with other blobs missing at peers. */
    public Proof with(SortedMap<NodeId, Integer> atPeers) {
      return new Proof(provenMillis, unproven, open, doubtful, wantedMillis, atPeers);
    }

    /** Number of blobs that may be missing here. */
    public int missing() {
      return open - missingAtPeers.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  /**
   * The files of the replica.
   *
   * @param newest sequence number of the last record, 0 without records
   * @param allocatedBytes of disk that the files occupy
   * @param liveBytes of records that stay, as of the last look of compaction
   * @param garbageBytes of records that may be dropped, as of the last look of compaction
   * @param damaged number of damaged places that are not repaired
   * @param madeMillis creation time of the store if it was created since the node started,
   *     otherwise 0
   */
  public record Content(
      long newest,
      long allocatedBytes,
      long liveBytes,
      long garbageBytes,
      long damaged,
      long madeMillis) {
    /** Creates the content of a store that is older than the node's process. */
    public Content(
        long newest, long allocatedBytes, long liveBytes, long garbageBytes, long damaged) {
      this(newest, allocatedBytes, liveBytes, garbageBytes, damaged, 0);
    }
  }

  /**
   * The reasons for which a transition waits, for people.
   *
   * @param sinceMillis start of the wait since 1970, 0 if none
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
