package io.aumbry.deploy.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A list of a frontend, which is read page by page.
 *
 * @param request for the list, without the parameters of a page
 * @param array the key of the entries in the answer
 */
public record PagedList(FrontendRequest request, String array) {
  private static final long PAGE = 1000;

  /**
   * Reads entries in their order.
   *
   * @param begin token of the first page; empty for the beginning
   * @return the token of the next page, if the limit ended the list
   */
  public Optional<String> read(
      FrontendClient frontend, String begin, long limit, Consumer<JsonObject> entries)
      throws IOException {
    String token = begin;
    long left = limit;
    do {
      JsonObject answer = frontend.json(page(token, Math.min(PAGE, left)));
      var found = answer.objects(array);
      found.forEach(entries);
      String next = answer.text("nextPageToken");
      if (next.equals(token) && !next.isEmpty() && found.isEmpty()) {
        throw new ClientException(
            ExitCode.FAILED, "the list of " + request.path() + " does not end");
      }
      left -= found.size();
      token = next;
    } while (!token.isEmpty() && left > 0);
    return Optional.of(token).filter(rest -> !rest.isEmpty());
  }

  private FrontendRequest page(String token, long entries) {
    FrontendRequest limited = request.parameter("max-keys", Long.toString(entries));
    return token.isEmpty() ? limited : limited.parameter("page", token);
  }

  /** All entries in one document, as an answer without pages would have them. */
  public JsonObject all(FrontendClient frontend) throws IOException {
    List<JsonObject> entries = new ArrayList<>();
    read(frontend, "", Long.MAX_VALUE, entries::add);
    return JsonObject.ofAll(array, entries);
  }
}
