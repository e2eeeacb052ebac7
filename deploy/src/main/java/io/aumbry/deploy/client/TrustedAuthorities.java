package io.aumbry.deploy.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS that trusts only the authorities in a PEM file. */
public final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * Reads the authorities.
   *
   * @throws ClientException if the file has no valid certificates
   */
  public static SSLContext read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate authority :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("authority-" + store.size(), authority);
      }
      if (store.size() == 0) {
        throw new ClientException(ExitCode.USAGE, file + " has no certificate");
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new ClientException(ExitCode.USAGE, file + " has no readable certificates");
    }
  }
}
