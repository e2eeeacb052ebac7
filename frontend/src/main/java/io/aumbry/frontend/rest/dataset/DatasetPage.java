package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.dataset.DatasetCatalog;
import java.util.List;
import java.util.Optional;

/**
 * A page of names of datasets or of versions.
 *
 * @param nextPageToken the first entry of the next page; absent on the last one
 */
record DatasetPage(List<String> entries, Optional<String> nextPageToken) {
  /** As in Ambry. */
  static final int MAX_ENTRIES = 100;

  static DatasetPage of(DatasetCatalog.Page page) {
    return new DatasetPage(page.entries(), page.next());
  }
}
