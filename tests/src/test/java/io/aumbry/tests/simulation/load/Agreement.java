package io.aumbry.tests.simulation.load;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.blob.ByteRange;
import io.aumbry.protocol.blob.Manifest;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.buffer.Buffer;
import io.aumbry.protocol.buffer.ByteSource;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.message.NodeResponse;
import io.aumbry.protocol.message.ReadResult;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.store.BlobAccess.ReadOptions;
import io.aumbry.store.Blobs;
import io.aumbry.store.UsageModel;
import io.aumbry.store.feed.RecordBatch;
import io.aumbry.tests.simulation.cluster.OpenReplica;
import io.aumbry.tests.simulation.cluster.SimulatedCluster;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import io.aumbry.tests.simulation.disk.OfferedSummaries;
import io.aumbry.tests.simulation.engine.SimulatedProcess;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
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
 * Checks that the stores of all replicas of a partition offer the same records, and that each
 * replica alone has every promised blob.
 */
public final class Agreement {
  private static final int ALL = Integer.MAX_VALUE;

  private final SimulatedCluster cluster;
  private final Ledger ledger;

  private final Map<Integer, Map<SimulatedMachine, RecordBatch>> summaries = new TreeMap<>();

  /**
   * By partition, the chunks and pages of large blobs, as listed by the manifest on any replica.
   */
  private final Map<Integer, Set<Part>> parts = new TreeMap<>();

  private final Map<BlobId, byte[]> contents = new HashMap<>();
  private final Set<String> differences = new TreeSet<>();
  private final List<String> compared = new ArrayList<>();

  Agreement(SimulatedCluster cluster, Ledger ledger) {
    this.cluster = cluster;
    this.ledger = ledger;
  }

  /** A chunk or page of a blob. */
  private record Part(KeptBlob blob, BlobPart part) {
    BlobId id() {
      return part.id();
    }

    boolean isRight(byte[] bytes, byte[] content) {
      int to = part.from() + part.length();
      return part.isPage()
          ? Manifest.decode(ByteBuffer.wrap(bytes)).size() == part.length()
          : to <= content.length && Arrays.equals(bytes, 0, bytes.length, content, part.from(), to);
    }
  }

  static RequestContext context(SimulatedProcess process) {
    return new RequestContext(
        "check", process, Deadline.after(Duration.ofMinutes(1), process.time()));
  }

  /** Collects the summaries of every replica and the manifests of promised blobs. */
  void collect() {
    cluster.look(replica ->
        summaries
            .computeIfAbsent(replica.partition(), _ -> new LinkedHashMap<>())
            .put(
                replica.machine(),
                OfferedSummaries.needed(summaries(replica), ledger.droppable())));
    cluster.look(replica ->
        promised(replica.partition())
            .filter(blob -> blob.id().kind() == BlobKind.MANIFEST)
            .forEach(blob -> collectParts(blob, replica)));
  }

  private static List<RecordBatch> summaries(OpenReplica replica) {
    return OfferedSummaries.all(
        after -> replica.store().summariesAfter(after, ALL, context(replica.process())));
  }

  /**
   * Copies the list, because requests that were in progress when the load ended may still add to
   * it.
   */
  private Stream<KeptBlob> promised(int partition) {
    return List.copyOf(ledger.all()).stream().filter(blob -> blob.id().partition() == partition);
  }

  private void collectParts(KeptBlob blob, OpenReplica replica) {
    if (lookAlone(blob.id(), replica) instanceof ReadResult.Found found) {
      Manifest manifest = Manifest.decode(ByteBuffer.wrap(bytes(found)));
      for (BlobPart part : BlobPart.of(cluster, manifest)) {
        parts
            .computeIfAbsent(part.id().partition(), _ -> new LinkedHashSet<>())
            .add(new Part(blob, part));
      }
    }
  }

  private static ReadResult lookAlone(BlobId id, OpenReplica replica) {
    return replica
        .store()
        .read(id, new ByteRange.All(), ReadOptions.LIVE, context(replica.process()));
  }

