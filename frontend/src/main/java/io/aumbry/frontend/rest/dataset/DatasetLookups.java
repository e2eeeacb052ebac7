package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetCatalog;
import io.aumbry.catalog.dataset.DatasetLookup;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;

/** Finds datasets for requests. */
record DatasetLookups(DatasetCatalog datasets) {
  /**
   * The dataset of a name.
   *
   * @throws Refusal 404 or 410
   */
  Dataset find(DatasetRef dataset, Call call) {
    return switch (datasets.find(dataset, call.context())) {
      case DatasetLookup.Found(Dataset found) -> found;
      case DatasetLookup.Deleted _ ->
          throw new Refusal(
              RestError.DELETED, "The dataset '" + dataset.name() + "' has been deleted");
      case DatasetLookup.Missing _ -> throw missing(dataset);
    };
  }

  static Refusal missing(DatasetRef dataset) {
    return new Refusal(RestError.NOT_FOUND, "There is no dataset '" + dataset.name() + "'");
  }

  static Refusal noVersion(DatasetRef dataset, String version) {
    return new Refusal(
        RestError.NOT_FOUND,
        "The dataset '" + dataset.name() + "' has no version '" + version + "'");
  }
}
