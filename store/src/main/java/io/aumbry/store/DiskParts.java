package io.aumbry.store;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.index.IndexPages;

/** What the stores of one disk share. */
record DiskParts(
    Disk disk,
    StoreConfig config,
    BufferPool buffers,
    Time time,
    DiskWriter writer,
    DiskReaders readers,
    DiskHelper helper) {
  DiskGuard guard() {
    return readers.guard();
  }

  DiskMetrics metrics() {
    return writer.metrics();
  }

  IndexPages indexPages() {
    return readers.indexPages();
  }
}
