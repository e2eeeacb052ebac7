package io.aumbry.bench.process;

import io.aumbry.bench.load.Pacer;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Two hops through nginx, a proxy and a file server, on free loopback ports. This is the least cost
 * of serving the same bytes without replication, verification or lookup.
 */
public final class NginxReference implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(10);

  private final ServerProcesses servers;
  private final boolean tls;
  private final int filesPort;
  private final int port;

  private NginxReference(ServerProcesses servers, boolean tls, List<Integer> ports) {
    this.servers = servers;
    this.tls = tls;
    this.filesPort = ports.get(0);
    this.port = ports.get(1);
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
    ServerProcesses servers =
        new ServerProcesses(Files.createTempDirectory("aumbry-bench-nginx"), time, pacer);
    try {
      NginxReference reference = new NginxReference(servers, tls, FreePorts.find(2));
      reference.startFiles(root, time);
      reference.startProxy();
      servers.await(START_LIMIT, () -> answers(reference.filesPort) && answers(reference.port));
      return reference;
    } catch (IOException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** The file server and the proxy. */
  public List<WatchedProcess> processes() {
    return servers.watched();
  }

  /** Stops both and removes their files. */
  @Override
  public void close() {
    servers.close();
  }

  private void startFiles(Path root, Time time) throws IOException {
    Path folder = Files.createDirectory(servers.folder().resolve("files"));
    run(
        "nginx files",
        folder,
        tls
            ? NginxConfig.encryptedFiles(folder, filesPort, root, identity(folder, time))
            : NginxConfig.files(folder, filesPort, root));
  }

  private static DevCertificates.Identity identity(Path folder, Time time) {
    return new DevCertificates(folder.resolve("tls"), time, SystemRandom.secure())
        .identity("nginx");
  }

  private void startProxy() throws IOException {
    Path folder = Files.createDirectory(servers.folder().resolve("proxy"));
    run("nginx proxy", folder, NginxConfig.proxy(folder, port, filesPort, tls));
  }

  private void run(String name, Path folder, String config) throws IOException {
    Path file = Files.writeString(folder.resolve("nginx.conf"), config);
    servers.start(name, List.of(executable(), "-c", file.toString(), "-p", folder.toString()));
  }

  private static String executable() {
    // Debian installs it outside the path of normal users
    return List.of("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx").stream()
        .filter(path -> Files.isExecutable(Path.of(path)))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("nginx is missing: apt-get install nginx-light"));
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
