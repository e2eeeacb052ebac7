package io.aumbry.frontend.name;

import static io.aumbry.protocol.error.Refusals.assertCode;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand.UpdatedContainer;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.plan.ContainerPlan;
import io.aumbry.frontend.upkeep.UpkeepPace;
import io.aumbry.protocol.blob.BlobId;
import io.aumbry.protocol.blob.BlobKind;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.message.DeletedContainer;
import io.aumbry.protocol.message.NodeRequest.Compare;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ContainerRemovalTest {
  private static final Container ACTIVE =
      new Container(
          3, "c", new Container.State(Status.ACTIVE, 0, 0, 0, false), ContainerRules.DEFAULTS);

  private static final Duration RETENTION = Duration.ofDays(14);
  private static final DeletedContainer.Key BOX = new DeletedContainer.Key(7, 3);
  private static final NamesConfig CONFIG = NamesConfig.defaults();

  private final LaterCarrier carrier = new LaterCarrier();
  private final FakeBlobs blobs = new FakeBlobs(carrier);
  private final FakeRegistry registry = new FakeRegistry();
  private final Rows catalog = new Rows();
  private final Environment environment =
      new Environment(carrier, new SplittableRandom(1), new Metrics());
  private final LeaseKeeper leases = new LeaseKeeper("b", registry, blobs, CONFIG, environment);
  private final ContainerRemoval removal =
      new ContainerRemoval(
          catalog,
          leases,
          blobs,
          new ContainerRemoval.Rule(RETENTION, CONFIG.removal()),
          environment);
  private final UpkeepPace pace =
      new UpkeepPace(Duration.ofMillis(1), carrier::request, carrier::advance);

  /** Containers of the catalog; {@link ContainerPlan} decides their states. */
  private final class Rows implements Removals {
    final Map<DeletedContainer.Key, Container> containers = new LinkedHashMap<>();
    final Map<DeletedContainer.Key, Integer> names = new HashMap<>();

    Status status(DeletedContainer.Key key) {
      return container(key).state().status();
    }

    Container container(DeletedContainer.Key key) {
      return Objects.requireNonNull(containers.get(key));
    }

    void change(DeletedContainer.Key key, ChangeResult<Container> result) {
      containers.put(key, ((ChangeResult.Done<Container>) result).value());
    }

    ContainerPlan plan() {
      return new ContainerPlan(RETENTION, carrier.wallMillis(), carrier.wallMillis());
    }

    @Override
    public Duration retention() {
      return RETENTION;
    }

    @Override
    public List<DueRemoval> due(DueRemoval.Query query, RequestContext context) {
      List<DueRemoval> due = new ArrayList<>();
      containers.forEach((key, container) -> {
        Container.State state = container.state();
        boolean isSearched =
            state.status() == Status.INACTIVE
                && state.modifiedMillis() > query.searchedUntilMillis();
        if (state.deleteTriggerMillis() > 0
            && state.deleteTriggerMillis() <= query.deletedUntilMillis()
            && !isSearched) {
          due.add(
              new DueRemoval(
                  key.account(),
                  key.container(),
                  state.status(),
                  state.snapshotVersion(),
                  state.deleteTriggerMillis()));
        }
      });
      return due;
    }

    @Override
    public boolean advance(
        DueRemoval due, DueRemoval.Step step, Duration retention, long now, RequestContext c) {
      DeletedContainer.Key key = new DeletedContainer.Key(due.account(), due.container());
      var result = new ContainerPlan(retention, now, now).advance(container(key), due, step);
      if (result instanceof ChangeResult.Done<Container>) {
        change(key, result);
      }
      return result instanceof ChangeResult.Done<Container>;
    }

    @Override
    public boolean dropNames(DueRemoval due, RequestContext context) {
      DeletedContainer.Key key = new DeletedContainer.Key(due.account(), due.container());
      return names.computeIfPresent(key, (_, left) -> left == 1 ? null : left - 1) != null;
    }
  }

  @BeforeEach
  void start() {
    carrier.runsAtOnce = true;
    leases.renew(carrier.request());
    delete(BOX);
  }

  private void delete(DeletedContainer.Key key) {
    var created =
        new Container(
            key.container(),
            "c",
            new Container.State(Status.ACTIVE, 0, 0, 0, false),
            ContainerRules.DEFAULTS);
    catalog.change(key, catalog.plan().delete(created));
  }

  private void endRetention() {
    carrier.advance(RETENTION.plus(CONFIG.removal().skew()));
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      removal.round(pace);
      carrier.advance(CONFIG.removal().period());
    }
  }

  private BlobId store(DeletedContainer.Key key, BlobKind kind) {
    return blobs.store(
        key.account(),
        key.container(),
        kind,
        carrier.wallMillis() - Duration.ofDays(30).toMillis());
  }

  @Test
  void allBlobsOfTheContainerAreDeletedAndNoOthers() {
    List<BlobId> others = new ArrayList<>();
    for (DeletedContainer.Key key :
        List.of(
            new DeletedContainer.Key(8, 3),
            new DeletedContainer.Key(7, 4),
            new DeletedContainer.Key(3, 7))) {
      others.add(store(key, BlobKind.SIMPLE));
      others.add(store(key, BlobKind.MANIFEST));
    }
    // The storage nodes reap these, because only they know when.
    others.add(store(BOX, BlobKind.CHUNK));
    others.add(store(BOX, BlobKind.UPLOAD));
    List<BlobId> own = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      own.add(store(BOX, i % 2 == 0 ? BlobKind.SIMPLE : BlobKind.MANIFEST));
    }
    catalog.names.put(BOX, 3);
    endRetention();
    rounds(3);
    assertThat(blobs.deleted).containsExactlyInAnyOrderElementsOf(own);
    assertThat(blobs.stored).containsExactlyInAnyOrderElementsOf(others);
    assertThat(catalog.names).isEmpty();
    assertThat(catalog.status(BOX)).isEqualTo(Status.INACTIVE);
  }

  @Test
  void nothingIsAskedDuringTheRetentionAndTheDifferenceOfClocks() {
    store(BOX, BlobKind.SIMPLE);
    blobs.asked =
        question -> {
          throw new AssertionError("asked " + question);
        };
    carrier.advance(RETENTION.plus(CONFIG.removal().skew()).minusMillis(1));
    removal.round(pace);
    assertThat(catalog.status(BOX)).isEqualTo(Status.DELETE_IN_PROGRESS);
  }

  @Test
  void aRestoredContainerKeepsItsBlobs() {
    BlobId blob = store(BOX, BlobKind.SIMPLE);
    carrier.advance(RETENTION.minusMillis(1));
    Container deleted = catalog.container(BOX);
    catalog.change(
        BOX,
        catalog
            .plan()
            .update(
                deleted,
                new UpdatedContainer(
                    deleted.id(),
                    deleted.name(),
                    deleted.state().snapshotVersion(),
                    Status.ACTIVE,
                    deleted.rules())));
    carrier.advance(RETENTION.multipliedBy(3));
    rounds(3);
    assertThat(blobs.stored).containsExactly(blob);
  }

  /** As in a database that was restored from a copy, in which the container is still deleted. */
  @Test
  void aContainerThatWasUsedAfterItsDeletionIsRetainedAgain() {
    BlobId old = store(BOX, BlobKind.SIMPLE);
    carrier.advance(CONFIG.removal().skew().plusMillis(1));
    BlobId late = blobs.store(7, 3, BlobKind.SIMPLE, carrier.wallMillis());
    endRetention();
    rounds(3);
    assertThat(blobs.stored).containsExactlyInAnyOrder(old, late);
    assertThat(catalog.status(BOX)).isEqualTo(Status.DELETE_IN_PROGRESS);
    endRetention();
    rounds(3);
    assertThat(blobs.stored).isEmpty();
    assertThat(catalog.status(BOX)).isEqualTo(Status.INACTIVE);
  }

  @Test
  void anUploadThatEndedShortlyAfterTheDeletionDoesNotDelayTheRemoval() {
    carrier.advance(CONFIG.removal().skew());
    blobs.store(7, 3, BlobKind.SIMPLE, carrier.wallMillis());
    endRetention();
    rounds(3);
    assertThat(blobs.stored).isEmpty();
  }

  @Test
  void anIdOfAWrongClockDoesNotDelayTheRemoval() {
    endRetention();
    long future = carrier.wallMillis() + Duration.ofDays(365).toMillis();
    blobs.store(7, 3, BlobKind.SIMPLE, future);
    rounds(3);
    assertThat(blobs.stored).isEmpty();
    assertThat(catalog.status(BOX)).isEqualTo(Status.INACTIVE);
  }

  @Test
  void aReplicaThatDoesNotAnswerKeepsARemovalFromBeginning() {
    BlobId blob = store(BOX, BlobKind.SIMPLE);
    endRetention();
    blobs.silentPartition = 1 - blob.partition();
    assertCode(() -> removal.round(pace), ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(catalog.status(BOX)).isEqualTo(Status.DELETE_IN_PROGRESS);
    blobs.partitions = List.of();
    assertCode(() -> removal.round(pace), ErrorCode.REPLICA_UNAVAILABLE);
    assertThat(blobs.stored).containsExactly(blob);
  }

  @Test
  void aReplicaThatDoesNotAnswerKeepsARemovalFromFinishingOnly() {
    BlobId blob = store(BOX, BlobKind.SIMPLE);
    endRetention();
    removal.round(pace);
    blobs.silentPartition = 1 - blob.partition();
    rounds(3);
    assertThat(blobs.stored).isEmpty();
    assertThat(catalog.status(BOX)).isEqualTo(Status.REMOVAL_IN_PROGRESS);
    blobs.silentPartition = -1;
    rounds(1);
    assertThat(catalog.status(BOX)).isEqualTo(Status.INACTIVE);
  }

  @Test
  void aFailedDeleteIsRepeated() {
    store(BOX, BlobKind.SIMPLE);
    blobs.failsDelete = true;
    endRetention();
    rounds(4);
    assertThat(catalog.status(BOX)).isEqualTo(Status.REMOVAL_IN_PROGRESS);
    blobs.failsDelete = false;
    rounds(2);
    assertThat(blobs.stored).isEmpty();
    assertThat(catalog.status(BOX)).isEqualTo(Status.INACTIVE);
  }

  @Test
  void aBlobThatComesBackLaterIsFoundByALaterSearch() {
    endRetention();
    rounds(2);
    assertThat(catalog.status(BOX)).isEqualTo(Status.INACTIVE);
    BlobId back = store(BOX, BlobKind.SIMPLE);
    carrier.advance(CONFIG.removal().search().minusHours(1));
    rounds(1);
    assertThat(blobs.stored).containsExactly(back);
    carrier.advance(Duration.ofHours(1));
    rounds(2);
    assertThat(blobs.stored).isEmpty();
    blobs.asked =
        question -> {
          throw new AssertionError("asked again: " + question);
        };
    rounds(3);
  }

  @Test
  void onlyTheHolderOfTheFirstLeaseRemoves() {
    store(BOX, BlobKind.SIMPLE);
    endRetention();
    registry.open("a", Duration.ofDays(1), 0, carrier.request());
    rounds(3);
    assertThat(catalog.status(BOX)).isEqualTo(Status.DELETE_IN_PROGRESS);
    registry.close("a", carrier.request());
    rounds(3);
    assertThat(blobs.stored).isEmpty();
  }

  /** The database is restored from an older copy while blobs are deleted. */
  @Test
  void aContainerThatIsNoLongerToBeRemovedIsLeftAlone() {
    for (int i = 0; i < 20; i++) {
      store(BOX, BlobKind.SIMPLE);
    }
    endRetention();
    removal.round(pace);
    blobs.asked =
        _ -> {
          if (blobs.deleted.size() >= 5) {
            catalog.containers.put(BOX, ACTIVE);
            carrier.advance(CONFIG.removal().period());
          }
        };
    rounds(2);
    assertThat(blobs.deleted).hasSizeBetween(5, 12);
    assertThat(catalog.containers).containsEntry(BOX, ACTIVE);
  }

  @Test
  void aContainerThatIsRestoredWhileThePageIsDeletedKeepsTheRest() {
    blobs.pageSize = 1000;
    for (int i = 0; i < 200; i++) {
      store(BOX, BlobKind.SIMPLE);
    }
    endRetention();
    removal.round(pace);
    UpkeepPace slow =
        new UpkeepPace(
            Duration.ofMillis(1),
            carrier::request,
            _ -> {
              catalog.containers.put(BOX, ACTIVE);
              carrier.advance(CONFIG.removal().period());
            });
    removal.round(slow);
    assertThat(blobs.deleted).hasSize(16);
  }

  @Test
  void eachQuestionNamesTheDeletionAndTheRetention() {
    long deleted = carrier.wallMillis();
    List<DeletedContainer> asked = new ArrayList<>();
    blobs.asked = question -> asked.addAll(((Compare.Removable) question).containers());
    endRetention();
    rounds(2);
    assertThat(asked)
        .isNotEmpty()
        .containsOnly(new DeletedContainer(BOX, deleted, RETENTION.toMillis()));
  }

  @Test
  void anEndedProcessStopsInTheMiddle() {
    for (int i = 0; i < 20; i++) {
      store(BOX, BlobKind.SIMPLE);
    }
    endRetention();
    removal.round(pace);
    UpkeepPace ending =
        new UpkeepPace(
            Duration.ofMillis(1),
            carrier::request,
            _ -> {
              throw new AumbryException(ErrorCode.SHUTTING_DOWN, "as ordered");
            });
    assertCode(() -> removal.round(ending), ErrorCode.SHUTTING_DOWN);
    assertThat(blobs.deleted).hasSize(3);
  }
}
