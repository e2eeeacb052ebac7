package io.aumbry.catalog.dataset;

import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;

/** The version that a request names. */
public sealed interface VersionRequest {
  record Exact(DatasetVersion version) implements VersionRequest {}

  record Relative(VersionStep step) implements VersionRequest {}

  /**
   * Reads a version, or the name of a step in upper case.
   *
   * @throws AumbryException {@link ErrorCode#BAD_REQUEST} if the schema has no such version
   */
  static VersionRequest parse(VersionSchema schema, String text) {
    for (VersionStep step : VersionStep.values()) {
      if (step.name().equals(text)) {
        if (!step.isAllowed(schema)) {
          throw new AumbryException(
              ErrorCode.BAD_REQUEST, "the schema " + schema + " has no version " + step);
        }
        return new Relative(step);
      }
    }
    return new Exact(DatasetVersion.parse(schema, text));
  }
}
