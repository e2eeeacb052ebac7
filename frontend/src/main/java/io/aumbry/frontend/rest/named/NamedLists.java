package io.aumbry.frontend.rest.named;

import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.NameCatalog;
import io.aumbry.catalog.name.NameListing;
import io.aumbry.catalog.name.NameVersion;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Arguments;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.NamedAddress;
import io.aumbry.frontend.rest.QueryParameters;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import java.util.List;
import java.util.Optional;

/** {@code GET /named/account/container}: pages of names. */
public final class NamedLists {
  private static final String DELIMITER = "/";

  private final NameCatalog names;

  public NamedLists(NameCatalog names) {
    this.names = names;
  }

  /**
   * A page.
   *
   * @param nextPageToken the first name of the next page; absent on the last one
   */
  private record Page(List<Entry> entries, Optional<String> nextPageToken) {}

  /**
   * A name, or a directory with what its names have in common.
   *
   * @param expirationTimeMs absent without an expiry
   */
  private record Entry(
      String blobName,
      long blobSize,
      long modifiedTimeMs,
      boolean isDirectory,
      Optional<Long> expirationTimeMs) {}

  public Answer list(Owner owner, Call call) {
    NameRules.check(owner, call.arguments());
    NameListing page =
        names.list(query(owner, call), NamedReads.freshness(call.arguments()), call.context());
    Page document =
        new Page(
            page.entries().stream().map(NamedLists::entry).toList(),
            page.next().map(KeyBytes::text));
    return Answer.json(document, call.headers());
  }

  private static NameListing.Query query(Owner owner, Call call) {
    QueryParameters parameters = QueryParameters.of(call.request().query());
    String prefix =
        parameters
            .text("prefix")
            .orElseThrow(() ->
                new Refusal(
                    RestError.MISSING_ARGS, "Missing parameter prefix, which may be empty"));
    String delimiter = parameters.text("delimiter").orElse("");
    if (!delimiter.isEmpty() && !delimiter.equals(DELIMITER)) {
      throw Arguments.invalid("delimiter", delimiter, "must be " + DELIMITER);
    }
    return new NameListing.Query(
        NamedAddress.container(owner),
        KeyBytes.of(prefix),
        KeyBytes.of(delimiter),
        KeyBytes.of(parameters.page()),
        parameters.maxKeys());
  }

  private static Entry entry(NameListing.Entry entry) {
    return switch (entry) {
      case NameListing.Named(KeyBytes key, long size, long modified, long expires) ->
          new Entry(
              key.text(),
              size,
              modified,
              false,
              expires == NameVersion.NEVER ? Optional.empty() : Optional.of(expires));
      case NameListing.Group(KeyBytes key) -> new Entry(key.text(), 0, 0, true, Optional.empty());
    };
  }
}
