package io.aumbry.frontend.rest.dataset;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.frontend.gate.Owner;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A dataset in an answer, in Ambry's JSON form. */
record DatasetDocument(
    @JsonUnwrapped Place place,
    String versionSchema,
    Optional<String> retentionPolicy,
    Optional<Integer> retentionCount,
    Optional<Long> retentionTimeInSeconds,
    Map<String, String> userTags) {
  /** The full name of the dataset. */
  record Place(String accountName, String containerName, String datasetName) {}

  static DatasetDocument of(Dataset dataset, Owner owner) {
    Dataset.Settings settings = dataset.settings();
    return new DatasetDocument(
        new Place(owner.account().name(), owner.container().name(), dataset.ref().name()),
        dataset.schema().name(),
        settings.retentionPolicy(),
        settings.retentionCount(),
        settings.retentionTime().map(Duration::toSeconds),
        settings.userTags().orElse(Map.of()));
  }
}
