package io.aumbry.catalog.dataset;

import io.aumbry.catalog.name.BlobName;
import io.aumbry.catalog.name.ContainerRef;
import io.aumbry.catalog.name.KeyBytes;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a dataset in its container.
 *
 * @param name 1 to 151 letters, digits or {@code _.-}; a letter or digit first
 */
public record DatasetRef(ContainerRef container, String name) {
  /** The form of a name. */
  public static final String PATTERN = "[a-zA-Z0-9][a-zA-Z0-9_.-]{0,150}";

  private static final Pattern NAME = Pattern.compile(PATTERN);

  /** The name of a blob that may be a version. */
  private static final Pattern VERSION = Pattern.compile("(" + PATTERN + ")/[0-9.]+");

  /**
   * Checks the name.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if it is not a name of a dataset
   */
  public DatasetRef {
    if (!NAME.matcher(name).matches()) {
      throw new AumbryException(
          ErrorCode.BAD_REQUEST, "dataset name '" + name + "' must match " + PATTERN);
    }
  }

  /** The dataset of which a blob is a version, if there is such a dataset. */
  public static Optional<DatasetRef> ofVersion(BlobName blob) {
    Matcher matcher = VERSION.matcher(blob.key().text());
    return matcher.matches()
        ? Optional.of(new DatasetRef(blob.container(), matcher.group(1)))
        : Optional.empty();
  }

  /** The name of the blob of a version. */
  public BlobName blobName(DatasetVersion version) {
    return new BlobName(container, KeyBytes.of(name + "/" + version));
  }
}
