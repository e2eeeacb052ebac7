package io.aumbry.catalog.dataset;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.protocol.runtime.RequestContext;
import java.util.List;
import java.util.Optional;

/**
 * Reads datasets. Each read sees every change that was acknowledged before the call. Calls park the
 * thread of the request.
 */
public interface DatasetCatalog {
  /** The limit of entries of a page. */
  int MAX_ENTRIES = 1000;

  DatasetLookup find(DatasetRef dataset, RequestContext context);

  /** An exact version, or for every step the latest live one. */
  VersionLookup find(DatasetRef dataset, VersionRequest version, RequestContext context);

  /** The version that an upload by {@code step} gets if it is committed before any other. */
  DatasetVersion next(Dataset dataset, VersionStep step, RequestContext context);

  /**
   * The names of the datasets of a container in order.
   *
   * @param start the first name to return, inclusive; empty for the first page
   */
  Page list(ContainerRef container, String start, int limit, RequestContext context);

  /**
   * The live versions of a dataset in order.
   *
   * @param start the first version to return, inclusive
   */
  Page versions(Dataset dataset, Optional<DatasetVersion> start, int limit, RequestContext context);

  /**
   * A page of names or versions.
   *
   * @param next the first entry of the next page; empty on the last page
   */
  record Page(List<String> entries, Optional<String> next) {
    public Page {
      entries = List.copyOf(entries);
    }

    /** Makes a page of at most {@code limit} of these entries. */
    public static Page of(List<String> entries, int limit) {
      return entries.size() <= limit
          ? new Page(entries, Optional.empty())
          : new Page(entries.subList(0, limit), Optional.of(entries.get(limit)));
    }
  }
}
