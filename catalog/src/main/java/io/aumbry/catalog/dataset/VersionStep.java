package io.aumbry.catalog.dataset;

/** A version by its relation to the latest one: the next one for a PUT, the latest for a GET. */
public enum VersionStep {
  /** The next version increments the last number. */
  LATEST,
  MAJOR,
  MINOR,
  PATCH,
  REVISION;

  public boolean isAllowed(VersionSchema schema) {
    return switch (this) {
      case LATEST -> true;
      case MAJOR, MINOR, PATCH -> schema.numbers() >= VersionSchema.SEMANTIC.numbers();
      case REVISION -> schema == VersionSchema.SEMANTIC_LONG;
    };
  }

  /** The index of the number that the next version increments. */
  int incremented(VersionSchema schema) {
    return switch (this) {
      case LATEST -> schema.numbers() - 1;
      case MAJOR -> 0;
      case MINOR -> 1;
      case PATCH -> 2;
      case REVISION -> 3;
    };
  }
}
