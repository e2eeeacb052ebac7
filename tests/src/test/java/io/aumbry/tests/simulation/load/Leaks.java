package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.feed.RecordSummary;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chunks that take space although no stored blob has them, by the words of all stores. When all
 * retention has passed there must be none, and no upload record either.
 */
final class Leaks {
  private static final int ALL = Integer.MAX_VALUE;

  private final SimulatedCluster cluster;
  private final long dueMillis;

  /** Chunks and upload records that some replica has. */
  private final Set<BlobId> stored = new TreeSet<>();

  /** Chunks and pages of stored manifests. */
  private final Set<BlobId> named = new HashSet<>();

  /** Manifests that ended long ago, and still have their bytes. */
  private final Set<BlobId> ended = new TreeSet<>();

  private final Set<BlobId> listed = new HashSet<>();
  private int looked;

  /**
   * Leaks of a cluster.
   *
   * @param dueMillis all that ended, or was begun, before this time is to be gone
   */
  Leaks(SimulatedCluster cluster, long dueMillis) {
    this.cluster = cluster;
    this.dueMillis = dueMillis;
  }

  /** Has every replica say what it has. */
  void collect() {
    cluster.look(replica -> {
      Set<BlobId> deleted = new HashSet<>();
      Set<BlobId> put = new HashSet<>();
      for (RecordSummary summary : summaries(replica)) {
        if (summary.isPut()) {
          put.add(summary.id());
        } else if (summary.state().isFinal()) {
          deleted.add(summary.id());
        }
      }
      put.removeAll(deleted);
      put.forEach(id -> add(id, replica));
      looked++;
    });
  }

  /** One batch ends with a file of the log. */
  static List<RecordSummary> summaries(OpenReplica replica) {
    List<RecordSummary> all = new ArrayList<>();
    long after = 0;
    while (after < replica.store().lastSequence()) {
      var batch = replica.store().summariesAfter(after, ALL, Agreement.context(replica.process()));
      all.addAll(RecordSummary.readAll(batch.records()));
      after = batch.last();
    }
    return all;
  }

  private void add(BlobId id, OpenReplica replica) {
    if (id.kind() == BlobKind.MANIFEST) {
      addManifest(id, replica);
    } else if (id.kind() != BlobKind.SIMPLE && id.createdMillis() < dueMillis) {
      stored.add(id);
    }
  }

  private void addManifest(BlobId id, OpenReplica replica) {
    var context = Agreement.context(replica.process());
    replica
        .store()
        .look(id, context)
        .filter(known -> known.state().deleted() || known.state().isExpiredAt(dueMillis))
        .filter(known -> known.changedMillis() < dueMillis && known.held())
        .ifPresent(_ -> ended.add(id));
    if (replica.store().read(id, new ByteRange.All(), new ReadOptions(true, true), context)
        instanceof ReadResult.Found found) {
      list(id, Manifest.decode(ByteBuffer.wrap(Agreement.bytes(found))));
    }
  }

  /** The pages of a manifest are in other partitions, so they are read from the media. */
  private void list(BlobId id, Manifest manifest) {
    if (listed.add(id)) {
      BlobPart.of(cluster, manifest).forEach(part -> named.add(part.id()));
    }
  }

  /** The blobs and chunks that should be gone, once all replicas have answered. */
  Set<String> found() {
    Set<String> found = new TreeSet<>();
    stored.stream()
        .filter(id -> !named.contains(id))
        .forEach(id -> found.add(id.kind() + " " + id + " of no blob takes space"));
    ended.forEach(id -> found.add("the chunks of " + id + " take space"));
    return found;
  }

  int looked() {
    return looked;
  }
}
