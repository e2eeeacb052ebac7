package io.aumbry.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.testing.LogLines;
import io.aumbry.transport.testing.TestCertificates;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.OpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.internal.tcnative.SSL;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import javax.net.ssl.SSLSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Reloading of certificates, checked by handshakes without a network. */
@Timeout(300)
final class LiveTlsTest {
  private static final int PORT = 1175;

  @TempDir private Path folder;

  /** Both ends of a connection after their handshake. */
  private record Ends(EmbeddedChannel client, EmbeddedChannel server) implements AutoCloseable {
    SslHandler ofClient() {
      return client.pipeline().get(SslHandler.class);
    }

    SslHandler ofServer() {
      return server.pipeline().get(SslHandler.class);
    }

    String serverName() {
      return peer(ofClient()).certificate();
    }

    String clientName() {
      return peer(ofServer()).certificate();
    }

    private static Peer.WithoutRole peer(SslHandler end) {
      Peer peer = SessionPeer.of(end.engine().getSession(), new SystemTime().wallMillis());
      return assertThat(peer).asInstanceOf(type(Peer.WithoutRole.class)).actual();
    }

    @Override
    public void close() {
      client.finishAndReleaseAll();
      server.finishAndReleaseAll();
    }
  }

  private static Ends connect(SslContext client, SslContext server, String name, String... only) {
    SslHandler asks = client.newHandler(ByteBufAllocator.DEFAULT, name, PORT);
    if (only.length > 0) {
      asks.engine().setEnabledProtocols(only);
    }
    SslHandler answers = server.newHandler(ByteBufAllocator.DEFAULT);
    // no limit, for slow machines
    asks.setHandshakeTimeoutMillis(0);
    answers.setHandshakeTimeoutMillis(0);
    EmbeddedChannel near = new EmbeddedChannel(asks);
    EmbeddedChannel far = new EmbeddedChannel(answers);
    boolean moved = true;
    while (moved) {
      boolean there = move(near, far);
      moved = move(far, near) || there;
      near.runPendingTasks();
      far.runPendingTasks();
    }
    return new Ends(near, far);
  }

  private static boolean move(EmbeddedChannel from, EmbeddedChannel to) {
    boolean moved = false;
    for (Object bytes = from.readOutbound(); bytes != null; bytes = from.readOutbound()) {
      to.writeInbound(bytes);
      moved = true;
    }
    return moved;
  }

  private static LiveTls server(TlsConfig config) {
    return new LiveTls(
        config,
        material -> TlsContexts.server(config, material, TlsContexts.HTTP_2),
        new SystemTime());
  }

  private static SslContext client(TlsConfig config) {
    return new LiveTls(
            config,
            material -> TlsContexts.client(config, material, TlsContexts.HTTP_2),
            new SystemTime())
        .context();
  }

  private static void lookTwice(LiveTls tls) {
    tls.look();
    tls.look();
  }

  private static String nameShown(LiveTls server, SslContext client, String asked) {
    try (Ends ends = connect(client, server.context(), asked)) {
      return ends.serverName();
    }
  }

  @Test
  void newConnectionsUseFilesThatTwoReadsAgreeOn() {
    TestCertificates authority = new TestCertificates(folder);
    LiveTls server = server(authority.config("node", "node-1"));
    SslContext client = client(authority.config("client", "node-9"));
    SslContext before = server.context();
    lookTwice(server);
    assertThat(server.context()).isSameAs(before);
    authority.config("node", "node-2");
    server.look();
    assertThat(nameShown(server, client, "node-1")).isEqualTo("node-1");
    server.look();
    assertThat(nameShown(server, client, "node-2")).isEqualTo("node-2");
  }

  @Test
  void unusableFilesAreLoggedOnceAndTheOldOnesStay() throws IOException {
    TestCertificates authority = new TestCertificates(folder);
    TlsConfig config = authority.config("node", "node-1");
    LiveTls server = server(config);
    SslContext first = server.context();
    try (LogLines log = new LogLines(LiveTls.class)) {
      Files.writeString(config.certificates(), "-----BEGIN CERTIFICATE-----\nMIIB");
      assertKept(server, first, log, 1, "");
      Files.delete(config.certificates());
      assertKept(server, first, log, 2, "does not exist");
      authority.expired("node", "node-1");
      assertKept(server, first, log, 3, "is valid from");
      authority.config("node", "node-1");
      Files.copy(
          authority.config("other", "node-1").key(),
          config.key(),
          StandardCopyOption.REPLACE_EXISTING);
      assertKept(server, first, log, 4, "does not match the certificate");
      authority.config("node", "node-1");
      lookTwice(server);
      assertThat(log.warnings()).hasSize(4);
    }
    assertThat(server.context()).isNotSameAs(first);
  }

