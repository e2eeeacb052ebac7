package io.aumbry.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.account.DueRemoval;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.AccountCommand.Change;
import io.aumbry.catalog.command.AccountCommand.NewContainer;
import io.aumbry.catalog.command.AccountCommand.UpdatedContainer;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands are deterministic: the same random changes have the same results and leave the same
 * state on both engines, and the snapshot in the file is that state.
 */
final class SameChangesTest {
  private static final int CHANGES = 400;
  private static final Duration RETENTION = Duration.ofMillis(40);

  @TempDir private Path folder;

  @Test
  void bothEnginesGiveTheSameResults() {
    try (PlainCarrier carrier = new PlainCarrier();
        SqlCatalog sqlite =
            SqlCatalogFixture.open(
                "sqlite:" + folder.resolve("catalog.db"), folder.resolve("sqlite"), carrier);
        SqlCatalog postgres =
            SqlCatalogFixture.open(
                TestPostgres.url(TestPostgres.create(), TestPostgres.port()),
                folder.resolve("postgres"),
                carrier)) {
      Random random = new Random(42);
      List<String> kinds = new ArrayList<>();
      for (int now = 1; now <= CHANGES; now++) {
        Object left;
        Object right;
        if (random.nextInt(3) > 0) {
          AccountCommand<?> command = accountCommand(random, now);
          left = sqlite.apply(command, carrier.patient());
          right = postgres.apply(command, carrier.patient());
        } else {
          IdentityCommand<?> command = identityCommand(random, now);
          left = sqlite.apply(command, carrier.patient());
          right = postgres.apply(command, carrier.patient());
        }
        assertThat(left).as("change %d", now).isEqualTo(right);
        kinds.add(left.getClass().getSimpleName());
      }
      assertThat(kinds).contains("Done", "Missing", "Conflict", "Deleting", "Gone");
      assertThat(sqlite.snapshot().content()).isEqualTo(postgres.snapshot().content());
      assertThat(sqlite.snapshot().revision()).isEqualTo(postgres.snapshot().revision());
      assertThat(sqlite.snapshot().all()).isNotEmpty();
    }
  }

  private static AccountCommand<?> accountCommand(Random random, long now) {
    int account = 1 + random.nextInt(3);
    int container = 1 + random.nextInt(4);
    return switch (random.nextInt(6)) {
      case 0 -> new AccountCommand.PutAccounts(accounts(random), RETENTION, now);
      case 1 -> new AccountCommand.DeleteContainer(account, container, now);
      case 2 -> new AccountCommand.AdvanceRemoval(due(random), any(random), RETENTION, now);
      default -> {
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(2); i++) {
          changes.add(change(random));
        }
        yield new AccountCommand.PutContainers(account, changes, RETENTION, now);
      }
    };
  }

  private static DueRemoval due(Random random) {
    Container.Status[] all = Container.Status.values();
    return new DueRemoval(
        1 + random.nextInt(3),
        1 + random.nextInt(4),
        all[random.nextInt(all.length)],
        random.nextInt(3),
        1);
  }

  private static DueRemoval.Step any(Random random) {
    DueRemoval.Step[] all = DueRemoval.Step.values();
    return all[random.nextInt(all.length)];
  }

  private static List<Account> accounts(Random random) {
    List<Account> accounts = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(2); i++) {
      Container.State state =
          new Container.State(Container.Status.ACTIVE, random.nextInt(3), 0, 0, false);
      Container container =
          new Container(1 + random.nextInt(4), "c" + random.nextInt(4), state, rules(random));
      accounts.add(
          new Account(
              1 + random.nextInt(3),
              "account " + random.nextInt(4),
              new Account.State(
                  random.nextBoolean(),
                  random.nextInt(3),
                  0,
                  false,
                  Account.QuotaResource.CONTAINER),
              random.nextBoolean() ? List.of() : List.of(container)));
    }
    return accounts;
  }

  private static Change change(Random random) {
    String name = "c" + random.nextInt(4);
    if (random.nextBoolean()) {
      return new NewContainer(name, rules(random));
    }
    Container.Status[] all = Container.Status.values();
    return new UpdatedContainer(
        1 + random.nextInt(4), name, random.nextInt(3), all[random.nextInt(3)], rules(random));
  }

  private static ContainerRules rules(Random random) {
    ContainerRules rules = ContainerRules.DEFAULTS;
    return new ContainerRules(
        rules.description(),
        rules.storage(),
        rules.delivery(),
        rules.access(),
        random.nextBoolean() ? NameMode.DISABLED : NameMode.OPTIONAL);
  }

  private static IdentityCommand<?> identityCommand(Random random, long now) {
    String user = "u" + random.nextInt(3);
    String id = "AK" + random.nextInt(4);
    AccessKey key = new AccessKey(id, user, new SealedSecret("k", "s"), true, now, Long.MAX_VALUE);
    StoredPolicy.Target target = new StoredPolicy.Target(StoredPolicy.Kind.USER, user);
    RoleGrant grant = new RoleGrant(user, "reader", random.nextInt(3));
    return switch (random.nextInt(9)) {
      case 0 ->
          new IdentityCommand.CreateUser(
              new User(user, random.nextInt(3), "n" + random.nextInt(3), true, now));
      case 1 -> new IdentityCommand.UpdateUser(user, "n" + random.nextInt(3), true, true);
      case 2 -> new IdentityCommand.DeleteUser(user);
      case 3 -> new IdentityCommand.RotateKey("AK" + random.nextInt(4), key, now + 10);
      case 4 -> new IdentityCommand.DeleteKey(id);
      case 5 ->
          new IdentityCommand.PutPolicy(
              new StoredPolicy(target, "{" + now + "}"),
              random.nextBoolean()
                  ? IdentityCommand.Existence.ABSENT
                  : IdentityCommand.Existence.PRESENT);
      case 6 -> new IdentityCommand.GrantRole(grant);
      case 7 -> new IdentityCommand.RevokeRole(grant);
      default -> new IdentityCommand.CreateKey(key);
    };
  }
}
