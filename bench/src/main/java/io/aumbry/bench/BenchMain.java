package io.aumbry.bench;

import io.aumbry.deploy.Main;
import java.util.List;

/** The {@code aumbry} command with {@code bench}. The launcher runs it if the JAR is present. */
public final class BenchMain {
  private BenchMain() {}

  static void main(String[] args) {
    Main.run(List.of(BenchCommand.class), args);
  }
}
