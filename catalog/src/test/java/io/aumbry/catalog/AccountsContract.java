package io.aumbry.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.account.DueRemoval.Step;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.AccountCommand.AdvanceRemoval;
import io.aumbry.catalog.command.AccountCommand.Change;
import io.aumbry.catalog.command.AccountCommand.DeleteContainer;
import io.aumbry.catalog.command.AccountCommand.NewContainer;
import io.aumbry.catalog.command.AccountCommand.PutAccounts;
import io.aumbry.catalog.command.AccountCommand.PutContainers;
import io.aumbry.catalog.command.AccountCommand.UpdatedContainer;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.ChangeResult.Conflict;
import io.aumbry.catalog.command.ChangeResult.Deleting;
import io.aumbry.catalog.command.ChangeResult.Done;
import io.aumbry.catalog.command.ChangeResult.Gone;
import io.aumbry.catalog.command.ChangeResult.Missing;
import io.aumbry.catalog.command.IdentityCommand.PutPolicy;
import io.aumbry.catalog.command.NameStore;
import io.aumbry.catalog.command.WriterCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.protocol.runtime.RequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The promises of {@link Catalog} about accounts and containers. */
public abstract class AccountsContract {
  protected static final Duration RETENTION = Duration.ofDays(10);

  protected Catalog catalog;
  protected long now = 1_000_000;

  /** Opens an empty catalog. */
  protected abstract Catalog open() throws Exception;

  protected abstract void close() throws Exception;

  protected abstract Database database();

  private NameStore names() {
    return new SqlNames(database(), Duration.ofSeconds(20));
  }

  protected abstract RequestContext context();

  @BeforeEach
  final void openCatalog() throws Exception {
    catalog = open();
  }

  @AfterEach
  final void closeCatalog() throws Exception {
    close();
  }

  private <R> R apply(AccountCommand<R> command) {
    return catalog.apply(command, context());
  }

  /** The value of a change that must succeed. */
  protected static <T> T done(ChangeResult<T> result) {
    assertThat(result).isInstanceOf(Done.class);
    return ((Done<T>) result).value();
  }

  protected static Account account(int id, String name, int version, Container... containers) {
    return new Account(
        id,
        name,
        new Account.State(true, version, 0, false, Account.QuotaResource.CONTAINER),
        List.of(containers));
  }

  protected final ChangeResult<List<Account>> put(Account... accounts) {
    return apply(new PutAccounts(List.of(accounts), RETENTION, now));
  }

  private ChangeResult<List<Container>> put(int account, Change... changes) {
    return apply(new PutContainers(account, List.of(changes), RETENTION, now));
  }

  protected final Container created(int account, String name) {
    return done(put(account, new NewContainer(name, ContainerRules.DEFAULTS))).getFirst();
  }

  private static UpdatedContainer update(Container before, Status status) {
    return new UpdatedContainer(
        before.id(), before.name(), before.state().snapshotVersion(), status, before.rules());
  }

  // Accounts

  @Test
  void anEmptyCatalogHasNothing() {
    assertThat(catalog.snapshot().all()).isEmpty();
    assertThat(catalog.snapshot().byId(1)).isEmpty();
    assertThat(catalog.snapshot().byName("a")).isEmpty();
  }

  @Test
  void aNewAccountIsInTheSnapshotAtOnce() {
    Account created = done(put(account(7, "seven", 0))).getFirst();
    assertThat(created.state().modifiedMillis()).isEqualTo(now);
    assertThat(catalog.snapshot().byId(7)).contains(created);
    assertThat(catalog.snapshot().byName("seven")).contains(created);
    assertThat(catalog.snapshot().all()).containsExactly(created);
  }

  @Test
  void anUpdateNeedsTheStoredVersionAndIncrementsIt() {
    done(put(account(7, "seven", 0)));
    Account renamed = done(put(account(7, "other", 0))).getFirst();
    assertThat(renamed.state().snapshotVersion()).isEqualTo(1);
    assertThat(put(account(7, "third", 0))).isInstanceOf(Conflict.class);
    assertThat(catalog.snapshot().byName("other")).contains(renamed);
    assertThat(catalog.snapshot().byName("seven")).isEmpty();
  }

