package io.aumbry.frontend.rest.dataset;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.aumbry.catalog.dataset.Dataset;
import io.aumbry.catalog.dataset.VersionSchema;
import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.rest.account.Fields;
import io.aumbry.frontend.rest.body.JsonBody;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A dataset in a request, in Ambry's JSON form.
 *
 * @param settings absent keys of an update stay as they are
 */
record DatasetBody(
    String accountName,
    String containerName,
    String datasetName,
    Optional<VersionSchema> schema,
    Dataset.Settings settings) {
  /** Reads the keys of the document, whatever they are. */
  static final JsonReader<Document> READER =
      JsonReader.allowingNulls(Document.class, JsonBody.OBJECT_LIMIT);

  record Document(@JsonAnySetter Map<String, @Nullable Object> keys) {}

  static DatasetBody of(Document document) {
    Fields fields = Fields.of("the dataset", document.keys());
    DatasetBody body =
        new DatasetBody(
            fields.requiredText("accountName"),
            fields.requiredText("containerName"),
            fields.requiredText("datasetName"),
            fields.constant("versionSchema", VersionSchema.class),
            new Dataset.Settings(
                fields.text("retentionPolicy"),
                fields.number("retentionCount", 1, Integer.MAX_VALUE).map(Math::toIntExact),
                fields.number("retentionTimeInSeconds", 1, Long.MAX_VALUE).map(Duration::ofSeconds),
                fields.entries("userTags")));
    fields.requireKnown();
    return body;
  }
}
