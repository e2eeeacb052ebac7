package io.aumbry.bench.network;

import io.aumbry.bench.network.row.ConnectionSetup;
import io.aumbry.deploy.tls.DevCertificates;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.tls.TlsConfig;
import java.nio.file.Path;
import java.util.Optional;

/** The identities of both sides, from certificates in a folder. */
record Identity(Path folder) {
  /** All nodes share one name and differ in their ports. */
  static final String NODE = "node";

  private static final String CLIENT = "client";

  /** Creates missing certificates. Must precede the start of the sides. */
  void make(Time time) {
    DevCertificates certificates = new DevCertificates(folder, time, SystemRandom.secure());
    certificates.identity(NODE);
    certificates.identity(CLIENT);
  }

  Optional<TlsConfig> ofNode(ConnectionSetup.Tls tls) {
    return config(NODE, tls);
  }

  Optional<TlsConfig> ofClient(ConnectionSetup.Tls tls) {
    return config(CLIENT, tls);
  }

  private Optional<TlsConfig> config(String name, ConnectionSetup.Tls tls) {
    TlsConfig config =
        TlsConfig.mutual(
            folder.resolve(name + ".pem"),
            folder.resolve(name + ".key"),
            folder.resolve("authority.pem"));
    return switch (tls) {
      case OFF -> Optional.empty();
      case JDK -> Optional.of(config.withEngine(TlsConfig.Engine.JDK));
      case BORINGSSL -> Optional.of(config);
    };
  }
}
