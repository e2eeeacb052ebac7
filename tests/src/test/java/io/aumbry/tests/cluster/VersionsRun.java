package io.aumbry.tests.cluster;

import io.aumbry.bench.process.FolderTree;
import io.aumbry.deploy.log.Logging;
import io.aumbry.tests.cluster.MixedVersions.Side;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * {@code tests/versions}: a matrix of an earlier build and this one. In each cell, a process of one
 * build uses what the other one serves or wrote.
 */
final class VersionsRun {
  private VersionsRun() {}

  static void main(String[] arguments) throws Exception {
    Logging.toStandardError("error");
    Side earlier = side("earlier", ProductBuild.of(Path.of(arguments[0])), true);
    Side current = side("current", ProductBuild.of(Path.of(arguments[1])), false);
    VersionMatrix matrix = new VersionMatrix(System.err);
    Path data = Files.createTempDirectory("versions");
    long began = System.nanoTime();
    run(matrix, earlier, current, data.resolve("earlier"));
    run(matrix, current, earlier, data.resolve("current"));
    System.out.println();
    matrix.lines().forEach(System.out::println);
    System.out.printf(Locale.ROOT, "versions %s and %s%n", earlier.version(), current.version());
    System.out.printf(Locale.ROOT, "took %.0f s%n", (System.nanoTime() - began) / 1e9);
    if (matrix.hasPassed()) {
      FolderTree.delete(data);
    } else {
      System.out.println("logs and disks are in " + data);
    }
    System.exit(matrix.hasPassed() ? 0 : 1);
  }

  private static Side side(String name, ProductBuild build, boolean isEarlier) throws Exception {
    Side side = new Side(name, build, build.version(), isEarlier);
    System.out.printf("%s: %s, %s%n", name, side.version(), build.checkout());
    return side;
  }

  private static void run(VersionMatrix matrix, Side first, Side second, Path data)
      throws Exception {
    try (MixedVersions direction = new MixedVersions(matrix, first, second, data)) {
      direction.run();
    }
  }
}
