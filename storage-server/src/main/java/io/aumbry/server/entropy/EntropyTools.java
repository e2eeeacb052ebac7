package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.server.compaction.CarriedPace;
import io.aumbry.server.replica.HostedReplica;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Shared tools for the comparisons of one thread. Any thread may call {@link #stop}. */
final class EntropyTools {
  static final Duration MOMENT = Duration.ofMillis(100);

  private final EntropyConfig config;
  private final Carrier carrier;
  private final int writeQuorum;
  private final PeerQuestions questions;
  private final Repair repair;
  private final CarriedPace pace;
  private final Witnesses witnesses = new Witnesses();
  private final Mailbox<Boolean> stop = new Mailbox<>();
  private final EntropyCounters counters;
  private volatile boolean stopped;

  /**
   * @param blobsPerSecond rate limit, read at each step
   */
  EntropyTools(EntropyConfig config, EntropyContext context, LongSupplier blobsPerSecond) {
    this.config = config;
    this.carrier = context.environment().carrier();
    this.writeQuorum = context.replication().writeQuorum();
    this.questions = new PeerQuestions(context.self(), context.environment());
    this.repair = new Repair(context, questions);
    this.pace = new CarriedPace(carrier, blobsPerSecond);
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
    return carrier.time().wallMillis();
  }

  /** Counts compared blobs, and waits for the rate limit. */
  void compared(long blobs) {
    counters.compared().add(blobs);
    requireOn();
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
    requireOn();
    stop.take(Deadline.after(span, carrier.time()), carrier);
    requireOn();
  }

  private void requireOn() {
    if (stopped) {
      throw new AumbryException(ErrorCode.SHUTTING_DOWN, "This node is shutting down");
    }
  }

  boolean isStopped() {
    return stopped;
  }

  void stop() {
    stopped = true;
    pace.stop();
    stop.post(true);
  }
}
