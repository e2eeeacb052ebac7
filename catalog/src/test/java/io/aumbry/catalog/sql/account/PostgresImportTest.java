package io.aumbry.catalog.sql.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.Container.Status;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.command.AccountCommand.PutAccounts;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.CountedStatements;
import io.aumbry.catalog.sql.Database;
import io.aumbry.catalog.sql.DatabaseEnvironment;
import io.aumbry.catalog.sql.Databases;
import io.aumbry.catalog.sql.TestPostgres;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.PlainCarrier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An account with as many containers as large installations of Ambry have. */
final class PostgresImportTest {
  private static final int CONTAINERS = 3000;
  private static final int MOST_STATEMENTS = 12;

  private final PlainCarrier carrier = new PlainCarrier();
  private final Database database =
      Databases.open(
          CatalogConfig.defaults()
              .withUrl(TestPostgres.url(TestPostgres.create(), TestPostgres.port())),
          new DatabaseEnvironment(
              BlockingThreads.ofPlatform(), carrier.time(), new Random(3), new Metrics()));
  private final CountedStatements counted = new CountedStatements(database);
  private final SqlAccounts accounts = new SqlAccounts(counted);

  @AfterEach
  void close() {
    database.close();
    carrier.close();
  }

  private static Account account(int version, List<Container> containers) {
    Account.State state =
        new Account.State(true, version, 0, false, Account.QuotaResource.CONTAINER);
    return new Account(7, "seven", state, containers);
  }

  private static Container container(int id, Status status) {
    return new Container(
        id, "c" + id, new Container.State(status, 0, 0, 0, false), ContainerRules.DEFAULTS);
  }

  private static List<Container> containers(int from, int to, Status status) {
    return IntStream.rangeClosed(from, to).mapToObj(id -> container(id, status)).toList();
  }

  /** Returns the stored containers. */
  private List<Container> put(Account account) {
    counted.take();
    var change = new PutAccounts(List.of(account), Duration.ofDays(10), 5);
    ChangeResult<List<Account>> result = accounts.apply(change, carrier.patient());
    assertThat(result).isInstanceOf(ChangeResult.Done.class);
    assertThat(counted.take()).isLessThan(MOST_STATEMENTS);
    return accounts.load(carrier.patient()).content().accounts().getFirst().containers();
  }

  @Test
  void manyContainersAreWrittenByAFewStatements() {
    List<Container> first = containers(1, CONTAINERS / 2, Status.ACTIVE);
    assertThat(put(account(0, first))).hasSize(CONTAINERS / 2).allMatch(Container::isActive);
    List<Container> all = new ArrayList<>(containers(1, CONTAINERS / 2, Status.DELETE_IN_PROGRESS));
    all.addAll(containers(CONTAINERS / 2 + 1, CONTAINERS, Status.ACTIVE));
    List<Container> stored = put(account(0, all));
    assertThat(stored).hasSize(CONTAINERS).filteredOn(Container::isActive).hasSize(CONTAINERS / 2);
    assertThat(put(account(1, stored))).as("a repetition").isEqualTo(stored);
  }
}
