package io.aumbry.tests.simulation.load;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.store.check.Finding;
import io.aumbry.store.disk.CrashingDisk;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
import io.aumbry.tests.simulation.cluster.SimulatedMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code aumbry store verify} on the disks of a machine after its process has ended. */
public final class Verified {
  private final Path folder;
  private final long wallMillis;
  private final List<Finding> findings = new ArrayList<>();

  private Verified(Path folder, long wallMillis) {
    this.folder = folder;
    this.wallMillis = wallMillis;
  }

  public static List<Finding> damages(SimulatedMachine machine, long wallMillis) {
    try {
      Path folder = Files.createTempDirectory("verified");
      try {
        Verified verified = new Verified(folder, wallMillis);
        for (CrashingDisk medium : machine.stores()) {
          verified.check(medium);
        }
        return verified.findings.stream().filter(Finding::isDamage).toList();
      } finally {
        FolderTree.delete(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void check(CrashingDisk medium) throws IOException {
    Path root = Files.createTempDirectory(folder, "disk");
    for (String file : medium.files()) {
      Path path = root.resolve(file);
      Files.createDirectories(path.resolveSibling(""));
      Files.write(path, medium.bytes(file));
    }
    for (StoppedDisk disk : StoppedDisk.find(root)) {
      try (disk) {
        for (StoppedStore store : disk.stores()) {
          store.check(wallMillis, _ -> {}, findings::add);
        }
      }
    }
  }
}
