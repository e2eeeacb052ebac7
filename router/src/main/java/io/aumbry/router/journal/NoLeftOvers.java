package io.aumbry.router.journal;

import java.util.List;

/** Of a process that has no place to keep anything. */
enum NoLeftOvers implements LeftOvers {
  INSTANCE;

  @Override
  public List<LeftOver> takeFound() {
    return List.of();
  }

  @Override
  public void toDelete(List<LeftOver> all) {}

  @Override
  public boolean isNoted(LeftOver what) {
    return false;
  }

  @Override
  public void done(LeftOver what) {}

  @Override
  public boolean isKept() {
    return false;
  }

  @Override
  public void close() {}
}
