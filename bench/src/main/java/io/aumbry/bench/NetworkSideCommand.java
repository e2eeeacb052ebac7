package io.aumbry.bench;

import io.aumbry.bench.network.Side;
import io.aumbry.bench.network.SideLauncher;
import io.aumbry.deploy.log.Logging;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that {@code aumbry bench network} starts for one side of a variant. */
@Command(
    name = SideLauncher.COMMAND,
    hidden = true,
    description = "One side of a variant; started by aumbry bench network.")
final class NetworkSideCommand implements Callable<Integer> {
  @Parameters(index = "0")
  private SideLauncher.Role role = SideLauncher.Role.CLIENT;

  @Parameters(index = "1")
  private int row;

  @Parameters(index = "2")
  private int variant;

  @Parameters(index = "3")
  private Path folder = Path.of(".");

  @Override
  public Integer call() throws IOException {
    Logging.toStandardError("error");
    try (Side side = SideLauncher.here().start(role, row, variant, folder);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      side.serve(in, System.out);
    }
    return 0;
  }
}
