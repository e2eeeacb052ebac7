package io.aumbry.store.partition;

import io.aumbry.protocol.buffer.BufferPool;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.disk.Disk;
import io.aumbry.store.disk.DiskGuard;
import io.aumbry.store.index.segment.IndexPages;
import io.aumbry.store.io.DiskBackgroundTasks;
import io.aumbry.store.io.DiskMetrics;
import io.aumbry.store.io.DiskReaders;
import io.aumbry.store.io.DiskWriter;

public record DiskServices(
    Disk disk,
    StoreConfig config,
    BufferPool buffers,
    Time time,
    DiskWriter writer,
    DiskReaders readers,
    DiskBackgroundTasks helper) {
  public DiskGuard guard() {
    return readers.guard();
  }

  public DiskMetrics metrics() {
    return writer.metrics();
  }

  public IndexPages indexPages() {
    return readers.indexPages();
  }
}
