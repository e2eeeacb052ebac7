package io.aumbry.catalog.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class KeyDraftTest {
  @Test
  void idsAndSecretsHaveTheirForm() {
    Random random = new Random(1);
    Set<String> ids = new HashSet<>();
    Set<String> secrets = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      KeyDraft draft = KeyDraft.draw(random);
      assertThat(draft.id()).matches("AK[A-Z0-9]{18}");
      assertThat(draft.secret()).matches("[A-Za-z0-9+/]{40}");
      ids.add(draft.id());
      secrets.add(draft.secret());
    }
    assertThat(ids).hasSize(1000);
    assertThat(secrets).hasSize(1000);
  }

  @Test
  void secretsAreInNoText() {
    KeyDraft draft = KeyDraft.draw(new Random(1));
    assertThat(draft.toString()).contains(draft.id()).doesNotContain(draft.secret());
    SealedSecret sealed = new SealedSecret("k1", "c2VhbGVk");
    AccessKey key = new AccessKey(draft.id(), "u", sealed, true, 0, 1);
    assertThat(key.toString()).contains("k1").doesNotContain("c2VhbGVk");
  }
}
