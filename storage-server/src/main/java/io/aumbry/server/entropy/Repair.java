package io.aumbry.server.entropy;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.cluster.StorageNode;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replication.PeerAnswer;
import io.aumbry.store.feed.RecordBatch;
import java.util.List;

/** Fetches the records of some blobs from a peer, and appends them. */
final class Repair {
  /** Ids that fit into the header of a request. */
  private static final int IDS = 1_000;

  private final EntropyContext context;
  private final PeerQuestions questions;

  Repair(EntropyContext context, PeerQuestions questions) {
    this.context = context;
    this.questions = questions;
  }

  void get(List<BlobId> lacking, HostedReplica replica, StorageNode peer) {
    int done = 0;
    while (done < lacking.size()) {
      List<BlobId> next = lacking.subList(done, Math.min(lacking.size(), done + IDS));
      var asked = new Compare.Records(next, context.replication().fetchBytes());
      try (PeerAnswer<Compared> answer = questions.ask(peer, replica.partition(), asked)) {
        int covered = answer.response().covered();
        if (covered < 1 || covered > next.size()) {
          throw new AumbryException(
              ErrorCode.REPLICA_UNAVAILABLE,
              "%s answered for %d of %d blobs".formatted(peer.id(), covered, next.size()));
        }
        RecordBatch records = new RecordBatch(answer.content(), Long.MAX_VALUE);
        replica.feed().append(records, questions.context());
        done += covered;
      }
      context.newRecords().announce(replica.partition());
    }
  }
}
