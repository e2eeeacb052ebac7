package io.aumbry.router;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ReplicaWrites.Write;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.policy.Quorum.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One change of all chunks of a blob, before it is made to the manifest: whoever sees the manifest
 * changed finds all chunks so. What breaks off half-way is done again by whoever asks again.
 */
final class ChunkChanges {
  /** Changes under way, each of one chunk in one data centre. */
  private static final int WINDOW = 32;

  private static final GetOptions ALL = new GetOptions(new ByteRange.All(), true, true);

  private final RouterParts parts;
  private final RequestContext context;
  private final ReplicaWrites writes;
  private final Deque<Underway> underway = new ArrayDeque<>();
  private Optional<Absence> absence = Optional.empty();

  private record Underway(BlobId id, Write write) {}

  ChunkChanges(RouterParts parts, RequestContext context) {
    this.parts = parts;
    this.context = context;
    this.writes = new ReplicaWrites(parts.nodes(), context);
  }

  /**
   * Makes the change to the chunks of a blob, if it has any, in each of {@code dataCenters}.
   *
   * @return why there is nothing to be changed of one of them; empty when all are
   * @throws io.aumbry.protocol.error.AumbryException when it cannot be said whether all are
   */
  Optional<Absence> run(
      BlobId id, List<Integer> dataCenters, Function<BlobId, NodeRequest> change) {
    if (id.kind() == BlobKind.SIMPLE) {
      return Optional.empty();
    }
    return switch (new ChunksOperation(parts, id, ALL, context).run()) {
      case ChunksResult.Missing(Absence why) -> Optional.of(why);
      case ChunksResult.Found(List<Manifest.Chunk> chunks) -> {
        for (Manifest.Chunk chunk : chunks) {
          for (int dataCenter : dataCenters) {
            begin(chunk.id(), change.apply(chunk.id()), dataCenter);
          }
        }
        while (!underway.isEmpty()) {
          finishOldest();
        }
        yield absence;
      }
    };
  }

  private void begin(BlobId chunk, NodeRequest change, int dataCenter) {
    if (underway.size() >= WINDOW) {
      finishOldest();
    }
    Write write = parts.change().begin(writes, chunk, change, dataCenter);
    underway.add(new Underway(chunk, write));
  }

  private void finishOldest() {
    Underway oldest = underway.removeFirst();
    writes.await(oldest.write());
    Outcome outcome = oldest.write().outcome();
    if (outcome == Outcome.GONE || outcome == Outcome.NOT_FOUND) {
      absence = Optional.of(oldest.write().absence());
    } else if (outcome != Outcome.DONE) {
      throw RecordChange.undecided(oldest.id(), oldest.write());
    }
  }
}
