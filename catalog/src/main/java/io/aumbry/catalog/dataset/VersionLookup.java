package io.aumbry.catalog.dataset;

import io.aumbry.catalog.name.NameLookup;

/** A version of a dataset. */
public sealed interface VersionLookup {
  /**
   * A version that was stored once.
   *
   * @param original the version under which it was stored, before it was renamed
   * @param name its blob, which may be deleted or expired
   */
  record Found(DatasetVersion version, DatasetVersion original, NameLookup name)
      implements VersionLookup {}

  record NoVersion() implements VersionLookup {}

  record NoDataset() implements VersionLookup {}
}
