package io.aumbry.store.log;

import io.aumbry.protocol.blob.BlobId;
import io.aumbry.store.record.LogPosition;
import java.util.Optional;

public interface KnownDamage {
  /** The repaired damage that includes the byte with this home position. */
  Optional<Damage> healedAt(LogPosition home);

  /** Whether the log may have a damaged PUT record of a blob, repaired or not. */
  boolean names(BlobId id);

  /** A reader has found damage at {@code home}, which is to be verified unless it is known. */
  void suspect(LogPosition home);

  /** Number of repairs since the opening of the store. */
  long healings();
}
