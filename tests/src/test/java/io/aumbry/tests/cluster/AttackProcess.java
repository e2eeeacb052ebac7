package io.aumbry.tests.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.aumbry.deploy.process.ChildJvm;
import io.aumbry.tests.cluster.SlowClients.Attack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * Runs the slow clients of an attack in a separate process. It has the lowest priority, because
 * real attackers do not use the processors of the cluster's machine.
 */
final class AttackProcess implements AutoCloseable {
  private final Process process;

  private AttackProcess(Process process) {
    this.process = process;
  }

  /** Starts the process, which waits for {@link #begin}. */
  static AttackProcess prepare(Attack attack, URI endpoint, String from, String largeBlob)
      throws IOException {
    List<String> words =
        List.of(
            "nice",
            "-n",
            "19",
            ChildJvm.java(),
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            AttackProcess.class.getName(),
            attack.name(),
            endpoint.toString(),
            from,
            largeBlob);
    Process process =
        new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    if (process.getInputStream().read() < 0) {
      throw new IOException("The attack did not start");
    }
    return new AttackProcess(process);
  }

  void begin() throws IOException {
    process.outputWriter(UTF_8).append('\n').flush();
  }

  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  static void main(String[] arguments) throws IOException {
    System.out.println("prepared");
    if (System.in.read() >= 0) {
      try (SlowClients _ =
          SlowClients.begin(
              Attack.valueOf(arguments[0]), URI.create(arguments[1]), arguments[2], arguments[3])) {
        var _ = System.in.read();
      }
    }
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.destroy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      process.onExit().join();
    }
  }
}
