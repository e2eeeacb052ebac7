package io.aumbry.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.X509Exception.SSLContextException;

/**
 * Says why ZooKeeper does not answer, which its client does not: it tries again, whatever the
 * reason.
 */
final class ZooKeeperProbe {
  private static final int MILLIS = 2000;

  private ZooKeeperProbe() {}

  /** Tries each server once, for up to a few seconds; for people. */
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
          : "takes connections, but does not answer in plaintext: does it want TLS?";
    } catch (IOException e) {
      return "is out of reach: " + e.getMessage();
    }
  }

  /** In TLS 1.3 a client hears that it is refused when it first reads. */
  private static String secured(Socket plain, InetSocketAddress server, ClusterIdentity identity)
      throws IOException {
    boolean trusted = false;
    try (SSLSocket socket = secure(plain, server, identity)) {
      socket.startHandshake();
      trusted = true;
      return socket.getInputStream().read() < 0
          ? "ended the connection after a handshake that went well"
          : "answers, and so may be starting";
    } catch (SocketTimeoutException e) {
      return trusted ? "is there, but does not answer its client" : "does not answer in TLS";
    } catch (SSLException e) {
      return refusal(e, trusted);
    } catch (SSLContextException e) {
      return "cannot be asked with this certificate: " + e.getMessage();
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
      return "has a certificate that is not of this cluster or not of this host: " + e.getMessage();
    }
    return trusted
        ? "refuses the certificate of this process: " + e.getMessage()
        : "cannot be spoken to in TLS: " + e.getMessage();
  }
}
