package io.aumbry.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.command.ChangeResult.Conflict;
import io.aumbry.catalog.command.ChangeResult.LimitReached;
import io.aumbry.catalog.command.ChangeResult.Missing;
import io.aumbry.catalog.command.ChangeResult.Unmet;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.command.IdentityCommand.Existence;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.SealedSecret;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.snapshot.Revision;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The promises of {@link Catalog}, on each database. */
public abstract class CatalogContract extends AccountsContract {
  private <R> R apply(IdentityCommand<R> command) {
    return catalog.apply(command, context());
  }

  private User user(String id, int account) {
    return new User(id, account, "name of " + id, true, now);
  }

  private static AccessKey key(String id, String user) {
    return new AccessKey(id, user, new SealedSecret("k1", "sealed " + id), true, 5, Long.MAX_VALUE);
  }

  @Test
  void usersBelongToAccounts() {
    done(put(account(7, "seven", 0)));
    assertThat(done(apply(new IdentityCommand.CreateUser(user("u", 7))))).isEqualTo(user("u", 7));
    assertThat(done(apply(new IdentityCommand.CreateUser(user("root", 0)))).account()).isZero();
    assertThat(apply(new IdentityCommand.CreateUser(user("v", 8)))).isInstanceOf(Missing.class);
    assertThat(catalog.snapshot().user("u")).contains(user("u", 7));
    assertThat(catalog.snapshot().user("v")).isEmpty();
  }

  @Test
  void namesOfUsersAreUniqueInTheirAccount() {
    done(put(account(7, "seven", 0), account(8, "eight", 0)));
    done(apply(new IdentityCommand.CreateUser(new User("u", 7, "n", true, 1))));
    done(apply(new IdentityCommand.CreateUser(new User("v", 8, "n", true, 1))));
    done(apply(new IdentityCommand.CreateUser(new User("w", 8, "m", true, 1))));
    assertThat(apply(new IdentityCommand.CreateUser(new User("x", 7, "n", true, 1))))
        .isInstanceOf(Conflict.class);
    assertThat(apply(new IdentityCommand.CreateUser(new User("u", 7, "z", true, 1))))
        .isInstanceOf(Conflict.class);
    assertThat(apply(new IdentityCommand.UpdateUser("w", "n", true, true)))
        .isInstanceOf(Conflict.class);
    User renamed = done(apply(new IdentityCommand.UpdateUser("w", "z", false, true)));
    assertThat(renamed).isEqualTo(new User("w", 8, "z", false, 1));
    assertThat(catalog.snapshot().user("w")).contains(renamed);
    assertThat(apply(new IdentityCommand.UpdateUser("q", "n", true, true)))
        .isInstanceOf(Missing.class);
  }