  @Test
  void anIdenticalAccountIsNoChange() {
    Account first = done(put(account(7, "seven", 0))).getFirst();
    long version = catalog.snapshot().revision().changes();
    now += 5;
    assertThat(done(put(account(7, "seven", 0)))).containsExactly(first);
    assertThat(catalog.snapshot().revision().changes()).isEqualTo(version);
  }

  @Test
  void aNameBelongsToOneAccount() {
    done(put(account(7, "seven", 0)));
    assertThat(put(account(8, "seven", 0))).isInstanceOf(Conflict.class);
    assertThat(put(account(8, "eight", 0), account(9, "eight", 0))).isInstanceOf(Conflict.class);
    assertThat(put(account(8, "eight", 0), account(8, "nine", 0))).isInstanceOf(Conflict.class);
    assertThat(catalog.snapshot().all()).hasSize(1);
  }

  @Test
  void accountsArePutAllOrNone() {
    done(put(account(7, "seven", 0)));
    assertThat(put(account(8, "eight", 0), account(7, "seven", 3))).isInstanceOf(Conflict.class);
    assertThat(catalog.snapshot().byId(8)).isEmpty();
  }

  @Test
  void anAccountBringsContainersAndLosesNone() {
    Container imported =
        new Container(
            5,
            "imported",
            new Container.State(Status.ACTIVE, 3, 12, 0, true),
            ContainerRules.DEFAULTS);
    done(put(account(7, "seven", 2, imported)));
    assertThat(catalog.snapshot().container(7, 5)).contains(imported);
    Container next = created(7, "next");
    assertThat(next.id()).isEqualTo(6);
    Account stored = done(put(account(7, "renamed", 2))).getFirst();
    assertThat(stored.containers()).containsExactly(imported, next);
  }

  @Test
  void aContainerOfAnAccountMustMatchTheStoredOne() {
    Container stored =
        new Container(
            5,
            "five",
            new Container.State(Status.ACTIVE, 3, 12, 0, false),
            ContainerRules.DEFAULTS);
    done(put(account(7, "seven", 0, stored)));
    Container stale =
        new Container(
            5,
            "five",
            new Container.State(Status.ACTIVE, 2, 12, 0, false),
            ContainerRules.DEFAULTS);
    Container otherName = new Container(5, "six", stored.state(), stored.rules());
    Container otherId = new Container(6, "five", stored.state(), stored.rules());
    for (Container wrong : List.of(stale, otherName, otherId)) {
      assertThat(put(account(7, "seven", 0, wrong))).as("%s", wrong).isInstanceOf(Conflict.class);
    }
  }

  // Containers

  @Test
  void newContainersGetIdsInOrder() {
    done(put(account(7, "seven", 0)));
    List<Container> both =
        done(
            put(
                7,
                new NewContainer("a", ContainerRules.DEFAULTS),
                new NewContainer("b", ContainerRules.DEFAULTS)));
    assertThat(both).extracting(Container::id).containsExactly(1, 2);
    assertThat(both).allMatch(Container::isActive);
    assertThat(catalog.snapshot().container(7, "b")).contains(both.get(1));
    assertThat(catalog.snapshot().container(7, 1)).contains(both.get(0));
  }

  @Test
  void anIdenticalContainerIsReturnedAsItIs() {
    done(put(account(7, "seven", 0)));
    Container first = created(7, "a");
    now += 5;
    assertThat(created(7, "a")).isEqualTo(first);
    ContainerRules other =
        new ContainerRules(
            "other",
            ContainerRules.Storage.DEFAULTS,
            ContainerRules.Delivery.DEFAULTS,
            ContainerRules.Access.DEFAULTS,
            ContainerRules.NameMode.OPTIONAL);
    assertThat(put(7, new NewContainer("a", other))).isInstanceOf(Conflict.class);
  }

  @Test
  void containersOfAnUnknownAccountAreRefused() {
    assertThat(put(7, new NewContainer("a", ContainerRules.DEFAULTS))).isInstanceOf(Missing.class);
  }