  /**
   * Compares every replica with the summaries of the others and with the promised blobs. Copies
   * what an earlier look may still add to.
   */
  void compare() {
    cluster.look(replica -> {
      new LinkedHashMap<>(summaries.getOrDefault(replica.partition(), Map.of()))
          .forEach((other, batch) -> check(replica, other, batch));
      promised(replica.partition()).forEach(blob -> read(blob, replica));
      List.copyOf(parts.getOrDefault(replica.partition(), Set.of()))
          .forEach(part -> read(part, replica));
      requireSound(replica);
      requireCounted(replica);
      compared.add(replica.partition() + "@" + replica.node());
    });
  }

  private void check(OpenReplica replica, SimulatedMachine other, RecordBatch batch) {
    if (replica.machine().equals(other)) {
      return;
    }
    var lacking = Blobs.lacking(replica.store(), batch, context(replica.process()));
    for (String lack : OfferedSummaries.describe(batch, lacking)) {
      differences.add(
          "partition %d: %s lacks what %s has: %s"
              .formatted(replica.partition(), replica.node(), other.name(), lack));
    }
  }

  /** Only injected faults may damage durable bytes, or make them unreadable. */
  private void requireSound(OpenReplica replica) {
    boolean mayBeDamaged = cluster.isDamaged(replica.node()) || replica.machine().hasFailedReads();
    if (!mayBeDamaged && replica.store().damaged().version() > 0) {
      differences.add(replica.node() + " has found damage although no fault damaged its disks");
    }
  }

  /** The counters of containers must be the sum of the blobs, unless damage hides some of them. */
  private void requireCounted(OpenReplica replica) {
    if (cluster.isDamaged(replica.node())) {
      return;
    }
    RequestContext context = context(replica.process());
    try {
      long now = replica.process().time().wallMillis();
      var counted = UsageModel.of(replica.store(), context);
      var scanned = UsageModel.scan(replica.store(), now, context).containers();
      if (!counted.equals(scanned)) {
        differences.add(
            "partition %d: %s counts %s, but has %s"
                .formatted(replica.partition(), replica.node(), counted, scanned));
      }
    } catch (AumbryException e) {
      differences.add(replica.node() + " does not count its blobs: " + e.getMessage());
    }
  }

  private void read(KeptBlob blob, OpenReplica replica) {
    read(blob, blob.id(), bytes -> isRight(blob, bytes), replica);
  }

  private void read(Part part, OpenReplica replica) {
    read(part.blob(), part.id(), bytes -> part.isRight(bytes, content(part.blob())), replica);
  }

  private byte[] content(KeptBlob blob) {
    return contents.computeIfAbsent(blob.id(), _ -> blob.content());
  }

  private void read(KeptBlob blob, BlobId id, Predicate<byte[]> isRight, OpenReplica replica) {
    try {
      ReadResult result = lookAlone(id, replica);
      boolean right =
          switch (result) {
            case ReadResult.Found found ->
                isRight.test(bytes(found))
                    && (!id.equals(blob.id()) || blob.lives().mayBe(Lives.Fate.ALIVE));
            case NodeResponse.Missing _ -> ledger.mayBeGone(blob);
            case NodeResponse.Unsatisfiable _ -> false;
          };
      if (!right) {
        differences.add(replica.node() + " alone returns " + result + " for " + name(blob, id));
      }
    } catch (AumbryException e) {
      differences.add(
          replica.node() + " alone fails for " + name(blob, id) + ": " + e.getMessage());
    }
  }

  private static String name(KeptBlob blob, BlobId id) {
    return id.equals(blob.id()) ? "" + blob : "chunk or page " + id + " of " + blob;
  }

  /** The record of a large blob holds its manifest. Its chunks are checked separately. */
  private boolean isRight(KeptBlob blob, byte[] bytes) {
    return blob.id().kind() != BlobKind.SIMPLE || Arrays.equals(bytes, content(blob));
  }

  public static byte[] bytes(ReadResult.Found found) {
    try (Buffer _ = found.header().metadata();
        ByteSource content = found.content();
        Body body = Body.readFully(content)) {
      return body.toByteArray();
    }
  }

  Set<String> differences() {
    return differences;
  }

  int looked() {
    return compared.size();
  }
}
