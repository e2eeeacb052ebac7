package io.aumbry.frontend.rest.identity;

import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.QueryParameters;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A page of a list in the order of ids.
 *
 * @param next the first id of the next page, which the caller may read too; empty on the last page
 */
record IdentityPage<T>(List<T> entries, Optional<String> next) {
  IdentityPage {
    entries = List.copyOf(entries);
  }

  /**
   * The page that a request asks for.
   *
   * @param isReadable asked only until the page is full
   */
  static <T> IdentityPage<T> of(
      Stream<T> all, Function<T, String> id, Predicate<T> isReadable, Call call) {
    QueryParameters parameters = QueryParameters.of(call.request().query());
    int limit = parameters.maxKeys();
    String begin = parameters.page();
    List<T> found =
        all.filter(each -> id.apply(each).compareTo(begin) >= 0)
            .sorted(Comparator.comparing(id))
            .filter(isReadable)
            .limit(limit + 1L)
            .toList();
    return found.size() <= limit
        ? new IdentityPage<>(found, Optional.empty())
        : new IdentityPage<>(found.subList(0, limit), Optional.of(id.apply(found.get(limit))));
  }
}
