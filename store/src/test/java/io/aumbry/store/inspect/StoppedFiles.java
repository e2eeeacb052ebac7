package io.aumbry.store.inspect;

import io.aumbry.store.check.Finding;
import io.aumbry.store.disk.Disk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Checks stopped stores on any disk. */
public final class StoppedFiles {
  private StoppedFiles() {}

  /** The damage in the folder of a store. */
  public static List<Finding> damages(Disk disk, String folder, long nowMillis) throws IOException {
    List<Finding> findings = new ArrayList<>();
    new StoppedStore(disk, Path.of("."), folder).check(nowMillis, bytes -> {}, findings::add);
    return StoppedFolder.damages(findings);
  }
}
