package io.aumbry.deploy.process;

import io.aumbry.config.ClusterKeys;
import io.aumbry.config.CommonKeys;
import io.aumbry.config.CommonKeys.TlsMode;
import io.aumbry.config.ConfigException;
import io.aumbry.config.FrontendKeys;
import io.aumbry.config.Key;
import io.aumbry.config.Settings;
import io.aumbry.config.StorageKeys;
import io.aumbry.config.TransportKeys;
import io.aumbry.transport.http.HttpServerConfig;
import io.aumbry.transport.http.HttpTimeouts;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.node.NodeClientConfig;
import io.aumbry.transport.node.NodeIdentityCheck;
import io.aumbry.transport.node.NodeServerConfig;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How a process talks to others, from its settings. */
final class TransportSettings {
  private TransportSettings() {}

  static EventLoopConfig loops(Settings settings) {
    EventLoopConfig defaults = EventLoopConfig.defaults();
    int loops = settings.value(TransportKeys.LOOPS);
    return loops == 0 ? defaults : defaults.withLoops(loops);
  }

  static NodeClientConfig client(Settings settings) {
    NodeClientConfig.Connections connections =
        switch (settings.value(TransportKeys.NODE_PROTOCOL)) {
          case H2 ->
              new NodeClientConfig.Connections(
                  NodeClientConfig.Protocol.HTTP_2, settings.value(TransportKeys.NODE_CONNECTIONS));
          case HTTP1 ->
              new NodeClientConfig.Connections(
                  NodeClientConfig.Protocol.HTTP_1,
                  settings.value(TransportKeys.NODE_HTTP1_CONNECTIONS));
        };
    return identified(NodeClientConfig.defaults().withConnections(connections), settings);
  }

  /** The same, with the identity that nodes must prove by the settings. */
  static NodeClientConfig identified(NodeClientConfig config, Settings settings) {
    String cluster = settings.value(ClusterKeys.CLUSTER_NAME);
    return switch (settings.value(CommonKeys.TLS_NODE_ROLE)) {
      case OFF -> config;
      case WARN -> config.withIdentity(new NodeIdentityCheck(cluster, false));
      case REQUIRED -> config.withIdentity(new NodeIdentityCheck(cluster, true));
    };
  }

  static NodeServerConfig nodeServer(Settings settings) {
    return NodeServerConfig.defaults(
        settings.value(StorageKeys.HOST), settings.value(StorageKeys.PORT));
  }

  static HttpServerConfig httpServer(Settings settings) {
    HttpTimeouts timeouts = HttpTimeouts.defaults();
    return HttpServerConfig.defaults(
            settings.value(FrontendKeys.HOST), settings.value(FrontendKeys.PORT))
        .withTimeouts(
            new HttpTimeouts(
                timeouts.head(),
                timeouts.idle(),
                timeouts.bodyProgress(),
                minimumProgress(settings, timeouts.bodyProgress()),
                drain(settings)))
        .withClients(
            new HttpServerConfig.Clients(
                settings.value(FrontendKeys.MAX_CONNECTIONS),
                settings.value(FrontendKeys.ADDRESS_REQUESTS)));
  }

  private static int minimumProgress(Settings settings, Duration span) {
    return Math.toIntExact(
        settings.value(FrontendKeys.MINIMUM_RATE).bytes() * span.toMillis() / 1000);
  }

  /** Between processes of the cluster. */
  static Optional<TlsConfig> mutualTls(Settings settings) {
    if (settings.value(CommonKeys.TLS_MODE) == TlsMode.PLAINTEXT) {
      return Optional.empty();
    }
    return Optional.of(
        TlsConfig.mutual(
                file(settings, CommonKeys.TLS_CERTIFICATE),
                file(settings, CommonKeys.TLS_KEY),
                file(settings, CommonKeys.TLS_AUTHORITY))
            .withEngine(engine(settings)));
  }

  private static TlsConfig.Engine engine(Settings settings) {
    return switch (settings.value(CommonKeys.TLS_ENGINE)) {
      case BORINGSSL -> TlsConfig.Engine.NATIVE;
      case JDK -> TlsConfig.Engine.JDK;
    };
  }

  /** Towards clients; none unless a certificate is configured. */
  static Optional<TlsConfig> clientTls(Settings settings) {
    if (settings.find(FrontendKeys.TLS_CERTIFICATE).isEmpty()
        && settings.find(FrontendKeys.TLS_KEY).isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        TlsConfig.serverOnly(
                file(settings, FrontendKeys.TLS_CERTIFICATE), file(settings, FrontendKeys.TLS_KEY))
            .withEngine(engine(settings)));
  }

  /** Half of a stop is for the requests in flight, the rest for all else. */
  private static Duration drain(Settings settings) {
    return settings.value(CommonKeys.STOP_TIMEOUT).dividedBy(2);
  }

  /** A file that must be there. */
  static Path file(Settings settings, Key<Path> key) {
    Path file =
        settings
            .find(key)
            .orElseThrow(() -> new ConfigException(key + " is not set: " + key.description()));
    if (!Files.isReadable(file)) {
      throw new ConfigException(key + ": cannot read " + file);
    }
    return file;
  }
}
