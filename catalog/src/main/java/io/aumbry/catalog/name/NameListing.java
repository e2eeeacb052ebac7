package io.aumbry.catalog.name;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * A page of the live names of a container in the order of their bytes.
 *
 * @param next the first name or group of the next page; empty on the last page
 */
public record NameListing(List<Entry> entries, Optional<KeyBytes> next) {
  public static final int MAX_ENTRIES = 10_000;

  public NameListing {
    entries = List.copyOf(entries);
  }

  /** A line of a page. */
  public sealed interface Entry {
    /** The name, or what the names of a group have in common. */
    KeyBytes key();
  }

  /** A name. */
  public record Named(KeyBytes key, long size, long modifiedMillis, long expiresMillis)
      implements Entry {}

  /** All names that begin with {@code key}, which ends in the delimiter. */
  public record Group(KeyBytes key) implements Entry {}

  /**
   * The wanted page.
   *
   * @param prefix of all names of the page; may be empty
   * @param delimiter groups names that have it after the prefix; may be empty
   * @param start the first name to return, inclusive; empty for the first page
   * @param limit of entries, 1 to {@value #MAX_ENTRIES}
   */
  public record Query(
      ContainerRef container, KeyBytes prefix, KeyBytes delimiter, KeyBytes start, int limit) {
    /**
     * Checks the limits.
     *
     * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if an argument is out of bounds
     */
    public Query {
      new PageBounds("names", MAX_ENTRIES).checkLimit(limit);
      PageBounds.checkGrouping(prefix, delimiter);
      PageBounds.checkLength("page", start);
    }
  }
}
