package io.aumbry.cluster.zookeeper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.X509Exception.SSLContextException;

/**
 * Asks each ZooKeeper server for its own state and for the reason of a failure, which ZooKeeper's
 * client hides.
 */
public final class ZooKeeperProbe {
  private static final int MILLIS = 2000;

  /** Permitted by default on every server. */
  private static final byte[] STATUS = "srvr".getBytes(StandardCharsets.US_ASCII);

  private static final Pattern MODE = Pattern.compile("(?m)^Mode: (\\w+)");

  /** A status is below 1 KB, but a foreign server may send anything. */
  private static final int MOST_STATUS_BYTES = 64 << 10;

  /**
   * A server of an ensemble.
   *
   * @param mode leader, follower, observer or standalone; empty if it does not serve
   * @param problem why it does not serve; empty if it does
   */
  public record Server(String address, String mode, String problem) {
    public boolean serves() {
      return problem.isEmpty();
    }
  }

  private ZooKeeperProbe() {}

  /** Asks all servers at once. A name server that hangs has no time limit of its own. */
  public static List<Server> servers(ClusterAddress address) throws InterruptedException {
    List<InetSocketAddress> all = new ConnectStringParser(address.zkConnect()).getServerAddresses();
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("zookeeper-probe").factory());
    try {
      List<Callable<Server>> questions = new ArrayList<>();
      all.forEach(server -> questions.add(() -> status(server, address)));
      List<Future<Server>> answers =
          threads.invokeAll(questions, 2L * MILLIS, TimeUnit.MILLISECONDS);
      List<Server> servers = new ArrayList<>();
      for (int at = 0; at < all.size(); at++) {
        servers.add(
            answers.get(at).state() == Future.State.SUCCESS
                ? answers.get(at).resultNow()
                : new Server(name(all.get(at)), "", "no answer in time"));
      }
      return servers;
    } finally {
      threads.shutdownNow();
    }
  }

  private static String name(InetSocketAddress server) {
    return server.getHostString() + ":" + server.getPort();
  }

  private static Server status(InetSocketAddress server, ClusterAddress address) {
    String name = name(server);
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(server.getHostString(), server.getPort()), MILLIS);
      plain.setSoTimeout(MILLIS);
      Optional<ClusterIdentity> identity = address.identity();
      try (Socket socket = identity.isPresent() ? secure(plain, server, identity.get()) : plain) {
        socket.getOutputStream().write(STATUS);
        socket.getOutputStream().flush();
        byte[] said = socket.getInputStream().readNBytes(MOST_STATUS_BYTES);
        Matcher mode = MODE.matcher(new String(said, StandardCharsets.US_ASCII));
        return mode.find()
            ? new Server(name, mode.group(1), "")
            : new Server(name, "", "up but not serving; it may lack a quorum");
      }
    } catch (IOException | SSLContextException e) {
      return new Server(name, "", "no answer: " + e.getMessage());
    }
  }

  /** Tries each server, and describes the problems for a log. */
  static String reason(ClusterAddress address) {
    return new ConnectStringParser(address.zkConnect())
        .getServerAddresses().stream()
            .map(server ->
                server.getHostString() + ":" + server.getPort() + " " + at(server, address))
            .collect(Collectors.joining("; "));
  }

  private static String at(InetSocketAddress server, ClusterAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.getHostString(), server.getPort()), MILLIS);
      socket.setSoTimeout(MILLIS);
      Optional<ClusterIdentity> identity = address.identity();
      return identity.isPresent()
          ? secured(socket, server, identity.get())
          : "accepts connections but does not answer in plaintext; it may require TLS";
    } catch (IOException e) {
      return "is unreachable: " + e.getMessage();
    }
  }

  /** In TLS 1.3 a client learns of its rejection only with the first read. */
  private static String secured(Socket plain, InetSocketAddress server, ClusterIdentity identity)
      throws IOException {
    boolean trusted = false;
    try (SSLSocket socket = secure(plain, server, identity)) {
      socket.startHandshake();
      trusted = true;
      return socket.getInputStream().read() < 0
          ? "closed the connection after a successful handshake"
          : "answers; it may be starting";
    } catch (SocketTimeoutException e) {
      return trusted
          ? "completes the TLS handshake but does not answer its client"
          : "does not answer in TLS";
    } catch (SSLException e) {
      return refusal(e, trusted);
    } catch (SSLContextException e) {
      return "cannot be probed with this certificate: " + e.getMessage();
    }
  }

  private static SSLSocket secure(Socket plain, InetSocketAddress server, ClusterIdentity identity)
      throws IOException, SSLContextException {
    SSLSocket socket =
        (SSLSocket)
            ZooKeeperTls.context(identity)
                .getSocketFactory()
                .createSocket(plain, server.getHostString(), server.getPort(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    return socket;
  }

  private static String refusal(SSLException e, boolean trusted) {
    boolean distrusted =
        Stream.iterate((Throwable) e, cause -> cause != null, Throwable::getCause)
            .anyMatch(CertificateException.class::isInstance);
    if (distrusted) {
      return "has a certificate that does not belong to this cluster or host: " + e.getMessage();
    }
    return trusted
        ? "refuses the certificate of this process: " + e.getMessage()
        : "fails in TLS: " + e.getMessage();
  }
}
