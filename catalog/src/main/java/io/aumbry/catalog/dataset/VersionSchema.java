package io.aumbry.catalog.dataset;

/** The form of the versions of a dataset. */
public enum VersionSchema {
  /** Milliseconds since 1970. */
  TIMESTAMP(1),
  /** 1, 2, 3. */
  MONOTONIC(1),
  /** Major, minor and patch, as 1.2.3. */
  SEMANTIC(3),
  /** Major, minor, patch and revision, as 1.2.3.4. */
  SEMANTIC_LONG(4);

  private final int numbers;

  VersionSchema(int numbers) {
    this.numbers = numbers;
  }

  /** How many numbers a version has. */
  public int numbers() {
    return numbers;
  }
}
