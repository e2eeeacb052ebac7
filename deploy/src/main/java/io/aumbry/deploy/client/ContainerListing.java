package io.aumbry.deploy.client;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A listing of the names in a container, page by page.
 *
 * @param delimiter groups the names that share the part up to it; empty for none
 * @param page token of the first page; empty for the beginning
 * @param limit of names
 */
public record ContainerListing(
    ContainerReference container, String prefix, String delimiter, String page, long limit) {
  public ContainerListing {
    if (limit < 1) {
      throw new ClientException(ExitCode.USAGE, "--limit " + limit + ", must be 1 or more");
    }
  }

  /**
   * Lists entries with {@code blobName}, {@code blobSize}, {@code modifiedTimeMs}, {@code
   * isDirectory} and perhaps {@code expirationTimeMs}, in the order of the names.
   *
   * @return the token of the next page, if the limit ended the listing
   */
  public Optional<String> run(FrontendClient frontend, Consumer<JsonObject> entries)
      throws IOException {
    FrontendRequest request = FrontendRequest.get(container.path()).parameter("prefix", prefix);
    return new PagedList(
            delimiter.isEmpty() ? request : request.parameter("delimiter", delimiter), "entries")
        .read(frontend, page, limit, entries);
  }
}