  @Test
  void aDeletedUserLeavesNothing() {
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    done(apply(new IdentityCommand.CreateKey(key("AK1", "u"))));
    done(apply(new IdentityCommand.GrantRole(new RoleGrant("u", "reader", 0))));
    StoredPolicy.Target target = new StoredPolicy.Target(StoredPolicy.Kind.USER, "u");
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(target, "{}"))));
    done(apply(new IdentityCommand.DeleteUser("u")));
    assertThat(catalog.snapshot().user("u")).isEmpty();
    assertThat(catalog.snapshot().key("AK1")).isEmpty();
    assertThat(catalog.snapshot().keysOf("u")).isEmpty();
    assertThat(catalog.snapshot().grantsOf("u")).isEmpty();
    assertThat(catalog.snapshot().policy(target)).isEmpty();
    assertThat(apply(new IdentityCommand.DeleteUser("u"))).isInstanceOf(Missing.class);
  }

  @Test
  void keysAreCreatedDeactivatedAndDeleted() {
    assertThat(apply(new IdentityCommand.CreateKey(key("AK1", "u")))).isInstanceOf(Missing.class);
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    done(apply(new IdentityCommand.CreateUser(user("v", 0))));
    done(apply(new IdentityCommand.CreateKey(key("AK1", "u"))));
    assertThat(apply(new IdentityCommand.CreateKey(key("AK1", "v")))).isInstanceOf(Conflict.class);
    assertThat(catalog.snapshot().key("AK1")).contains(key("AK1", "u"));
    done(apply(new IdentityCommand.UpdateKey("AK1", false, Long.MAX_VALUE, true)));
    assertThat(catalog.snapshot().key("AK1").orElseThrow().isValidAt(now)).isFalse();
    done(apply(new IdentityCommand.DeleteKey("AK1")));
    assertThat(catalog.snapshot().key("AK1")).isEmpty();
    assertThat(apply(new IdentityCommand.DeleteKey("AK1"))).isInstanceOf(Missing.class);
    assertThat(apply(new IdentityCommand.UpdateKey("AK1", true, Long.MAX_VALUE, true)))
        .isInstanceOf(Missing.class);
  }

  @Test
  void aChangeThatMayGiveNothingDoesNotUndoARevocation() {
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    done(apply(new IdentityCommand.CreateKey(key("AK1", "u"))));
    done(apply(new IdentityCommand.UpdateKey("AK1", true, now + 10, false)));
    assertThat(apply(new IdentityCommand.UpdateKey("AK1", true, now + 11, false)))
        .isInstanceOf(Conflict.class);
    done(apply(new IdentityCommand.UpdateKey("AK1", false, now + 11, false)));
    assertThat(apply(new IdentityCommand.UpdateKey("AK1", true, now + 10, false)))
        .isInstanceOf(Conflict.class);
    String name = user("u", 0).name();
    done(apply(new IdentityCommand.UpdateUser("u", name, true, false)));
    assertThat(apply(new IdentityCommand.UpdateUser("u", "root", true, false)))
        .isInstanceOf(Conflict.class);
    done(apply(new IdentityCommand.UpdateUser("u", name, false, false)));
    assertThat(apply(new IdentityCommand.UpdateUser("u", name, true, false)))
        .isInstanceOf(Conflict.class);
  }

  @Test
  void aRotationExpiresTheOldKey() {
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    done(apply(new IdentityCommand.CreateUser(user("v", 0))));
    done(apply(new IdentityCommand.CreateKey(key("AK1", "u"))));
    assertThat(apply(new IdentityCommand.RotateKey("AK1", key("AK2", "v"), now)))
        .isInstanceOf(Conflict.class);
    done(apply(new IdentityCommand.RotateKey("AK1", key("AK2", "u"), now + 10)));
    assertThat(catalog.snapshot().key("AK1").orElseThrow().isValidAt(now + 9)).isTrue();
    assertThat(catalog.snapshot().key("AK1").orElseThrow().isValidAt(now + 10)).isFalse();
    assertThat(catalog.snapshot().keysOf("u"))
        .extracting(AccessKey::id)
        .containsExactly("AK1", "AK2");
    done(apply(new IdentityCommand.RotateKey("AK1", key("AK3", "u"), now + 99)));
    assertThat(catalog.snapshot().key("AK1").orElseThrow().expiresMillis()).isEqualTo(now + 10);
  }

  @Test
  void aUserHasALimitedNumberOfKeys() {
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    for (int i = 0; i < IdentityCommand.MOST_KEYS; i++) {
      done(apply(new IdentityCommand.CreateKey(key("AK" + i, "u"))));
    }
    assertThat(apply(new IdentityCommand.CreateKey(key("AKX", "u"))))
        .isInstanceOf(LimitReached.class);
    assertThat(apply(new IdentityCommand.RotateKey("AK0", key("AKX", "u"), now)))
        .isInstanceOf(LimitReached.class);
    assertThat(catalog.snapshot().key("AK0").orElseThrow().expiresMillis())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void anAccountHasALimitedNumberOfUsers() {
    done(put(account(7, "seven", 0)));
    for (int i = 0; i < IdentityCommand.MOST_USERS; i++) {
      done(apply(new IdentityCommand.CreateUser(user("u" + i, 7))));
    }
    assertThat(apply(new IdentityCommand.CreateUser(user("next", 7))))
        .isEqualTo(
            new LimitReached<>("account 'seven' has 1000 users, as many as an account can have"));
    done(apply(new IdentityCommand.CreateUser(user("u0", 7))));
    done(apply(new IdentityCommand.CreateUser(user("root", 0))));
    done(apply(new IdentityCommand.DeleteUser("u5")));
    done(apply(new IdentityCommand.CreateUser(user("next", 7))));
  }

  @Test
  void anAccountHasALimitedNumberOfPolicyBytes() {
    done(put(account(7, "seven", 0), account(70, "seventy", 0)));
    created(7, "a");
    created(70, "a");
    done(apply(new IdentityCommand.CreateUser(user("u", 7))));
    StoredPolicy.Target user = new StoredPolicy.Target(StoredPolicy.Kind.USER, "u");
    StoredPolicy.Target container = new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, "7/1");
    StoredPolicy.Target other = new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, "70/1");
    StoredPolicy.Target role = new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "auditor");
    StoredPolicy half =
        new StoredPolicy(container, "ä".repeat(IdentityCommand.MOST_POLICY_BYTES / 4));
    done(apply(new IdentityCommand.PutPolicy(half)));
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, half.document()))));
    assertThat(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, half.document() + "x"))))
        .isEqualTo(
            new LimitReached<>(
                "The policies of users and containers of account 'seven' would have 1048577 bytes,"
                    + " at most 1048576 are allowed"));
    assertThat(catalog.snapshot().policy(user).orElseThrow().document()).isEqualTo(half.document());
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(other, half.document() + "x"))));
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(role, half.document() + "x"))));
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(container, "{}"))));
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, half.document() + "x"))));
  }

  /** As in a catalog that is older than the limit. */
  @Test
  void policiesBeyondTheLimitMayBecomeSmaller() {
    done(put(account(7, "seven", 0)));
    created(7, "a");
    done(apply(new IdentityCommand.CreateUser(user("u", 7))));
    StoredPolicy.Target user = new StoredPolicy.Target(StoredPolicy.Kind.USER, "u");
    StoredPolicy.Target container = StoredPolicy.Target.ofContainer(7, 1);
    String whole = "x".repeat(IdentityCommand.MOST_POLICY_BYTES);
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(container, whole))));
    insert(new StoredPolicy(user, whole));
    assertThat(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, whole + "x"))))
        .isInstanceOf(LimitReached.class);
    assertThat(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, "y" + whole))))
        .isInstanceOf(LimitReached.class);
    String shorter = whole.substring(1);
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, shorter))));
    assertThat(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, whole))))
        .isInstanceOf(LimitReached.class);
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, "y" + shorter.substring(1)))));
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(user, "{}"))));
  }

  /** Stores a policy that no change would be allowed to store. */
  private void insert(StoredPolicy policy) {
    database()
        .write(
            connection -> {
              String sql = "INSERT INTO policy (target_kind, target_id, document) VALUES (?, ?, ?)";
              try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, policy.target().kind().name());
                statement.setString(2, policy.target().id());
                statement.setString(3, policy.document());
                return statement.executeUpdate();
              }
            },
            context());
  }

  @Test
  void secretsAreSealedAgainOnlyIfTheyAreUnchanged() {
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    done(apply(new IdentityCommand.CreateKey(key("AK1", "u"))));
    SealedSecret before = key("AK1", "u").sealedSecret();
    SealedSecret after = new SealedSecret("k2", "sealed again");
    assertThat(apply(new IdentityCommand.ResealKey("AK1", new SealedSecret("k0", "x"), after)))
        .isInstanceOf(Conflict.class);
    done(apply(new IdentityCommand.ResealKey("AK1", before, after)));
    assertThat(catalog.snapshot().key("AK1").orElseThrow().sealedSecret()).isEqualTo(after);
    done(apply(new IdentityCommand.ResealKey("AK1", before, after)));
  }

  @Test
  void policiesAreKeptByteForByte() {
    done(put(account(7, "seven", 0)));
    created(7, "a");
    String text = "{ \"Statement\" : [ ] ,\t\"x\":\"ä€😀\" }\n";
    StoredPolicy.Target container = new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, "7/1");
    StoredPolicy.Target role = new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "auditor");
    for (StoredPolicy.Target target : List.of(container, role)) {
      done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(target, "{}"))));
      done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(target, text))));
      assertThat(catalog.snapshot().policy(target).orElseThrow().document()).isEqualTo(text);
      done(apply(new IdentityCommand.DeletePolicy(target)));
      assertThat(catalog.snapshot().policy(target)).isEmpty();
      assertThat(apply(new IdentityCommand.DeletePolicy(target))).isInstanceOf(Missing.class);
    }
  }

  @Test
  void aPolicyIsPutOnlyInTheStateThatTheChangeNames() {
    StoredPolicy.Target role = new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "auditor");
    StoredPolicy first = new StoredPolicy(role, "{}");
    StoredPolicy second = new StoredPolicy(role, "{ }");
    assertThat(apply(new IdentityCommand.PutPolicy(first, Existence.PRESENT)))
        .isInstanceOf(Unmet.class);
    assertThat(catalog.snapshot().policy(role)).isEmpty();
    done(apply(new IdentityCommand.PutPolicy(first, Existence.ABSENT)));
    for (StoredPolicy again : List.of(first, second)) {
      assertThat(apply(new IdentityCommand.PutPolicy(again, Existence.ABSENT)))
          .isInstanceOf(Unmet.class);
    }
    assertThat(catalog.snapshot().policy(role)).contains(first);
    done(apply(new IdentityCommand.PutPolicy(second, Existence.PRESENT)));
    assertThat(catalog.snapshot().policy(role)).contains(second);
  }

  @Test
  void usesOfManyKeysAreFoundAtOnce() {
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    for (String id : List.of("AK1", "AK2", "AK3")) {
      done(apply(new IdentityCommand.CreateKey(key(id, "u"))));
    }
    apply(new IdentityCommand.RecordKeyUses(Map.of("AK1", 7L, "AK2", 8L, "absent", 9L)));
    List<String> many = new ArrayList<>(List.of("AK1", "AK3"));
    IntStream.range(0, 3000).forEach(i -> many.add("absent" + i));
    many.add("AK2");
    assertThat(catalog.keyUses(many, context())).isEqualTo(Map.of("AK1", 7L, "AK2", 8L));
    assertThat(catalog.keyUses(List.of("AK2"), context())).isEqualTo(Map.of("AK2", 8L));
    assertThat(catalog.keyUses(List.of(), context())).isEmpty();
  }

  @Test
  void aStoredRoleEndsWithItsGrants() {
    StoredPolicy.Target role = new StoredPolicy.Target(StoredPolicy.Kind.ROLE, "auditor");
    RoleGrant grant = new RoleGrant("u", "auditor", 0);
    RoleGrant other = new RoleGrant("u", "reader", 0);
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    assertThat(apply(new IdentityCommand.GrantRole(grant, true))).isInstanceOf(Missing.class);
    done(apply(new IdentityCommand.PutPolicy(new StoredPolicy(role, "{}"))));
    done(apply(new IdentityCommand.GrantRole(grant, true)));
    done(apply(new IdentityCommand.GrantRole(other)));
    done(apply(new IdentityCommand.DeletePolicy(role)));
    assertThat(catalog.snapshot().grantsOf("u")).containsExactly(other);
    assertThat(apply(new IdentityCommand.GrantRole(grant, true))).isInstanceOf(Missing.class);
  }

  @Test
  void policiesNeedATarget() {
    done(put(account(7, "seven", 0)));
    for (String id : List.of("7/1", "7", "7/1/1", "7/x", "9999999999/1", "")) {
      StoredPolicy.Target target = new StoredPolicy.Target(StoredPolicy.Kind.CONTAINER, id);
      assertThat(apply(new IdentityCommand.PutPolicy(new StoredPolicy(target, "{}"))))
          .as(id)
          .isInstanceOf(Missing.class);
    }
    StoredPolicy.Target nobody = new StoredPolicy.Target(StoredPolicy.Kind.USER, "u");
    assertThat(apply(new IdentityCommand.PutPolicy(new StoredPolicy(nobody, "{}"))))
        .isInstanceOf(Missing.class);
  }

  @Test
  void rolesAreGrantedAndRevoked() {
    done(put(account(7, "seven", 0)));
    RoleGrant reader = new RoleGrant("u", "reader", 7);
    assertThat(apply(new IdentityCommand.GrantRole(reader))).isInstanceOf(Missing.class);
    done(apply(new IdentityCommand.CreateUser(user("u", 7))));
    assertThat(apply(new IdentityCommand.GrantRole(new RoleGrant("u", "reader", 9))))
        .isInstanceOf(Missing.class);
    done(apply(new IdentityCommand.GrantRole(reader)));
    done(apply(new IdentityCommand.GrantRole(reader)));
    done(apply(new IdentityCommand.GrantRole(new RoleGrant("u", "owner", 0))));
    assertThat(catalog.snapshot().grantsOf("u"))
        .containsExactlyInAnyOrder(reader, new RoleGrant("u", "owner", 0));
    done(apply(new IdentityCommand.RevokeRole(reader)));
    assertThat(apply(new IdentityCommand.RevokeRole(reader))).isInstanceOf(Missing.class);
    assertThat(catalog.snapshot().grantsOf("u")).hasSize(1);
  }

  @Test
  void aRefusedChangeDoesNotCount() {
    Revision before = catalog.snapshot().revision();
    assertThat(apply(new IdentityCommand.DeleteUser("u"))).isInstanceOf(Missing.class);
    assertThat(catalog.snapshot().revision()).isEqualTo(before);
    done(apply(new IdentityCommand.CreateUser(user("u", 0))));
    assertThat(catalog.snapshot().revision().changes()).isEqualTo(before.changes() + 1);
    assertThat(catalog.snapshot().revision().history()).isNotEqualTo(before.history());
  }
}
