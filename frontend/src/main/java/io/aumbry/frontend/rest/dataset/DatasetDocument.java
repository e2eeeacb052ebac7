package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.frontend.gate.Owner;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** A dataset in an answer, in Ambry's JSON form. */
record DatasetDocument(
    String accountName,
    String containerName,
    String datasetName,
    String versionSchema,
    Optional<String> retentionPolicy,
    Optional<Integer> retentionCount,
    Optional<Long> retentionTimeInSeconds,
    Map<String, String> userTags) {

  static DatasetDocument of(Dataset dataset, Owner owner) {
    Dataset.Settings settings = dataset.settings();
    return new DatasetDocument(
        owner.account().name(),
        owner.container().name(),
        dataset.ref().name(),
        dataset.schema().name(),
        settings.retentionPolicy(),
        settings.retentionCount(),
        settings.retentionTime().map(Duration::toSeconds),
        settings.userTags().orElse(Map.of()));
  }
}
