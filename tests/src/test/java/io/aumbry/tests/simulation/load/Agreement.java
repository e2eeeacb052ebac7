package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobStore.ReadOptions;
import io.aumbry.store.ReadResult;
import io.aumbry.store.feed.Lack;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedCluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.OfferedSummaries;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether the replicas of each partition have the same, by their stores' own words, and each by
 * itself all that was promised.
 */
public final class Agreement {
  private static final int ALL = Integer.MAX_VALUE;

  private final SimulatedCluster cluster;
  private final Ledger ledger;

  /** By partition and node, what each replica has. */
  private final Map<Integer, Map<SimulatedMachine, RecordBatch>> summaries = new TreeMap<>();

  /** By partition, what large blobs consist of, as any replica of their lists says. */
  private final Map<Integer, Set<Part>> parts = new TreeMap<>();

  private final Set<String> lacking = new TreeSet<>();
  private final List<String> looked = new ArrayList<>();

  Agreement(SimulatedCluster cluster, Ledger ledger) {
    this.cluster = cluster;
    this.ledger = ledger;
  }

  /** A chunk of a blob, from so many bytes on. */
  private record Part(KeptBlob blob, BlobId id, int from, int length) {
    boolean isRight(byte[] bytes) {
      return Arrays.equals(bytes, Arrays.copyOfRange(blob.content(), from, from + length));
    }
  }

  static RequestContext context(SimulatedProcess process) {
    return new RequestContext(
        "check", process, Deadline.after(Duration.ofMinutes(1), process.time()));
  }

  /** Has every replica say what it has. */
  void collect() {
    cluster.look(replica ->
        summaries
            .computeIfAbsent(replica.partition(), _ -> new LinkedHashMap<>())
            .put(
                replica.machine(),
                OfferedSummaries.needed(
                    replica.store().summariesAfter(0, ALL, context(replica.process())),
                    ledger.droppable())));
    cluster.look(replica ->
        promised(replica.partition())
            .filter(blob -> blob.id().kind() == BlobKind.MANIFEST)
            .forEach(blob -> collectParts(blob, replica)));
  }

  /** Of requests that were under way when the load ended some add to it meanwhile. */
  private Stream<KeptBlob> promised(int partition) {
    return List.copyOf(ledger.all()).stream().filter(blob -> blob.id().partition() == partition);
  }

  private void collectParts(KeptBlob blob, OpenReplica replica) {
    if (lookAlone(blob.id(), replica) instanceof ReadResult.Found found) {
      int from = 0;
      for (Manifest.Chunk chunk : Manifest.decode(ByteBuffer.wrap(bytes(found))).chunks()) {
        parts
            .computeIfAbsent(chunk.id().partition(), _ -> new LinkedHashSet<>())
            .add(new Part(blob, chunk.id(), from, chunk.length()));
        from += chunk.length();
      }
    }
  }

  private static ReadResult lookAlone(BlobId id, OpenReplica replica) {
    return replica
        .store()
        .read(id, new ByteRange.All(), ReadOptions.LIVE, context(replica.process()));
  }

  /** Has every replica say what it lacks of what the others have. */
  void compare() {
    cluster.look(replica -> {
      summaries
          .getOrDefault(replica.partition(), Map.of())
          .forEach((other, batch) -> check(replica, other, batch));
      promised(replica.partition()).forEach(blob -> read(blob, replica));
      parts
          .getOrDefault(replica.partition(), Set.of())
          .forEach(part -> read(part.blob(), part.id(), part::isRight, replica));
      requireSound(replica);
      looked.add(replica.partition() + "@" + replica.node());
    });
  }

  private void check(OpenReplica replica, SimulatedMachine other, RecordBatch batch) {
    if (replica.machine().equals(other)) {
      return;
    }
    for (Lack lack : replica.store().lacking(batch, context(replica.process()))) {
      lacking.add(
          "partition %d: %s lacks what %s has: %s"
              .formatted(
                  replica.partition(),
                  replica.node(),
                  other.name(),
                  OfferedSummaries.describe(batch, lack)));
    }
  }

  /** Nothing but a flipped bit damages what was durable. */
  private void requireSound(OpenReplica replica) {
    if (!cluster.isDamaged(replica.node()) && replica.store().damaged().version() > 0) {
      lacking.add(replica.node() + " has found damage where nobody did any");
    }
  }

  private void read(KeptBlob blob, OpenReplica replica) {
    read(blob, blob.id(), bytes -> isRight(blob, bytes), replica);
  }

  private void read(KeptBlob blob, BlobId id, Predicate<byte[]> isRight, OpenReplica replica) {
    try {
      ReadResult result = lookAlone(id, replica);
      boolean right =
          switch (result) {
            case ReadResult.Found found ->
                isRight.test(bytes(found))
                    && (!id.equals(blob.id()) || blob.lives().mayBe(Lives.Fate.ALIVE));
            case ReadResult.Missing _ -> ledger.mayBeGone(blob);
            case ReadResult.Unsatisfiable _ -> false;
          };
      if (!right) {
        lacking.add(replica.node() + " alone gives " + result + " for " + name(blob, id));
      }
    } catch (AumbryException e) {
      lacking.add(replica.node() + " alone fails for " + name(blob, id) + ": " + e.getMessage());
    }
  }

  private static String name(KeptBlob blob, BlobId id) {
    return id.equals(blob.id()) ? "" + blob : "chunk " + id + " of " + blob;
  }

  /** What is kept of a large blob is the list of its chunks, which are looked at by themselves. */
  private static boolean isRight(KeptBlob blob, byte[] bytes) {
    return blob.id().kind() != BlobKind.SIMPLE || Arrays.equals(bytes, blob.content());
  }

  /** What was found, closed behind. */
  public static byte[] bytes(ReadResult.Found found) {
    try (Buffer _ = found.metadata();
        ByteSource content = found.content();
        Body body = Body.readFully(content)) {
      return body.toByteArray();
    }
  }

  /** What is not the same, once both were done. */
  Set<String> differences() {
    return lacking;
  }

  /** Replicas that were asked. */
  int looked() {
    return looked.size();
  }
}
