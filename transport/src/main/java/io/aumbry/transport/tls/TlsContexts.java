package io.aumbry.transport.tls;

import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates Netty's TLS contexts. */
public final class TlsContexts {
  private static final Logger LOG = LoggerFactory.getLogger(TlsContexts.class);

  public static final String HTTP_2 = "h2";
  public static final String HTTP_1 = "http/1.1";

  private TlsContexts() {}

  /** For a server that supports {@code protocols}, best first. */
  static SslContext server(TlsConfig config, TlsMaterial material, String... protocols) {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(material.key(), material.chain())
              .clientAuth(config.mutual() ? ClientAuth.REQUIRE : ClientAuth.NONE);
      if (config.mutual()) {
        builder.trustManager(trust(config, material));
      }
      return finish(builder, config, protocols);
    } catch (SSLException e) {
      throw new UncheckedIOException("TLS of " + config, e);
    }
  }

  /**
   * For a client that requires one of {@code protocols}. The server's certificate must name the
   * requested host.
   */
  static SslContext client(TlsConfig config, TlsMaterial material, String... protocols) {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forClient()
              .trustManager(trust(config, material))
              .endpointIdentificationAlgorithm("HTTPS");
      if (config.mutual()) {
        builder.keyManager(material.key(), material.chain());
      }
      return finish(builder, config, protocols);
    } catch (SSLException e) {
      throw new UncheckedIOException("TLS of " + config, e);
    }
  }

  /** Trusts only the roots of {@code material}. */
  private static TrustManager trust(TlsConfig config, TlsMaterial material) throws SSLException {
    try {
      KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
      roots.load(null, null);
      for (X509Certificate root : material.trusted()) {
        roots.setCertificateEntry(Integer.toString(roots.size()), root);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(roots);
      TrustManager made = factory.getTrustManagers()[0];
      boolean explains = provider(config.engine()) == SslProvider.OPENSSL;
      return explains && made instanceof X509ExtendedTrustManager extended
          ? new AlertingTrustManager(extended)
          : made;
    } catch (GeneralSecurityException | IOException e) {
      throw new SSLException("Cannot trust the roots of " + config, e);
    }
  }

  private static SslContext finish(SslContextBuilder builder, TlsConfig config, String... protocols)
      throws SSLException {
    SslProvider provider = provider(config.engine());
    builder
        .sslProvider(provider)
        .protocols("TLSv1.3", "TLSv1.2")
        .ciphers(Http2SecurityUtil.CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
        .applicationProtocolConfig(
            new ApplicationProtocolConfig(
                Protocol.ALPN,
                SelectorFailureBehavior.NO_ADVERTISE,
                SelectedListenerFailureBehavior.ACCEPT,
                protocols));
    if (provider == SslProvider.OPENSSL) {
      builder.option(OpenSslContextOption.USE_TASKS, true);
    }
    return builder.build();
  }

  private static SslProvider provider(TlsConfig.Engine engine) {
    if (engine == TlsConfig.Engine.JDK) {
      return SslProvider.JDK;
    }
    if (OpenSsl.isAvailable()) {
      return SslProvider.OPENSSL;
    }
    LOG.atWarn()
        .setCause(OpenSsl.unavailabilityCause())
        .log("BoringSSL cannot be loaded; the JDK's TLS uses several times the CPU");
    return SslProvider.JDK;
  }
}
