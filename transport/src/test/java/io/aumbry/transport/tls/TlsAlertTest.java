package io.aumbry.transport.tls;

import static io.aumbry.protocol.runtime.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import io.aumbry.transport.node.NodeServer;
import io.aumbry.transport.node.NodeServerConfig;
import io.aumbry.transport.testing.LogLines;
import io.aumbry.transport.testing.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The alert to a client that is refused in its handshake, and the reason in the log. */
@Timeout(300)
final class TlsAlertTest {
  private final EventLoops loops =
      EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
  private Optional<NodeServer> server = Optional.empty();

  @TempDir private Path folder;

  @AfterEach
  void stop() {
    server.ifPresent(NodeServer::close);
    loops.close();
  }

  /** The JDK's engine has one alert for any fault of a client's certificate. */
  @ParameterizedTest
  @CsvSource({
    "BORINGSSL, b, unknown_ca, unable to find valid certification path",
    "JDK, b, certificate_unknown, unable to find valid certification path",
    "BORINGSSL, b/a, unknown_ca, signature check failed",
    "JDK, b/a, certificate_unknown, signature check failed",
  })
  void aStrangeAuthority(TlsConfig.Engine engine, String authority, String alert, String reason)
      throws Exception {
    TestCertificates ours = new TestCertificates(Files.createDirectories(folder.resolve("a")));
    TlsConfig strange =
        new TestCertificates(Files.createDirectories(folder.resolve(authority)))
            .config("client", "node-2");
    TlsConfig client = TlsConfig.mutual(strange.certificates(), strange.key(), ours.root());
    serve(ours.config("server", "localhost").withEngine(engine));
    assertRefused(client, alert, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "BORINGSSL, certificate_expired, NotAfter",
    "JDK, certificate_unknown, NotAfter",
  })
  void anExpiredCertificate(TlsConfig.Engine engine, String alert, String reason) throws Exception {
    TestCertificates ours = new TestCertificates(folder);
    serve(ours.config("server", "localhost").withEngine(engine));
    assertRefused(ours.expired("client", "node-2"), alert, reason);
  }

  @ParameterizedTest
  @CsvSource({
    "BORINGSSL, certificate_expired, NotBefore",
    "JDK, certificate_unknown, NotBefore",
  })
  void aCertificateOfTomorrow(TlsConfig.Engine engine, String alert, String reason)
      throws Exception {
    TestCertificates ours = new TestCertificates(folder);
    serve(ours.config("server", "localhost").withEngine(engine));
    assertRefused(ours.early("client", "node-2"), alert, reason);
  }

  private void serve(TlsConfig tls) {
    server =
        Optional.of(
            NodeServer.start(
                loops, NodeServerConfig.defaults("127.0.0.1", 0), Optional.of(tls), _ -> {}));
  }

  private void assertRefused(TlsConfig ofClient, String alert, String reason) throws Exception {
    try (LogLines log =
        new LogLines(Class.forName("io.aumbry.transport.http.server.ProtocolChoice"))) {
      assertThat(alert(context(ofClient))).contains(alert);
      await().until(() -> !log.warnings().isEmpty());
      assertThat(log.warnings()).allSatisfy(line -> assertThat(line).contains(reason));
    }
  }

  /** The alert that the client receives. Retries if the connection breaks before the alert. */
  private String alert(SSLContext context) {
    return await()
        .ignoreExceptionsInstanceOf(SocketException.class)
        .until(() -> handshake(context, server.orElseThrow().port()), heard -> !heard.isEmpty());
  }

  private static String handshake(SSLContext context, int port) throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
      socket.setEnabledProtocols(new String[] {"TLSv1.3"});
      socket.startHandshake();
      return "read " + socket.getInputStream().read();
    } catch (SSLException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static SSLContext context(TlsConfig config) throws IOException, GeneralSecurityException {
    TlsMaterial material = TlsMaterial.of(TlsMaterial.Text.read(config));
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    for (X509Certificate root : material.trusted()) {
      trusted.setCertificateEntry(root.getSerialNumber().toString(), root);
    }
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {new OnlyKey(material)}, trust.getTrustManagers(), null);
    return context;
  }

  /** Uses its certificate whichever authorities the server names. */
  private static final class OnlyKey extends X509ExtendedKeyManager {
    private static final String ALIAS = "only";

    private final TlsMaterial material;

    OnlyKey(TlsMaterial material) {
      this.material = material;
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return ALIAS;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[] {ALIAS};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return material.chain().toArray(new X509Certificate[0]);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return material.key();
    }
  }
}
