package io.aumbry.bench.network;

import io.aumbry.deploy.process.ChildJvm;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A side in a child process, which ends when this process ends for any reason. */
final class ProcessSide implements Side {
  /** The same limits for all, so that memory use is comparable. */
  private static final List<String> MEMORY = List.of("-Xmx512m", "-XX:MaxDirectMemorySize=1g");

  private final Process process;
  private final BufferedWriter to;
  private final BufferedReader from;
  private final List<String> arguments;

  private ProcessSide(Process process, List<String> arguments) {
    this.process = process;
    this.arguments = arguments;
    this.to = process.outputWriter(StandardCharsets.UTF_8);
    this.from = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts the process and returns at once.
   *
   * @param main the main class
   * @param arguments of the {@code aumbry} command
   */
  static ProcessSide start(String main, List<String> arguments) {
    try {
      return new ProcessSide(
          new ProcessBuilder(ChildJvm.command(MEMORY, main, arguments))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start(),
          arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String ask(String line) {
    try {
      to.write(line);
      to.newLine();
      to.flush();
      String answer = from.readLine();
      if (answer == null) {
        throw new IllegalStateException(String.join(" ", arguments) + " has died");
      }
      return answer;
    } catch (IOException e) {
      throw new IllegalStateException(String.join(" ", arguments) + " has died", e);
    }
  }

  @Override
  public void close() {
    try {
      to.close();
      process.waitFor();
    } catch (IOException e) {
      process.destroy();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
