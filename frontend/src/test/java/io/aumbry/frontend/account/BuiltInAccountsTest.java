package io.aumbry.frontend.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class BuiltInAccountsTest {
  private final Accounts accounts = new BuiltInAccounts();

  /** They are in the ids of blobs: other numbers would make blobs change hands. */
  @Test
  void theirNumbersNeverChange() {
    Account account = accounts.byName("aumbry").orElseThrow();
    assertThat(account.id()).isEqualTo(1);
    assertThat(account.container("public").orElseThrow().id()).isEqualTo(1);
    assertThat(account.container("private").orElseThrow().id()).isEqualTo(2);
  }

  @Test
  void areFoundByNumberToo() {
    Account account = accounts.byId(1).orElseThrow();
    assertThat(account.container(1)).hasValue(BuiltInAccounts.PUBLIC);
    assertThat(account.container(2)).hasValue(BuiltInAccounts.PRIVATE);
    assertThat(account.container(3)).isEmpty();
    assertThat(account.container("Public")).isEmpty();
    assertThat(accounts.byId(2)).isEmpty();
    assertThat(accounts.byName("ambry-unknown-account")).isEmpty();
  }

  @Test
  void uploadsByServiceGoByWhetherTheyArePrivate() {
    Account account = accounts.forServices();
    assertThat(account.defaultContainer(true)).hasValue(BuiltInAccounts.PRIVATE);
    assertThat(account.defaultContainer(false)).hasValue(BuiltInAccounts.PUBLIC);
  }

  @Test
  void anAccountWithTwoContainersOfOneNameOrNumberCannotBeMade() {
    Container other = new Container(1, "other", true, "");
    Container samename = new Container(3, "public", true, "");
    for (Container twin : List.of(other, samename)) {
      assertThatThrownBy(() -> new Account(1, "a", List.of(BuiltInAccounts.PUBLIC, twin)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Container(0, "zero", true, ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Account(1, "", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
