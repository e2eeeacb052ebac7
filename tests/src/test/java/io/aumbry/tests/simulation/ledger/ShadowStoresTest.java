package io.aumbry.tests.simulation.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.tests.simulation.ledger.ShadowStores.Disk;
import java.util.UUID;
import org.junit.jupiter.api.Test;

final class ShadowStoresTest {
  private static final UUID OLDER = new UUID(0, 1);
  private static final UUID NEWER = new UUID(0, 2);

  private final ShadowStores stores = new ShadowStores();

  private UUID current() {
    return stores.current("a", 1).map(account -> account.history().store()).orElse(new UUID(0, 0));
  }

  @Test
  void theStoreThatANodeUsesIsTheCurrentOne() {
    stores.found(new Disk("a", 0), 1, OLDER);
    assertThat(current()).isEqualTo(OLDER);
    stores.made(new Disk("a", 1), 1, NEWER);
    assertThat(current()).isEqualTo(NEWER);
    stores.uses("a", 1, OLDER);
    assertThat(current()).isEqualTo(OLDER);
  }
}
