package io.aumbry.store.entropy;

import io.aumbry.protocol.blob.IdRange;
import java.io.IOException;
import java.util.function.Predicate;

/** The blobs that a store knows, in the order of their ids. */
@FunctionalInterface
public interface BlobScan {
  /** Shows those of a range, for as long as {@code visitor} says so. */
  void show(IdRange range, Predicate<KnownBlob> visitor) throws IOException;
}
