package io.aumbry.router.operation;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.message.NodeRequest;
import io.aumbry.protocol.message.NodeResponse.Absence;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.ChunksResult;
import io.aumbry.router.Router.GetOptions;
import io.aumbry.router.replica.RecordChange;
import io.aumbry.router.replica.ReplicaWrites;
import io.aumbry.router.replica.ReplicaWrites.Write;
import io.aumbry.router.replica.RouterContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
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

  private final RouterContext parts;
  private final RequestContext context;
  private final ReplicaWrites writes;
  private final Deque<Underway> underway = new ArrayDeque<>();

  /** What could not be changed here, and is to be where it was made. */
  private final List<BlobId> left = new ArrayList<>(0);

  private Optional<Absence> absence = Optional.empty();

  /**
   * A chunk on its way to be changed.
   *
   * @param writes by data centre
   * @param isLast whether nothing else is tried when this fails
   */
  private record Underway(BlobId id, Map<Integer, Write> writes, boolean isLast) {}

  ChunkChanges(RouterContext parts, RequestContext context) {
    this.parts = parts;
    this.context = context;
    this.writes = new ReplicaWrites(parts.nodes(), context);
  }

  /**
   * Makes the change to the chunks of a blob, if it has any, in one data centre: {@code
   * dataCenter}, or where they were made for those that have not come there.
   *
   * @return why there is nothing to be changed of one of them; empty when all are
   * @throws io.aumbry.protocol.error.AumbryException when it cannot be said whether all are
   */
  Optional<Absence> runInOne(BlobId id, int dataCenter, Function<BlobId, NodeRequest> change) {
    return run(id, List.of(dataCenter), change, dataCenter == id.dataCenter());
  }

  /**
   * Makes the change to the chunks of a blob, if it has any, in each of {@code dataCenters}, those
   * excepted that a chunk has not come to: they hear of it all by replication.
   *
   * @return as {@link #runInOne}
   */
  Optional<Absence> runInEach(
      BlobId id, List<Integer> dataCenters, Function<BlobId, NodeRequest> change) {
    return run(id, dataCenters, change, true);
  }

  private Optional<Absence> run(
      BlobId id, List<Integer> dataCenters, Function<BlobId, NodeRequest> change, boolean isLast) {
    if (id.kind() == BlobKind.SIMPLE) {
      return Optional.empty();
    }
    return switch (new ChunksOperation(parts, id, ALL, context).run()) {
      case ChunksResult.Missing(Absence why) -> Optional.of(why);
      case ChunksResult.Found(List<Manifest.Chunk> chunks) -> {
        List<BlobId> ids = chunks.stream().map(Manifest.Chunk::id).toList();
        changeAll(ids, dataCenters, change, isLast);
        changeAll(List.copyOf(left), List.of(id.dataCenter()), change, true);
        yield absence;
      }
    };
  }

  private void changeAll(
      List<BlobId> ids,
      List<Integer> dataCenters,
      Function<BlobId, NodeRequest> change,
      boolean isLast) {
    for (BlobId id : ids) {
      while (underway.size() * dataCenters.size() >= WINDOW) {
        finishOldest();
      }
      Map<Integer, Write> begun =
          parts.change().beginInEach(writes, id, change.apply(id), dataCenters);
      underway.add(new Underway(id, begun, isLast));
    }
    while (!underway.isEmpty()) {
      finishOldest();
    }
  }

  private void finishOldest() {
    Underway oldest = underway.removeFirst();
    oldest.writes().values().forEach(writes::await);
    if (RecordChange.isDone(oldest.id(), oldest.writes())) {
      return;
    }
    for (Write write : oldest.writes().values()) {
      settleFailed(oldest, write);
    }
  }

  /** Where it was not made it may not have come, or its undelete may not have. */
  private void settleFailed(Underway chunk, Write write) {
    if (!chunk.isLast()) {
      left.add(chunk.id());
      return;
    }
    switch (write.outcome()) {
      case DONE -> {}
      case GONE -> absence = Optional.of(write.absence());
      case NOT_FOUND -> absence = Optional.of(absence.orElse(write.absence()));
      case UNDECIDABLE, OPEN -> throw RecordChange.undecided(chunk.id(), write);
    }
  }
}