  @Test
  void anUpdateOfAContainerIsOptimistic() {
    done(put(account(7, "seven", 0)));
    Container before = created(7, "a");
    ContainerRules encrypted =
        new ContainerRules(
            "secret",
            new ContainerRules.Storage(
                before.rules().storage().partitionClass(),
                before.rules().storage().durability(),
                true,
                false,
                false,
                false),
            ContainerRules.Delivery.DEFAULTS,
            ContainerRules.Access.DEFAULTS,
            ContainerRules.NameMode.NO_UPDATE);
    UpdatedContainer wanted = new UpdatedContainer(1, "a", 0, Status.ACTIVE, encrypted);
    Container after = done(put(7, wanted)).getFirst();
    assertThat(after.state().snapshotVersion()).isEqualTo(1);
    assertThat(after.state().previouslyEncrypted()).isTrue();
    assertThat(after.rules()).isEqualTo(encrypted);
    assertThat(put(7, wanted)).isInstanceOf(Conflict.class);
    assertThat(put(7, new UpdatedContainer(2, "a", 1, Status.ACTIVE, encrypted)))
        .isInstanceOf(Conflict.class);
    assertThat(put(7, new UpdatedContainer(1, "b", 1, Status.ACTIVE, encrypted)))
        .isInstanceOf(Missing.class);
    Container plain =
        done(put(7, new UpdatedContainer(1, "a", 1, Status.ACTIVE, before.rules()))).getFirst();
    assertThat(plain.state().previouslyEncrypted()).isTrue();
  }

  @Test
  void containersArePutAllOrNone() {
    done(put(account(7, "seven", 0)));
    created(7, "a");
    assertThat(
            put(
                7,
                new NewContainer("b", ContainerRules.DEFAULTS),
                new UpdatedContainer(1, "a", 9, Status.ACTIVE, ContainerRules.DEFAULTS)))
        .isInstanceOf(Conflict.class);
    assertThat(catalog.snapshot().container(7, "b")).isEmpty();
  }

  @Test
  void aDeletedContainerKeepsItsNameAndCanBeRestored() {
    done(put(account(7, "seven", 0)));
    Container active = created(7, "a");
    Container deleting = done(apply(new DeleteContainer(7, active.id(), now)));
    assertThat(deleting.state().status()).isEqualTo(Status.DELETE_IN_PROGRESS);
    assertThat(deleting.state().deleteTriggerMillis()).isEqualTo(now);
    assertThat(catalog.snapshot().container(7, "a")).contains(deleting);
    assertThat(put(7, new NewContainer("a", ContainerRules.DEFAULTS))).isInstanceOf(Deleting.class);
    now += RETENTION.toMillis() - 1;
    Container restored = done(put(7, update(deleting, Status.ACTIVE))).getFirst();
    assertThat(restored.isActive()).isTrue();
    assertThat(restored.state().deleteTriggerMillis()).isZero();
  }

