package io.aumbry.frontend.name;

import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.metrics.Counter;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.router.BlobPages;
import io.aumbry.router.Router;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Walks through all partitions and deletes the living blobs of containers, each through the router
 * as if a client had deleted it. Chunks have no entry of their own here: storage nodes reap the
 * chunks of a deleted blob. One thread.
 *
 * <p>Each page asks each replica to read a bounded part of its index, also where it has no such
 * blob. Counters by container on the nodes could answer that at once; the place for them is {@code
 * RangeReader.living}.
 */
final class RemovalWalk {
  /** All ids. */
  static final IdRange ALL = IdRange.madeUntil((1L << 48) - 1);

  private static final Logger LOG = LoggerFactory.getLogger(RemovalWalk.class);

  private final Router router;
  private final BlobPages blobs;
  private final ContainerRemoval.Rule rule;
  private final Carrier carrier;
  private final Confirmation confirmation;
  private final Counter deleted;
  private final Counter failed;
  private final ParallelWork deletes;
  private List<DueRemoval> targets = List.of();
  private final Set<DeletedContainer.Key> found = new HashSet<>();
  private boolean isComplete;
  private long confirmedNanos;

  /** Reads again from the database which containers may be removed. */
  @FunctionalInterface
  interface Confirmation {
    List<DueRemoval> confirmed(List<DueRemoval> before, UpkeepPace pace);
  }

  <R extends Router & BlobPages> RemovalWalk(
      R router, ContainerRemoval.Rule rule, Environment environment, Confirmation confirmation) {
    this.router = router;
    this.blobs = router;
    this.rule = rule;
    this.carrier = environment.carrier();
    this.confirmation = confirmation;
    Metrics metrics = environment.metrics();
    this.deleted =
        metrics.counter(
            "aumbry_frontend_removal_deleted_total",
            "Blobs deleted because the retention of their deleted container is over");
    this.failed =
        metrics.counter(
            "aumbry_frontend_removal_failed_total",
            "Failed deletes of such blobs and failed searches for them, which are repeated");
    this.deletes = new ParallelWork("container-removal", carrier, failed);
  }

  /**
   * Deletes the living blobs of containers.
   *
   * @return the containers of which no replica had a living blob, and that are still to be removed
   */
  List<DueRemoval> over(List<DueRemoval> ended, UpkeepPace pace) {
    targets = ended;
    found.clear();
    isComplete = true;
    confirmedNanos = carrier.time().monotonicNanos();
    for (int partition : blobs.allPartitions()) {
      for (IdRange rest = ALL; !rest.isEmpty(); ) {
        confirm(pace);
        if (targets.isEmpty()) {
          return List.of();
        }
        rest = deletePage(partition, rest, pace);
        rule.pace(pace, rest).rest();
      }
    }
    return isComplete
        ? targets.stream().filter(due -> !found.contains(ContainerRemoval.Rule.key(due))).toList()
        : List.of();
  }

  private void confirm(UpkeepPace pace) {
    long now = carrier.time().monotonicNanos();
    if (now - confirmedNanos >= rule.times().period().toNanos()) {
      targets = confirmation.confirmed(targets, pace);
      confirmedNanos = now;
    }
  }

  /** Returns the range that is left, which is empty if a replica does not answer. */
  private IdRange deletePage(int partition, IdRange rest, UpkeepPace pace) {
    List<DeletedContainer> containers = targets.stream().map(rule::statement).toList();
    try {
      var question = new Compare.Removable(containers, rest, BlobPage.MAX_IDS);
      BlobPage page = blobs.page(partition, question, pace.context());
      page.ids().forEach(id -> found.add(DeletedContainer.Key.of(id)));
      for (int from = 0; from < page.ids().size(); from += ParallelWork.WINDOW) {
        confirm(pace);
        int to = Math.min(from + ParallelWork.WINDOW, page.ids().size());
        deleteAll(ofTargets(page.ids().subList(from, to)), pace);
      }
      return rest.behind(page.upTo());
    } catch (AumbryException e) {
      if (e.code() == ErrorCode.SHUTTING_DOWN) {
        throw e;
      }
      isComplete = false;
      failed.increment();
      LOG.atInfo()
          .addKeyValue("partition", partition)
          .addKeyValue("code", e.code())
          .log("The search for blobs of deleted containers will be repeated: {}", e.getMessage());
      return rest.behind(rest.upTo());
    }
  }

  private List<BlobId> ofTargets(List<BlobId> ids) {
    Set<DeletedContainer.Key> keys =
        targets.stream().map(ContainerRemoval.Rule::key).collect(Collectors.toSet());
    return ids.stream().filter(id -> keys.contains(DeletedContainer.Key.of(id))).toList();
  }

  private void deleteAll(List<BlobId> ids, UpkeepPace pace) {
    List<BlobId> gone = deletes.run(ids, this::delete, pace);
    isComplete &= gone.size() == ids.size();
  }

  private void delete(BlobId id, RequestContext context) {
    router.delete(id, context);
    deleted.increment();
  }
}
