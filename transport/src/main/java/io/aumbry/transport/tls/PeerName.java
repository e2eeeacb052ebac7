package io.aumbry.transport.tls;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Reads who the other side proved to be. */
public final class PeerName {
  /** The type of a dNSName (RFC 5280, section 4.2.1.6). */
  private static final int DNS_NAME = 2;

  private PeerName() {}

  /**
   * The first DNS name among the alternative names of the peer's certificate; empty when it showed
   * none.
   */
  public static Optional<String> of(SSLSession session) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate certificate
          ? firstName(certificate)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> firstName(X509Certificate certificate)
      throws CertificateParsingException {
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    if (names == null) {
      return Optional.empty();
    }
    return names.stream()
        .filter(name -> name.get(0).equals(DNS_NAME))
        .map(name -> String.valueOf(name.get(1)))
        .findFirst();
  }
}
