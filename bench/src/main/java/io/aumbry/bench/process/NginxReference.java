package io.aumbry.bench.process;

import io.aumbry.bench.load.Pacer;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two hops through nginx, a proxy and a file server, on free loopback ports. This is the least cost
 * of serving the same bytes without replication, verification or lookup.
 */
public final class NginxReference implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(10);
  private static final long POLL_NANOS = Duration.ofMillis(20).toNanos();

  private final List<Process> processes = new ArrayList<>();
  private final Path home;
  private final boolean tls;
  private int port;

  private NginxReference(Path home, boolean tls) {
    this.home = home;
    this.tls = tls;
  }

  /**
   * Starts both and waits until they answer.
   *
   * @param root the files to serve
   * @param tls whether the inner hop is encrypted, as between Aumbry's processes
   * @throws IllegalStateException when nginx is missing or does not start
   */
  public static NginxReference start(Path root, boolean tls, Time time, Pacer pacer)
      throws IOException {
    NginxReference reference =
        new NginxReference(Files.createTempDirectory("aumbry-bench-nginx"), tls);
    try {
      int filesPort = reference.startFiles(root, time);
      reference.port = reference.startProxy(filesPort);
      Deadline deadline = Deadline.after(START_LIMIT, time);
      while (!(answers(filesPort) && answers(reference.port))) {
        reference.check(deadline.hasPassed(time));
        pacer.awaitUntil(time.monotonicNanos() + POLL_NANOS);
      }
      return reference;
    } catch (IOException | RuntimeException e) {
      reference.close();
      throw e;
    }
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** The proxy and the file server. */
  public List<WatchedProcess> processes() {
    return List.of(
        new WatchedProcess(processes.get(1).pid(), "nginx proxy", true),
        new WatchedProcess(processes.get(0).pid(), "nginx files", true));
  }

  /** Stops both and removes their files. */
  @Override
  public void close() {
    processes.forEach(Process::destroy);
    boolean interrupted = false;
    for (Process process : processes) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        process.destroyForcibly();
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      FolderTree.delete(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int startFiles(Path root, Time time) throws IOException {
    Path folder = Files.createDirectory(home.resolve("files"));
    int free = freePort();
    run(
        folder,
        tls
            ? NginxConfig.encryptedFiles(folder, free, root, identity(folder, time))
            : NginxConfig.files(folder, free, root));
    return free;
  }

  private static DevCertificates.Identity identity(Path folder, Time time) {
    return new DevCertificates(folder.resolve("tls"), time, SystemRandom.secure())
        .identity("nginx");
  }

  private int startProxy(int filesPort) throws IOException {
    Path folder = Files.createDirectory(home.resolve("proxy"));
    int free = freePort();
    run(folder, NginxConfig.proxy(folder, free, filesPort, tls));
    return free;
  }

  private void run(Path folder, String config) throws IOException {
    Path file = Files.writeString(folder.resolve("nginx.conf"), config);
    processes.add(
        new ProcessBuilder(executable(), "-c", file.toString(), "-p", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output").toFile())
            .start());
  }

  private static String executable() {
    // Debian installs it outside the path of normal users
    return List.of("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx").stream()
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("nginx is missing: apt-get install nginx-light"));
  }

  private void check(boolean late) throws IOException {
    if (late || processes.stream().anyMatch(process -> !process.isAlive())) {
      throw new IllegalStateException(
          "nginx did not start: "
              + Files.readString(home.resolve("files/output"))
              + Files.readString(home.resolve("proxy/output")));
    }
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Finds a free port, because nginx cannot let the system choose. */
  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
