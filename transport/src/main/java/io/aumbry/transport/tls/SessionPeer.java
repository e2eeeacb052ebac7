package io.aumbry.transport.tls;

import io.aumbry.protocol.identity.Peer;
import io.aumbry.protocol.identity.PeerIdentity;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Reads the proven identity of the other end of a TLS session. The handshake verified the
 * certificate; a resumed session keeps the certificate of its first handshake.
 */
public final class SessionPeer {
  /** The type of a dNSName (RFC 5280, section 4.2.1.6). */
  private static final int DNS_NAME = 2;

  /** The type of a uniformResourceIdentifier. */
  private static final int URI = 6;

  private SessionPeer() {}

  /**
   * The peer of a session after its handshake. Called once for each connection.
   *
   * @param wallMillis now, since 1970, because a session can be resumed after its certificate has
   *     expired
   */
  public static Peer of(SSLSession session, long wallMillis) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      return chain.length > 0 && chain[0] instanceof X509Certificate certificate
          ? of(certificate, Instant.ofEpochMilli(wallMillis))
          : new Peer.Anonymous();
    } catch (SSLPeerUnverifiedException e) {
      return new Peer.Anonymous();
    } catch (CertificateParsingException e) {
      return new Peer.WithoutRole("an unknown subject", "has malformed names: " + e);
    }
  }

  private static Peer of(X509Certificate certificate, Instant now)
      throws CertificateParsingException {
    Instant until = certificate.getNotAfter().toInstant();
    if (now.isAfter(until)) {
      return withoutRole(certificate, "expired at " + until);
    }
    List<String> identities = names(certificate, URI).filter(PeerIdentity::isClaimedBy).toList();
    if (identities.size() != 1) {
      return withoutRole(
          certificate,
          identities.isEmpty() ? "carries no role" : "carries several roles: " + identities);
    }
    try {
      return new Peer.Identified(PeerIdentity.parse(identities.getFirst()));
    } catch (IllegalArgumentException e) {
      return withoutRole(certificate, "carries no valid role: " + e.getMessage());
    }
  }

  private static Peer withoutRole(X509Certificate certificate, String reason)
      throws CertificateParsingException {
    Optional<String> name = names(certificate, DNS_NAME).findFirst();
    return new Peer.WithoutRole(
        name.orElseGet(() -> certificate.getSubjectX500Principal().getName()), reason);
  }

  private static Stream<String> names(X509Certificate certificate, int type)
      throws CertificateParsingException {
    Optional<Collection<List<?>>> names =
        Optional.ofNullable(certificate.getSubjectAlternativeNames());
    return names.stream()
        .flatMap(Collection::stream)
        .filter(name -> name.get(0).equals(type))
        .map(name -> String.valueOf(name.get(1)));
  }
}
