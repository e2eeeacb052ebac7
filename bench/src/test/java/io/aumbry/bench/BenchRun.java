package io.aumbry.bench;

import io.aumbry.deploy.CommandRun;
import java.util.List;

/** Runs {@code aumbry} with the benchmarks in this JVM. */
final class BenchRun {
  private BenchRun() {}

  static CommandRun of(String... arguments) {
    return CommandRun.of(List.of(BenchCommand.class), arguments);
  }
}
