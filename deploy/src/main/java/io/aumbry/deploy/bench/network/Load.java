package io.aumbry.deploy.bench.network;

import io.aumbry.config.DataSize;
import java.time.Duration;

/**
 * What is asked of a variant.
 *
 * @param size of each content in bytes
 * @param callers who each wait for their answer before they ask again
 * @param keys that a caller wants at a time; an operation is all of them
 * @param roundTrip added between client and server
 */
record Load(int size, int callers, int keys, Duration roundTrip) {
  static Load of(int size, int callers) {
    return new Load(size, callers, 1, Duration.ZERO);
  }

  String title() {
    return new DataSize(size)
        + (keys == 1 ? "" : ", " + keys + " keys")
        + (callers == 1 ? ", 1 caller" : ", " + callers + " callers")
        + (roundTrip.isZero() ? "" : ", " + roundTrip.toMillis() + " ms");
  }
}
