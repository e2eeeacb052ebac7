package io.aumbry.catalog.upload;

import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.catalog.name.PageBounds;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * A page of the open uploads of a container in the order of keys and, for one key, of creation.
 *
 * @param next the marker of the next page; empty on the last page
 */
public record UploadListing(List<Entry> entries, Optional<Marker> next) {
  public static final int MAX_ENTRIES = 1000;

  public UploadListing {
    entries = List.copyOf(entries);
  }

  /** A line of a page. */
  public sealed interface Entry {
    /** The position of this entry, after which the next page begins. */
    Marker marker();
  }

  public record Listed(UploadRef ref, MultipartUpload.Summary summary) implements Entry {
    @Override
    public Marker marker() {
      return new Marker(ref.name().key(), Optional.of(ref.id()));
    }
  }

  /** All uploads with keys that begin with {@code key}, which ends in the delimiter. */
  public record Group(KeyBytes key) implements Entry {
    @Override
    public Marker marker() {
      return new Marker(key, Optional.empty());
    }
  }

  /**
   * A position between entries.
   *
   * @param id the position is after this upload of the key; empty for after all uploads of the key
   */
  public record Marker(KeyBytes key, Optional<UploadId> id) {
    /** Before all entries. */
    public static final Marker FIRST = new Marker(KeyBytes.EMPTY, Optional.empty());
  }

  /**
   * The wanted page.
   *
   * @param prefix of all keys of the page; may be empty
   * @param delimiter groups keys that have it after the prefix; may be empty
   * @param after the page begins after this position; a group only if it is greater than the key
   * @param limit of entries, 1 to {@value #MAX_ENTRIES}
   */
  public record Query(
      ContainerRef container, KeyBytes prefix, KeyBytes delimiter, Marker after, int limit) {
    /**
     * Checks the limits.
     *
     * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if an argument is out of bounds
     */
    public Query {
      new PageBounds("uploads", MAX_ENTRIES).checkLimit(limit);
      PageBounds.checkGrouping(prefix, delimiter);
      PageBounds.checkLength("marker", after.key());
    }

    /** The group of a key with the prefix, which ends in the delimiter. */
    public Optional<KeyBytes> groupOf(KeyBytes key) {
      return key.groupBy(delimiter, prefix.length());
    }
  }
}
