package io.aumbry.frontend.name;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.BlobPage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Decides which blobs of a fenced writer have no name. It performs no I/O: the caller carries out
 * the next {@link Step} and reports its result. A step that failed is simply asked for again.
 *
 * <pre>
 * state        step     result                          next state
 * WAITING      Wait     nodes take no more blobs        LISTING
 * LISTING      List     a page with ids                 FIRST_LOOK
 *                       an empty page                   LISTING, or RESTING after the last one
 * FIRST_LOOK   Look     ids without a name: suspects    LISTING, or RESTING after the last page or
 *                                                       with {@link #MAX_SUSPECTS} suspects
 * RESTING      Wait     the time between two looks      SECOND_LOOK; without suspects LISTING, DONE
 * SECOND_LOOK  Look     suspects without a name         DELETING
 * DELETING     Delete   deleted                         DELETING, then SECOND_LOOK, RESTING, LISTING
 *                                                       or DONE, depending on the rest
 * DONE         Done
 * </pre>
 */
final class LeaseSweep {
  /** Maximum number of blobs between their two looks. */
  static final int MAX_SUSPECTS = 10_000;

  private static final int BATCH = 1000;

  private final NamesConfig.Sweep config;
  private final Supplier<List<Integer>> allPartitions;

  /** Not completely listed yet. */
  private final Deque<Integer> partitions = new ArrayDeque<>();

  private final IdRange range;
  private final long settledMillis;
  private State state = State.WAITING;

  /** The part of the first partition that is not listed. */
  private IdRange rest;

  private List<BlobId> page = List.of();
  private final NavigableSet<BlobId> suspects = new TreeSet<>();

  /** Suspects that an upload in progress may still name. They are looked at again. */
  private final NavigableSet<BlobId> undecided = new TreeSet<>();

  private final Deque<BlobId> doomed = new ArrayDeque<>();
  private long lookedMillis;

  private enum State {
    WAITING,
    LISTING,
    FIRST_LOOK,
    RESTING,
    SECOND_LOOK,
    DELETING,
    DONE
  }

  /** The next action of the caller. */
  sealed interface Step {
    /** Nothing until a time, in milliseconds since 1970. */
    record Wait(long untilMillis) implements Step {}

    /** List a page of all replicas of a partition, and call {@link #listed}. */
    record ListPage(int partition, IdRange range) implements Step {}

    /**
     * Read the clean times of all open leases, then look for the names, and call {@link #looked}.
     */
    record Look(List<BlobId> ids) implements Step {}

    /** Delete the blob, and call {@link #deleted}. */
    record Delete(BlobId id) implements Step {}

    /** Drop the lease. */
    record Done() implements Step {}
  }

  /**
   * Begins a sweep.
   *
   * @param allPartitions the partitions of the cluster. They are asked for when nodes take no more
   *     blobs of the writer, because the writer may have used one that this process learns of later
   */
  LeaseSweep(FencedLease lease, Supplier<List<Integer>> allPartitions, NamesConfig names) {
    this.config = names.sweep();
    this.allPartitions = allPartitions;
    long from = Math.max(1, lease.cleanUntilMillis() - config.margin().toMillis());
    // Not until the fence: after a restore of the catalog a lease may be fenced long after its last
    // renewal, and the blobs of that time had names that were lost.
    long to = lease.renewedMillis() + names.lease().validity().toMillis();
    this.range = new IdRange(IdRange.madeUntil(from - 1).upTo(), IdRange.madeUntil(to).upTo());
    this.rest = range;
    // Ids of this writer are older than the fence, but its clock may be ahead, and that of a node
    // behind.
    this.settledMillis =
        lease.fencedAtMillis() + lease.transferLimit().toMillis() + 2 * config.skew().toMillis();
  }

  Step next(long nowMillis) {
    if (state == State.WAITING && nowMillis >= settledMillis) {
      partitions.addAll(allPartitions.get());
      state = State.LISTING;
    }
    if (state == State.RESTING && (suspects.isEmpty() || nowMillis >= rested())) {
      state = suspects.isEmpty() ? afterSuspects() : State.SECOND_LOOK;
    }
    if (state == State.LISTING && partitions.isEmpty()) {
      state = State.DONE;
    }
    return switch (state) {
      case WAITING -> new Step.Wait(settledMillis);
      case LISTING -> new Step.ListPage(partitions.getFirst(), rest);
      case FIRST_LOOK -> new Step.Look(page);
      case RESTING -> new Step.Wait(rested());
      case SECOND_LOOK -> new Step.Look(suspects.stream().limit(BATCH).toList());
      case DELETING -> new Step.Delete(doomed.getFirst());
      case DONE -> new Step.Done();
    };
  }

  private long rested() {
    return lookedMillis + config.between().toMillis();
  }

  private State afterSuspects() {
    return partitions.isEmpty() ? State.DONE : State.LISTING;
  }

  void listed(BlobPage listed) {
    require(State.LISTING);
    page = listed.ids();
    rest = rest.behind(listed.upTo());
    if (rest.isEmpty()) {
      partitions.removeFirst();
      rest = range;
    }
    state = page.isEmpty() ? afterPage() : State.FIRST_LOOK;
  }

  private State afterPage() {
    return partitions.isEmpty() || suspects.size() >= MAX_SUSPECTS ? State.RESTING : State.LISTING;
  }

  /**
   * Takes the result of a look.
   *
   * @param oldestOpen the least clean time of the open leases, read before {@code named}
   * @param named the ids that the catalog knows
   */
  void looked(OptionalLong oldestOpen, Set<BlobId> named, long nowMillis) {
    if (state == State.FIRST_LOOK) {
      page.stream().filter(id -> !named.contains(id)).forEach(suspects::add);
      page = List.of();
      lookedMillis = nowMillis;
      state = afterPage();
      return;
    }
    require(State.SECOND_LOOK);
    for (BlobId id : suspects.stream().limit(BATCH).toList()) {
      suspects.remove(id);
      if (!named.contains(id)) {
        (mayBeInProgress(id, oldestOpen) ? undecided : doomed).add(id);
      }
    }
    state = State.DELETING;
    leaveDeleting(nowMillis);
  }

  private boolean mayBeInProgress(BlobId id, OptionalLong oldestOpen) {
    return oldestOpen.orElse(Long.MAX_VALUE) <= id.createdMillis() + config.skew().toMillis();
  }

  void deleted(BlobId id, long nowMillis) {
    require(State.DELETING);
    doomed.remove(id);
    leaveDeleting(nowMillis);
  }

  private void leaveDeleting(long nowMillis) {
    if (!doomed.isEmpty()) {
      return;
    }
    if (!suspects.isEmpty()) {
      state = State.SECOND_LOOK;
    } else if (undecided.isEmpty()) {
      state = afterSuspects();
    } else {
      suspects.addAll(undecided);
      undecided.clear();
      lookedMillis = nowMillis;
      state = State.RESTING;
    }
  }

  /** Blobs that a first look found without a name, and that are not decided. */
  List<BlobId> suspects() {
    List<BlobId> all = new ArrayList<>(suspects);
    all.addAll(undecided);
    all.addAll(doomed);
    return all;
  }

  private void require(State expected) {
    if (state != expected) {
      throw new IllegalStateException("the sweep is " + state + ", not " + expected);
    }
  }
}
