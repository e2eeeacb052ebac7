package io.aumbry.frontend.rest.dataset;

import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.DatasetRef;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** A dataset in a request, in Ambry's JSON form. Absent keys of an update stay as they are. */
record DatasetBody(
    Optional<String> accountName,
    Optional<String> containerName,
    Optional<String> datasetName,
    Optional<String> versionSchema,
    Optional<String> retentionPolicy,
    Optional<Integer> retentionCount,
    Optional<Long> retentionTimeInSeconds,
    Optional<Map<String, String>> userTags) {

  /** The value of a key that must be present. */
  static String required(Optional<String> value, String key) {
    return value
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> new Refusal(RestError.BAD_REQUEST, "Key '" + key + "' is missing"));
  }

  /** The schema, if there is one. */
  Optional<VersionSchema> schema() {
    return versionSchema.map(text ->
        Arrays.stream(VersionSchema.values())
            .filter(schema -> schema.name().equals(text))
            .findFirst()
            .orElseThrow(() ->
                Arguments.invalid(
                    "versionSchema",
                    text,
                    "must be one of " + Arrays.toString(VersionSchema.values()))));
  }

  Dataset dataset(DatasetRef ref, VersionSchema schema) {
    return new Dataset(
        ref,
        schema,
        new Dataset.Settings(
            retentionPolicy, retentionCount, retentionTimeInSeconds.map(Duration::ofSeconds), userTags));
  }
}
