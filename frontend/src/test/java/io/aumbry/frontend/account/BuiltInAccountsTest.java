package io.aumbry.frontend.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aumbry.protocol.cluster.DurabilityLevel;
import io.aumbry.protocol.cluster.PartitionClass;
import io.aumbry.router.Router.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;

final class BuiltInAccountsTest {
  private final Accounts accounts = new BuiltInAccounts();

  /** Blob ids contain these numbers, so a change would change the owners of blobs. */
  @Test
  void accountAndContainerIdsNeverChange() {
    Account account = accounts.byName("aumbry").orElseThrow();
    assertThat(account.id()).isEqualTo(1);
    assertThat(account.container("public").orElseThrow().id()).isEqualTo(1);
    assertThat(account.container("private").orElseThrow().id()).isEqualTo(2);
  }

  @Test
  void accountsAreFoundById() {
    Account account = accounts.byId(1).orElseThrow();
    assertThat(account.container(1)).isEqualTo(account.container("public"));
    assertThat(account.container(2)).isEqualTo(account.container("private"));
    assertThat(account.container(3)).isEmpty();
    assertThat(account.container("Public")).isEmpty();
    assertThat(accounts.byId(2)).isEmpty();
    assertThat(accounts.byName("ambry-unknown-account")).isEmpty();
  }

  @Test
  void privacySelectsTheContainerOfServiceUploads() {
    Account account = accounts.forServices();
    assertThat(account.defaultContainer(true)).isEqualTo(account.container("private"));
    assertThat(account.defaultContainer(false)).isEqualTo(account.container("public"));
  }

  @Test
  void eachContainerHasItsOwnPolicyOrTheDefault() {
    Policy cold = new Policy(new PartitionClass("cold"), DurabilityLevel.MAJORITY);
    Account account =
        new BuiltInAccounts(
                name -> name == ContainerConfig.Container.PRIVATE ? cold : Policy.DEFAULT)
            .forServices();
    assertThat(account.container("private").orElseThrow().policy()).isEqualTo(cold);
    assertThat(account.container("public").orElseThrow().policy()).isEqualTo(Policy.DEFAULT);
    assertThat(accounts.forServices().containers())
        .hasSize(2)
        .allMatch(container -> container.policy().equals(Policy.DEFAULT));
  }

  @Test
  void anAccountCannotHaveTwoContainersWithOneNameOrId() {
    Container open = accounts.forServices().container("public").orElseThrow();
    Container other = new Container(1, "other", true, "", Policy.DEFAULT);
    Container samename = new Container(3, "public", true, "", Policy.DEFAULT);
    for (Container twin : List.of(other, samename)) {
      assertThatThrownBy(() -> new Account(1, "a", List.of(open, twin)))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new Container(0, "zero", true, "", Policy.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Account(1, "", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
