package io.aumbry.router.journal;

import java.util.List;

/** Of a process that has no place to keep anything. */
enum NoLeftOvers implements LeftOvers {
  INSTANCE;

  @Override
  public List<LeftOver> found() {
    return List.of();
  }

  @Override
  public long newUpload() {
    return 0;
  }

  @Override
  public void chunk(long upload, LeftOver chunk) {}

  @Override
  public void beforeManifest(long upload) {}

  @Override
  public void ended(long upload) {}

  @Override
  public void toDelete(List<LeftOver> all) {}

  @Override
  public void done(LeftOver what) {}

  @Override
  public boolean isKept() {
    return false;
  }

  @Override
  public void close() {}
}
