package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.IdRange;
import java.io.IOException;
import java.util.function.Predicate;

@FunctionalInterface
public interface BlobScan {
  /** In id order, until {@code visitor} returns false. */
  void show(IdRange range, Predicate<KnownBlob> visitor) throws IOException;
}
