package io.aumbry.catalog.snapshot;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** Random snapshots. */
final class SnapshotFixture {
  private SnapshotFixture() {}

  static CatalogSnapshot random(Random random) {
    List<Account> accounts = new ArrayList<>();
    for (int id = 1; id <= random.nextInt(5); id++) {
      accounts.add(account(random, id));
    }
    List<User> users = new ArrayList<>();
    List<AccessKey> keys = new ArrayList<>();
    List<RoleGrant> grants = new ArrayList<>();
    for (int i = 0; i < random.nextInt(6); i++) {
      String id = "user-" + i;
      users.add(new User(id, random.nextInt(3), text(random), random.nextBoolean(), i));
      SealedSecret secret = new SealedSecret("k" + i, "c2VhbGVk" + i);
      keys.add(new AccessKey("AK" + i, id, secret, random.nextBoolean(), i, random.nextLong(9999)));
      grants.add(new RoleGrant(id, "reader", random.nextInt(3)));
    }
    StoredPolicy.Target role = new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "auditor");
    return new CatalogSnapshot(
        new Revision(random.nextLong(1 << 20), "%016x".formatted(random.nextLong())),
        new SnapshotContent(
            accounts, users, keys, List.of(new StoredPolicy(role, text(random))), grants));
  }

  private static Account account(Random random, int id) {
    List<Container> containers = new ArrayList<>();
    for (int c = 1; c <= random.nextInt(4); c++) {
      containers.add(
          new Container(
              c,
              "container " + c,
              new Container.State(
                  any(random, Container.Status.values()),
                  random.nextInt(9),
                  random.nextLong(99),
                  random.nextLong(99),
                  random.nextBoolean()),
              rules(random)));
    }
    return new Account(
        id,
        "account " + id,
        new Account.State(
            random.nextBoolean(),
            random.nextInt(9),
            random.nextLong(99),
            random.nextBoolean(),
            any(random, Account.QuotaResource.values())),
        containers);
  }

  static ContainerRules rules(Random random) {
    return new ContainerRules(
        text(random),
        new ContainerRules.Storage(
            new PartitionClass("class-" + random.nextInt(3)),
            any(random, DurabilityLevel.values()),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean(),
            random.nextBoolean()),
        new ContainerRules.Delivery(
            random.nextBoolean(),
            Optional.of(Duration.ofSeconds(random.nextInt(99))).filter(_ -> random.nextBoolean()),
            text(random),
            random.nextBoolean() ? Set.of() : Set.of("b", "a", text(random)),
            random.nextBoolean() ? Set.of() : Set.of("text/html", text(random))),
        new ContainerRules.Access(random.nextBoolean(), random.nextBoolean(), random.nextBoolean()),
        any(random, ContainerRules.NameMode.values()));
  }

  private static <T> T any(Random random, T[] values) {
    return List.of(values).get(random.nextInt(values.length));
  }

  static String text(Random random) {
    StringBuilder text = new StringBuilder("t");
    for (int i = 0; i < random.nextInt(12); i++) {
      text.appendCodePoint("az\"\\\n\t\u0001äß€😀/{}".codePoints().toArray()[random.nextInt(14)]);
    }
    return text.toString();
  }
}
