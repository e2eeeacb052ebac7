package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.worker.WorkPace;
import io.aumbry.server.worker.Worker;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Shared tools for the comparisons of one worker. */
final class EntropyTools {
  static final Duration MOMENT = Duration.ofMillis(100);

  private final EntropyConfig config;
  private final Time time;
  private final Worker worker;
  private final int writeQuorum;
  private final PeerQuestions questions;
  private final Repair repair;
  private final WorkPace pace;
  private final Witnesses witnesses = new Witnesses();
  private final EntropyCounters counters;

  /**
   * @param blobsPerSecond rate limit, read at each step
   */
  EntropyTools(
      EntropyConfig config, EntropyContext context, Worker worker, LongSupplier blobsPerSecond) {
    this.config = config;
    this.time = context.environment().carrier().time();
    this.worker = worker;
    this.writeQuorum = context.limits().config().writeQuorum();
    this.questions = new PeerQuestions(context.self(), context.environment());
    this.repair = new Repair(context, questions, worker);
    this.pace = worker.pace(blobsPerSecond);
    this.counters = context.counters();
  }

  EntropyConfig config() {
    return config;
  }

  PeerQuestions questions() {
    return questions;
  }

  Repair repair() {
    return repair;
  }

  long wallMillis() {
    return time.wallMillis();
  }

  /** Counts compared blobs, and waits for the rate limit. */
  void compared(long blobs) {
    counters.compared().add(blobs);
    pace.moved(blobs + 1);
  }

  void missing(int blobs) {
    counters.missing().add(blobs);
  }

  void repaired(int blobs) {
    counters.repaired().add(blobs);
  }

  /**
   * Whether the delete of a blob that only the peer is known to have may have been forgotten. Fewer
   * than a write quorum of peers have shown it.
   */
  boolean isDoubtful(BlobId id, HostedReplica here, StorageNode peer) {
    NodeId witness = peer.id();
    if (here.maintenance().comparison().mayBeForgotten(id, wallMillis())
        && witnesses.add(id, witness) < writeQuorum) {
      return true;
    }
    witnesses.forget(id);
    return false;
  }

  void pause(Duration span) {
    worker.pause(span);
  }
}
