package io.aumbry.store.io;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.runtime.Bounds;

/**
 * The means of a disk to answer reads.
 *
 * @param cachePercent share of the available memory for unread new records
 */
public record ReadConfig(
    @Setting(
            key = "storage.read-threads",
            range = "1 to 256",
            text = "Threads that read from one disk in parallel.")
        @Default("16")
        int threads,
    @Setting(
            key = "storage.write-cache",
            range = "0 to 100",
            text =
                "Percentage of the available memory that unread new records of 128 KiB and more may"
                    + " use in the page cache, on all disks together. Each disk keeps 64 MiB to 64"
                    + " GiB of them.")
        @Default("25")
        int cachePercent) {
  public ReadConfig {
    Bounds.check("readThreads", threads, 1, 256);
    Bounds.check("cachePercent", cachePercent, 0, 100);
  }
}
