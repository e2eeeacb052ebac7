package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.server.replica.Distance;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.FetchPace;
import io.aumbry.server.replication.NodeEnvironment;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.server.worker.Worker;
import io.aumbry.store.feed.RecordBatch;
import java.util.List;

/** Fetches the records of some blobs from a peer, and appends them. */
final class Repair {
  /** Ids that fit into the header of a request. */
  private static final int IDS = 1_000;

  private final EntropyContext context;
  private final PeerQuestions questions;
  private final Worker worker;

  Repair(EntropyContext context, PeerQuestions questions, Worker worker) {
    this.context = context;
    this.questions = questions;
    this.worker = worker;
  }

  void get(List<BlobId> lacking, HostedReplica replica, StorageNode peer) {
    int done = 0;
    while (done < lacking.size()) {
      done += getSome(lacking.subList(done, lacking.size()), replica, peer);
      context.newRecords().announce(replica.partition());
    }
  }

  /** Gets the records of one answer, within the rate of pulls, and returns their number. */
  private int getSome(List<BlobId> lacking, HostedReplica replica, StorageNode peer) {
    List<BlobId> next = lacking.subList(0, Math.min(lacking.size(), IDS));
    NodeEnvironment environment = context.environment();
    FetchPace pace = context.limits().pace(Distance.of(peer, environment.views().current()));
    int most = pace.within(context.limits().config().fetchBytes());
    worker.pause(pace.take(most).remaining(environment.carrier().time()));
    int came = 0;
    var asked = new Compare.Records(next, most);
    try (PeerAnswer<Compared> answer = questions.ask(peer, replica.partition(), asked)) {
      came = answer.content().size();
      int covered = answer.response().covered();
      if (covered < 1 || covered > next.size()) {
        throw new AumbryException(
            ErrorCode.REPLICA_UNAVAILABLE,
            "%s answered for %d of %d blobs".formatted(peer.id(), covered, next.size()));
      }
      RecordBatch records = new RecordBatch(answer.content(), Long.MAX_VALUE);
      replica.feed().append(records, questions.context());
      return covered;
    } finally {
      pace.correct(came - most);
    }
  }
}
