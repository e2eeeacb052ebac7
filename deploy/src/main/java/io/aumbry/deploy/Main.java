package io.aumbry.deploy;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code aumbry} command. */
@Command(
    name = "aumbry",
    description = "A geo-distributed store for immutable blobs.",
    mixinStandardHelpOptions = true,
    version = "aumbry 0.1.0-SNAPSHOT")
final class Main implements Runnable {
  private Main() {}

  static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