  @Test
  void aDeletedContainerIsGoneAfterTheRetention() {
    done(put(account(7, "seven", 0)));
    Container deleting = done(apply(new DeleteContainer(7, created(7, "a").id(), now)));
    assertThat(advance(7, deleting, Step.BEGIN)).isInstanceOf(Deleting.class);
    now += RETENTION.toMillis();
    assertThat(put(7, new NewContainer("a", ContainerRules.DEFAULTS))).isInstanceOf(Gone.class);
    assertThat(put(7, update(deleting, Status.ACTIVE))).isInstanceOf(Gone.class);
    assertThat(advance(7, deleting, Step.FINISH)).isInstanceOf(Conflict.class);
    Container removing = done(advance(7, deleting, Step.BEGIN));
    assertThat(removing.state().status()).isEqualTo(Status.REMOVAL_IN_PROGRESS);
    assertThat(advance(7, deleting, Step.BEGIN)).isInstanceOf(Conflict.class);
    assertThat(advance(7, removing, Step.BEGIN)).isInstanceOf(Conflict.class);
    assertThat(advance(7, removing, Step.POSTPONE)).isInstanceOf(Conflict.class);
    assertThat(put(7, new NewContainer("a", ContainerRules.DEFAULTS))).isInstanceOf(Gone.class);
    assertThat(put(7, update(removing, Status.ACTIVE))).isInstanceOf(Gone.class);
    assertThat(done(apply(new DeleteContainer(7, 1, now)))).isEqualTo(removing);
    StoredPolicy.Target target = new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, "7/1");
    done(catalog.apply(new PutPolicy(new StoredPolicy(target, "{}")), context()));
    assertThat(catalog.snapshot().policy(target)).isPresent();
    Container inactive = done(advance(7, removing, Step.FINISH));
    assertThat(catalog.snapshot().policy(target)).isEmpty();
    assertThat(inactive.state().status()).isEqualTo(Status.INACTIVE);
    assertThat(inactive.state().deleteTriggerMillis())
        .isEqualTo(deleting.state().deleteTriggerMillis());
    assertThat(put(7, update(inactive, Status.ACTIVE))).isInstanceOf(Gone.class);
    assertThat(apply(new DeleteContainer(7, 1, now))).isInstanceOf(Gone.class);
    assertThat(put(account(7, "seven", 0, restored(inactive)))).isInstanceOf(Gone.class);
    assertThat(created(7, "b").id()).isEqualTo(2);
  }

  private ChangeResult<Container> advance(int account, Container container, Step step) {
    Container.State state = container.state();
    DueRemoval due =
        new DueRemoval(
            account,
            container.id(),
            state.status(),
            state.snapshotVersion(),
            state.deleteTriggerMillis());
    return apply(new AdvanceRemoval(due, step, RETENTION, now));
  }

  /** A process whose clock is behind deletes it. */
  @Test
  void noRetentionBeginsBeforeTheLatestRenewalOfAWriter() {
    done(put(account(7, "seven", 0)));
    Container active = created(7, "a");
    long latest = now + RETENTION.multipliedBy(2).toMillis();
    names().apply(new WriterCommand.Open("w", Duration.ofDays(1), latest), context());
    Container deleting = done(apply(new DeleteContainer(7, active.id(), now)));
    assertThat(deleting.state().deleteTriggerMillis()).isEqualTo(latest);
    now = latest + RETENTION.toMillis() - 1;
    assertThat(due(Duration.ZERO, 10)).isEmpty();
    assertThat(advance(7, deleting, Step.BEGIN)).isInstanceOf(Deleting.class);
    now += 1;
    assertThat(due(Duration.ZERO, 10)).hasSize(1);
    done(advance(7, deleting, Step.BEGIN));
  }

  private List<DueRemoval> due(Duration searchInterval, int most) {
    return catalog.dueRemovals(DueRemoval.query(now, RETENTION, searchInterval, most), context());
  }

  @Test
  void theRemovalsThatAreDueAreReadFromTheCommittedState() {
    done(put(account(7, "seven", 0)));
    done(put(account(8, "eight", 0)));
    Container first = done(apply(new DeleteContainer(8, created(8, "x").id(), now)));
    now += 10;
    Container second = done(apply(new DeleteContainer(7, created(7, "a").id(), now)));
    created(7, "kept");
    now += RETENTION.toMillis() - 1;
    Duration week = Duration.ofDays(7);
    assertThat(due(week, 10)).extracting(DueRemoval::account).containsExactly(8);
    now += 1;
    assertThat(due(week, 10)).extracting(DueRemoval::account).containsExactly(8, 7);
    assertThat(due(week, 1)).extracting(DueRemoval::account).containsExactly(8);
    done(advance(8, done(advance(8, first, Step.BEGIN)), Step.FINISH));
    DueRemoval left = due(week, 10).getFirst();
    assertThat(left)
        .isEqualTo(
            new DueRemoval(
                7,
                1,
                Status.DELETE_IN_PROGRESS,
                second.state().snapshotVersion(),
                second.state().deleteTriggerMillis()));
    now += week.toMillis() - 1;
    assertThat(due(week, 10)).containsExactly(left);
    now += 1;
    DueRemoval again = due(week, 10).getFirst();
    assertThat(again.status()).isEqualTo(Status.INACTIVE);
    done(apply(new AdvanceRemoval(again, Step.FINISH, RETENTION, now)));
    assertThat(due(week, 10)).containsExactly(left);
  }

  @Test
  void aPostponedRemovalBeginsANewRetentionInWhichTheContainerCanBeRestored() {
    done(put(account(7, "seven", 0)));
    Container deleting = done(apply(new DeleteContainer(7, created(7, "a").id(), now)));
    now += RETENTION.toMillis();
    Container postponed = done(advance(7, deleting, Step.POSTPONE));
    assertThat(postponed.state().deleteTriggerMillis()).isEqualTo(now);
    assertThat(due(Duration.ZERO, 10)).isEmpty();
    now += RETENTION.toMillis() - 1;
    assertThat(advance(7, postponed, Step.BEGIN)).isInstanceOf(Deleting.class);
    Container restored = done(put(7, update(postponed, Status.ACTIVE))).getFirst();
    assertThat(restored.isActive()).isTrue();
    now += RETENTION.toMillis();
    assertThat(due(Duration.ZERO, 10)).isEmpty();
    assertThat(advance(7, restored, Step.BEGIN)).isInstanceOf(Conflict.class);
  }

  /** The catalog may have been lost. The data of its containers is not. */
  @Test
  void theRetentionOfAnImportedContainerBeginsWithTheImport() {
    Container deleted = imported(1, "deleted", Status.DELETE_IN_PROGRESS, 0);
    Container removed = imported(2, "removed", Status.INACTIVE, 5);
    done(put(account(7, "seven", 0, deleted)));
    done(put(account(7, "seven", 0, removed)));
    for (String name : List.of("deleted", "removed")) {
      assertThat(catalog.snapshot().container(7, name).orElseThrow().state().deleteTriggerMillis())
          .isEqualTo(now);
    }
    now += RETENTION.toMillis() - 1;
    assertThat(due(Duration.ZERO, 10)).isEmpty();
    now += 1;
    assertThat(due(Duration.ZERO, 10)).hasSize(2);
  }

  private static Container imported(int id, String name, Status status, long deletedMillis) {
    return new Container(
        id, name, new Container.State(status, 3, 0, deletedMillis, false), ContainerRules.DEFAULTS);
  }

  private static Container restored(Container container) {
    Container.State state = container.state();
    return new Container(
        container.id(),
        container.name(),
        new Container.State(Status.ACTIVE, state.snapshotVersion(), 0, 0, false),
        container.rules());
  }

  @Test
  void onlyDeletedContainersCanBecomeInactive() {
    done(put(account(7, "seven", 0)));
    Container active = created(7, "a");
    assertThat(put(7, update(active, Status.INACTIVE))).isInstanceOf(Conflict.class);
    assertThat(put(7, update(active, Status.REMOVAL_IN_PROGRESS))).isInstanceOf(Conflict.class);
    for (Step step : Step.values()) {
      assertThat(advance(7, active, step)).isInstanceOf(Conflict.class);
    }
    assertThat(apply(new DeleteContainer(7, 2, now))).isInstanceOf(Missing.class);
    assertThat(advance(8, active, Step.FINISH)).isInstanceOf(Missing.class);
  }

  @Test
  void racingUpdatesHaveOneWinner() throws Exception {
    done(put(account(7, "seven", 0)));
    List<ChangeResult<List<Account>>> results = atOnce(8, i -> put(account(7, "name " + i, 0)));
    assertThat(results).filteredOn(Done.class::isInstance).hasSize(1);
    assertThat(results).filteredOn(Conflict.class::isInstance).hasSize(7);
  }

  @Test
  void racingCreationsGetDifferentIds() throws Exception {
    done(put(account(7, "seven", 0)));
    List<Container> containers = atOnce(8, i -> created(7, "c" + i));
    assertThat(containers).extracting(Container::id).doesNotHaveDuplicates().hasSize(8);
    List<Container> same = atOnce(4, _ -> created(7, "same"));
    assertThat(same).containsOnly(same.getFirst());
  }

  private interface Task<T> {
    T run(int number);
  }

  private static <T> List<T> atOnce(int count, Task<T> task) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        running.add(threads.submit(() -> task.run(number)));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> one : running) {
        results.add(one.get());
      }
      return results;
    }
  }
}
