package io.aumbry.server.entropy;

import io.aumbry.protocol.budget.Budget;
import io.aumbry.protocol.budget.Claim;
import io.aumbry.protocol.buffer.Body;
import io.aumbry.protocol.cluster.ClusterViews;
import io.aumbry.protocol.cluster.NodeId;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.message.NodeResponse.Compared;
import io.aumbry.protocol.message.UsagePage;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.server.flow.BodySource;
import io.aumbry.server.flow.Reply;
import io.aumbry.server.replica.HostedReplica;
import io.aumbry.server.replica.ReplicaRegistry;
import io.aumbry.store.entropy.RangeDigest;
import io.aumbry.store.entropy.ReplicaComparison;
import io.aumbry.store.entropy.ReplicaComparison.Listing;
import io.aumbry.store.entropy.ReplicaComparison.Recalled;
import java.util.List;

/**
 * Answers peers that compare their replicas with replicas of this node, and frontends that compare
 * them with the catalog or report them.
 */
public final class CompareServer {
  /** Upper bounds of encoded sizes. */
  private static final long BYTES_OF_DIGEST = 32;

  private static final long BYTES_OF_ENTRY = 64;
  private static final long BYTES_OF_WATERMARKS = 100 * Watermarks.SIZE;

  private final ReplicaRegistry registry;
  private final ComparisonResults findings;
  private final ClusterViews views;
  private final SuspectedReplicas doubts;
  private final Budget budget;
  private final int maxBytes;

  /**
   * Serves the replicas in {@code registry}.
   *
   * @param findings proven watermarks of the replicas
   * @param doubts receives peers that differ
   * @param budget memory for all answers together
   * @param maxBytes most bytes of records in one answer
   */
  public CompareServer(
      ReplicaRegistry registry,
      ComparisonResults findings,
      ClusterViews views,
      SuspectedReplicas doubts,
      Budget budget,
      int maxBytes) {
    this.registry = registry;
    this.findings = findings;
    this.views = views;
    this.doubts = doubts;
    this.budget = budget;
    this.maxBytes = maxBytes;
  }

  public Reply answer(Compare compare, RequestContext context) {
    HostedReplica replica = comparable(compare.partition());
    ReplicaComparison of = replica.maintenance().comparison();
    int room = Math.clamp(roomFor(compare.question()), 1, maxBytes);
    Claim claim = budget.open(context.claimant()).growNow(room);
    try {
      return switch (compare.question()) {
        case Compare.Digests(var scope, var ranges) -> {
          List<RangeDigest> digests = of.digests(ranges, scope, context);
          yield answer(replica, digests.size(), RangeDigest.write(digests), claim);
        }
        case Compare.Entries(var range, int most) -> {
          if (NodeId.isValid(compare.asker())) {
            doubts.add(compare.partition(), new NodeId(compare.asker()));
          }
          Listing listing = of.list(range, most, context);
          yield answer(replica, listing.whole() ? 1 : 0, listing.blobs(), claim);
        }
        case Compare.Records(var ids, _) -> {
          Recalled recalled = of.recall(ids, room, context);
          yield answer(replica, recalled.covered(), recalled.records(), claim);
        }
        case Compare.Living question -> {
          long now = context.carrier().time().wallMillis();
          requireLegal(question, now);
          BlobPage page = of.living(question, now, context);
          boolean isWhole = page.upTo().equals(question.range().upTo());
          yield answer(replica, isWhole ? 1 : 0, page.write(), claim);
        }
        case Compare.Usage(var after, int most) -> {
          UsagePage page = replica.maintenance().containers(after, containersOf(most), context);
          yield answer(replica, page.isLast() ? 1 : 0, page.write(), claim);
        }
        case Compare.Proven() -> {
          Watermarks proven = findings.watermarks(replica, views.current());
          yield answer(replica, proven.millis().size(), proven.write(), claim);
        }
      };
    } catch (RuntimeException | Error failure) {
      claim.close();
      throw failure;
    }
  }

  /** A frontend with a wrong clock must not remove what can still be restored. */
  private static void requireLegal(Compare.Living question, long wallMillis) {
    switch (question) {
      case Compare.Named _ -> {}
      case Compare.Removable removable ->
          removable.containers().forEach(each -> each.requireRetentionOver(wallMillis));
    }
  }

  private static long roomFor(Compare.Question question) {
    return switch (question) {
      case Compare.Digests(_, var ranges) -> ranges.size() * BYTES_OF_DIGEST;
      case Compare.Entries(_, int most) -> most * BYTES_OF_ENTRY;
      case Compare.Records(_, int bytes) -> bytes;
      case Compare.Living living -> BlobPage.size(Math.clamp(living.most(), 1, BlobPage.MAX_IDS));
      case Compare.Usage(_, int most) -> UsagePage.size(containersOf(most));
      case Compare.Proven() -> BYTES_OF_WATERMARKS;
    };
  }

  private static int containersOf(int most) {
    return Math.clamp(most, 1, UsagePage.MAX_CONTAINERS);
  }

  private static Reply answer(HostedReplica replica, int covered, Body content, Claim claim) {
    claim.shrinkTo(content.size());
    return new Reply(
        new Compared(replica.store().id(), covered, content.size()),
        new BodySource(List.of(content), claim));
  }

  /** An incomplete replica refuses, because missing blobs are expected there. */
  private HostedReplica comparable(int partition) {
    return registry
        .find(partition)
        .filter(replica -> replica.state().isReadable() && !replica.isDoubtful())
        .filter(replica -> replica.progress().isComplete())
        .orElseThrow(() ->
            new AumbryException(
                ErrorCode.REPLICA_UNAVAILABLE,
                "The replica of partition " + partition + " here is not complete"));
  }
}
