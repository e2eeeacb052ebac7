package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.IdRange;
import java.io.IOException;
import java.util.function.Predicate;

/** Visits the blobs of a store in the order of their ids. */
@FunctionalInterface
public interface BlobScan {
  /** Visits the blobs of a range until {@code visitor} returns false. */
  void show(IdRange range, Predicate<KnownBlob> visitor) throws IOException;
}
