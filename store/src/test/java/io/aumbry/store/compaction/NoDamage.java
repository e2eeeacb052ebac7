package io.aumbry.store.compaction;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.log.Damage;
import io.aumbry.store.log.KnownDamage;
import io.aumbry.store.record.LogPosition;
import java.util.Optional;

class NoDamage implements KnownDamage {
  @Override
  public Optional<Damage> healedAt(LogPosition home) {
    return Optional.empty();
  }

  @Override
  public boolean names(BlobId id) {
    return false;
  }

  @Override
  public void suspect(LogPosition home) {}

  @Override
  public long healings() {
    return 0;
  }
}