  private static void assertKept(
      LiveTls server, SslContext first, LogLines log, int lines, String reason) {
    lookTwice(server);
    lookTwice(server);
    assertThat(server.context()).isSameAs(first);
    assertThat(log.warnings()).hasSize(lines);
    assertThat(log.warnings().getLast())
        .startsWith("The new certificates are unusable; the old ones stay in use")
        .contains("node.crt")
        .contains(reason);
  }

  @Test
  void aStartWithTheKeyOfAnotherCertificateIsRefused() throws IOException {
    TestCertificates authority = new TestCertificates(folder);
    TlsConfig config = authority.config("node", "node-1");
    Files.copy(
        authority.config("other", "node-1").key(),
        config.key(),
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> server(config))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("node.key")
        .hasRootCauseMessage("The private key does not match the certificate");
  }

  /** Netty does so with BoringSSL up to TLS 1.2 only. */
  @Test
  void aSecondConnectionResumesTheSessionOfTheFirstAndIsKnownByName() {
    TestCertificates authority = new TestCertificates(folder);
    LiveTls server = server(authority.config("node", "node-1"));
    SslContext client = client(authority.config("client", "node-9"));
    connect(client, server.context(), "node-1", "TLSv1.2").close();
    try (Ends again = connect(client, server.context(), "node-1", "TLSv1.2")) {
      assertThat(again.serverName()).isEqualTo("node-1");
      assertThat(again.clientName()).isEqualTo("node-9");
      OpenSslEngine engine = (OpenSslEngine) again.ofServer().engine();
      assertThat(SSL.isSessionReused(engine.sslPointer())).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"BORINGSSL,TLSv1.2", "BORINGSSL,TLSv1.3", "JDK,TLSv1.2", "JDK,TLSv1.3"})
  void aFurtherConnectionOfAClientKeepsItsIdentityUntilItsCertificateExpires(
      TlsConfig.Engine engine, String version) {
    TestCertificates authority = new TestCertificates(folder);
    PeerIdentity identity = new PeerIdentity("photos", PeerRole.NODE, "node-9");
    LiveTls server = server(authority.config("node", "node-1").withEngine(engine));
    SslContext client =
        client(authority.config("client", "node-9", identity.uri()).withEngine(engine));
    long now = new SystemTime().wallMillis();
    for (int connection = 0; connection < 3; connection++) {
      try (Ends ends = connect(client, server.context(), "node-1", version)) {
        SSLSession session = ends.ofServer().engine().getSession();
        assertThat(SessionPeer.of(session, now)).isEqualTo(new Peer.Identified(identity));
        assertThat(SessionPeer.of(session, now + Duration.ofDays(2).toMillis()))
            .isInstanceOfSatisfying(
                Peer.WithoutRole.class,
                peer -> assertThat(peer.reason()).startsWith("expired at "));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "BORINGSSL,BORINGSSL,TLSv1.2", "BORINGSSL,JDK,TLSv1.2", "JDK,BORINGSSL,TLSv1.2",
    "BORINGSSL,BORINGSSL,TLSv1.3", "BORINGSSL,JDK,TLSv1.3", "JDK,BORINGSSL,TLSv1.3"
  })
  void eachEngineUnderstandsTheOther(
      TlsConfig.Engine ofClient, TlsConfig.Engine ofServer, String version) {
    TestCertificates authority = new TestCertificates(folder);
    LiveTls server = server(authority.config("node", "node-1").withEngine(ofServer));
    SslContext client = client(authority.config("client", "node-9").withEngine(ofClient));
    try (Ends ends = connect(client, server.context(), "node-1", version)) {
      assertThat(ends.serverName()).isEqualTo("node-1");
      assertThat(ends.clientName()).isEqualTo("node-9");
      assertThat(ends.ofClient().engine().getSession().getProtocol()).isEqualTo(version);
      assertThat(ends.ofServer().applicationProtocol()).isEqualTo(TlsContexts.HTTP_2);
    }
  }

  @ParameterizedTest
  @EnumSource(TlsConfig.Engine.class)
  void versionsBeforeTls12AreRefused(TlsConfig.Engine engine) {
    TlsConfig config = new TestCertificates(folder).config("node", "node-1").withEngine(engine);
    assertThat(server(config).context().newEngine(ByteBufAllocator.DEFAULT).getEnabledProtocols())
        .contains("TLSv1.2", "TLSv1.3")
        .doesNotContain("TLSv1", "TLSv1.1", "SSLv3");
  }
}
