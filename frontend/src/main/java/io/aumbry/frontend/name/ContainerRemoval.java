package io.aumbry.frontend.name;

import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.account.DueRemoval.Step;
import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.IdRange;
import io.aumbry.protocol.message.BlobPage;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.router.BlobPages;
import io.aumbry.router.Router;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Removes the data of deleted containers after their retention. One thread calls {@link #round}
 * again and again, and only the holder of the first writer lease does anything.
 *
 * <pre>
 * DELETE_IN_PROGRESS   no replica has a living blob that is newer than the deletion: begin
 *                      otherwise the container was in use after it: the retention begins again
 * REMOVAL_IN_PROGRESS  delete each living blob that any replica has, as a client would
 *                      a search of all replicas finds none: forget the names, then finish
 * INACTIVE             as REMOVAL_IN_PROGRESS, but only once per {@link NamesConfig.Removing#search}
 * </pre>
 *
 * <p>Each call names containers as the database has committed them at most a period ago, and each
 * storage node compares the retention with its own clock. A replica that does not answer keeps a
 * container from beginning and from finishing.
 */
final class ContainerRemoval {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerRemoval.class);
  private static final double MILLIS_PER_SECOND = 1e3;

  private final Removals removals;
  private final LeaseKeeper leases;
  private final BlobPages blobs;
  private final RemovalWalk walk;
  private final Rule rule;
  private final Time time;
  private volatile List<DueRemoval> waiting = List.of();

  /**
   * When to remove.
   *
   * @param retention how long a deleted container can be restored
   */
  record Rule(Duration retention, NamesConfig.Removing times) {
    /** Later than the end of the retention by the clock of any process. */
    DueRemoval.Query query(long nowMillis) {
      return DueRemoval.query(
          nowMillis,
          retention.plus(times.skew()),
          times.search(),
          Compare.Removable.MAX_CONTAINERS);
    }

    /** The pace after a page of a partition, of which {@code rest} is left. */
    UpkeepPace pace(UpkeepPace usual, IdRange rest) {
      return rest.isEmpty()
          ? usual
          : new UpkeepPace(times.reading(), usual.contexts(), usual.sleep());
    }

    DeletedContainer statement(DueRemoval due) {
      return new DeletedContainer(key(due), due.deletedMillis(), retention.toMillis());
    }

    static DeletedContainer.Key key(DueRemoval due) {
      return new DeletedContainer.Key(due.account(), due.container());
    }
  }

  /** Prepares removals. Only the holder of the first of {@code leases} carries them out. */
  <R extends Router & BlobPages> ContainerRemoval(
      Removals removals, LeaseKeeper leases, R router, Rule rule, Environment environment) {
    this.removals = removals;
    this.leases = leases;
    this.blobs = router;
    this.rule = rule;
    this.time = environment.time();
    this.walk = new RemovalWalk(router, rule, environment, this::confirmed);
    Metrics metrics = environment.metrics();
    metrics.gauge(
        "aumbry_frontend_removal_containers",
        "Deleted containers whose retention is over and whose data this process has to remove",
        () -> waiting.size());
    metrics.gauge(
        "aumbry_frontend_removal_age_seconds",
        "Time since the first retention of these containers has been over",
        () -> age() / MILLIS_PER_SECOND);
  }

  private double age() {
    long over = time.wallMillis() - rule.retention().toMillis();
    return waiting.stream().mapToLong(due -> over - due.deletedMillis()).max().orElse(0);
  }

  /** Does all that is due. */
  void round(UpkeepPace pace) {
    List<DueRemoval> due = due(pace);
    waiting = due.stream().filter(each -> each.status() != Status.INACTIVE).toList();
    List<DueRemoval> ended = due.stream().filter(ContainerRemoval::isEnded).toList();
    if (!ended.isEmpty()) {
      walk.over(ended, pace).forEach(empty -> finish(empty, pace));
    }
    List<DueRemoval> retained = due.stream().filter(each -> !isEnded(each)).toList();
    if (!retained.isEmpty()) {
      begin(retained, pace);
    }
  }

  private static boolean isEnded(DueRemoval due) {
    return due.status() == Status.REMOVAL_IN_PROGRESS || due.status() == Status.INACTIVE;
  }

  /** From the database; empty if another process has the duty. */
  private List<DueRemoval> due(UpkeepPace pace) {
    return leases.isFirst(pace.context())
        ? removals.due(rule.query(time.wallMillis()), pace.context())
        : List.of();
  }

  /** The containers that are still as they were read. */
  private List<DueRemoval> confirmed(List<DueRemoval> before, UpkeepPace pace) {
    Set<DueRemoval> now = Set.copyOf(due(pace));
    return before.stream().filter(now::contains).toList();
  }

  private void begin(List<DueRemoval> retained, UpkeepPace pace) {
    Set<DeletedContainer.Key> used = usedSince(retained, pace);
    for (DueRemoval due : retained) {
      boolean isUsed = used.contains(Rule.key(due));
      if (advance(due, isUsed ? Step.POSTPONE : Step.BEGIN, pace)) {
        LOG.atLevel(isUsed ? Level.WARN : Level.INFO)
            .addKeyValue("account", due.account())
            .addKeyValue("container", due.container())
            .addKeyValue("deletedMillis", due.deletedMillis())
            .log(
                isUsed
                    ? "A deleted container has blobs that are newer than its deletion; its retention"
                        + " begins again"
                    : "The retention of a deleted container is over; the removal of its data begins");
      }
    }
  }

  /**
   * The containers with a blob that was stored after the deletion. Then the database may be an
   * older copy, in which a container is still deleted that had been restored.
   */
  private Set<DeletedContainer.Key> usedSince(List<DueRemoval> retained, UpkeepPace pace) {
    Map<DeletedContainer.Key, Long> since =
        retained.stream()
            .collect(
                Collectors.toMap(
                    Rule::key, due -> due.deletedMillis() + rule.times().skew().toMillis()));
    long first = since.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    // An id of a later time comes from a wrong clock, and proves nothing.
    long last = time.wallMillis() + rule.times().skew().toMillis();
    IdRange range = new IdRange(IdRange.madeUntil(first).upTo(), IdRange.madeUntil(last).upTo());
    List<DeletedContainer> containers = retained.stream().map(rule::statement).toList();
    Set<DeletedContainer.Key> used = new HashSet<>();
    for (int partition : blobs.allPartitions()) {
      for (IdRange rest = range; !rest.isEmpty(); ) {
        var question = new Compare.Removable(containers, rest, BlobPage.MAX_IDS);
        BlobPage page = blobs.page(partition, question, pace.context());
        page.ids().stream()
            .filter(id ->
                id.createdMillis()
                    > since.getOrDefault(DeletedContainer.Key.of(id), Long.MAX_VALUE))
            .forEach(id -> used.add(DeletedContainer.Key.of(id)));
        rest = rest.behind(page.upTo());
        rule.pace(pace, rest).rest();
      }
    }
    return used;
  }

  private void finish(DueRemoval empty, UpkeepPace pace) {
    while (removals.dropNames(empty, pace.context())) {
      pace.rest();
    }
    if (advance(empty, Step.FINISH, pace) && empty.status() != Status.INACTIVE) {
      LOG.atInfo()
          .addKeyValue("account", empty.account())
          .addKeyValue("container", empty.container())
          .log("The data of a deleted container is removed from all replicas");
    }
  }

  private boolean advance(DueRemoval due, Step step, UpkeepPace pace) {
    return removals.advance(due, step, rule.retention(), time.wallMillis(), pace.context());
  }
}
