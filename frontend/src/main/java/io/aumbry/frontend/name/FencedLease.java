package io.aumbry.frontend.name;

import java.time.Duration;

/**
 * The lease of a writer that can commit no more names.
 *
 * @param writer unique for each lease
 * @param cleanUntilMillis no upload of the writer that began earlier, by its clock, can have left a
 *     blob without a name
 * @param renewedMillis the last renewal in the catalog, by the clock of the writer. Each of its ids
 *     was created before this time plus the validity of a lease
 * @param fencedAtMillis by the clock of the process that fenced it
 * @param transferLimit age of an id from which nodes refuse its blob
 */
public record FencedLease(
    String writer,
    long cleanUntilMillis,
    long renewedMillis,
    long fencedAtMillis,
    Duration transferLimit) {
  public FencedLease {
    if (cleanUntilMillis < 0
        || renewedMillis < 0
        || fencedAtMillis < 0
        || transferLimit.isNegative()) {
      throw new IllegalArgumentException(
          "lease of %s, clean until %d, renewed at %d, fenced at %d, transfers %s"
              .formatted(writer, cleanUntilMillis, renewedMillis, fencedAtMillis, transferLimit));
    }
  }
}
