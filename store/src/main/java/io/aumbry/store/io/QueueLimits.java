package io.aumbry.store.io;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.runtime.Bounds;

/**
 * Limits of the queue of a disk.
 *
 * @param bytes of records that wait for the writer
 * @param requests that wait for the writer, and that wait for the readers
 */
public record QueueLimits(
    @Setting(
            key = "storage.queue-size",
            range = "1 MiB to 16 GiB",
            text = "Limit of the records that wait for the writer of a disk; others are refused.")
        @Default("256 MiB")
        long bytes,
    @Default("4096") int requests) {
  public QueueLimits {
    Bounds.check("queueBytes", bytes, 1 << 10, 16L << 30);
    Bounds.check("queueRequests", requests, 1, 1 << 20);
  }
}
