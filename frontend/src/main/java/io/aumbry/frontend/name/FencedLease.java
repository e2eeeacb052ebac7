package io.aumbry.frontend.name;

import java.time.Duration;

/**
 * The lease of a writer that can commit no more names.
 *
 * @param writer unique for each lease
 * @param cleanUntilMillis no upload of the writer that began earlier, by its clock, can have left a
 *     blob without a name
 * @param renewedMillis the last renewal in the catalog, by the clock of the writer. It created no id
 *     later than the validity of a lease after that
 * @param fencedAtMillis by the clock of the process that fenced it
 * @param transferLimit nodes refuse a blob of the writer so long after the creation of its id
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
