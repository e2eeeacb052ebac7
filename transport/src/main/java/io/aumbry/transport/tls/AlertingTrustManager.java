package io.aumbry.transport.tls;

import io.netty.handler.ssl.OpenSslCertificateException;
import io.netty.internal.tcnative.CertificateVerifier;
import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertPathValidatorException.Reason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.PKIXReason;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Checks certificates as the JDK does, and tells BoringSSL the reason of a refusal. Otherwise the
 * peer would get the alert {@code internal_error} for most refusals. The JDK's own engine chooses
 * its alerts itself.
 */
final class AlertingTrustManager extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager delegate;

  AlertingTrustManager(X509ExtendedTrustManager delegate) {
    this.delegate = delegate;
  }

  private interface Check {
    void run() throws CertificateException;
  }

  private static void explained(Check check) throws CertificateException {
    try {
      check.run();
    } catch (CertificateException refusal) {
      throw new OpenSslCertificateException(refusal.getMessage(), refusal, code(refusal));
    }
  }

  /** The code of the alert that names the fault, otherwise that of {@code bad_certificate}. */
  private static int code(CertificateException refusal) {
    Optional<Integer> found = Optional.empty();
    for (Throwable cause = refusal; cause != null && found.isEmpty(); cause = cause.getCause()) {
      found = codeOf(cause);
    }
    return found.orElse(CertificateVerifier.X509_V_ERR_CERT_REJECTED);
  }

  private static Optional<Integer> codeOf(Throwable cause) {
    return switch (cause) {
      case CertificateExpiredException _ ->
          Optional.of(CertificateVerifier.X509_V_ERR_CERT_HAS_EXPIRED);
      case CertificateNotYetValidException _ ->
          Optional.of(CertificateVerifier.X509_V_ERR_CERT_NOT_YET_VALID);
      case CertPathValidatorException invalid -> ofReason(invalid.getReason());
      case CertPathBuilderException builder when builder.getCause() == null ->
          Optional.of(CertificateVerifier.X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY);
      default -> Optional.empty();
    };
  }

  /** A wrong signature means an unknown authority with the name of a known one. */
  private static Optional<Integer> ofReason(Reason reason) {
    if (reason == BasicReason.EXPIRED) {
      return Optional.of(CertificateVerifier.X509_V_ERR_CERT_HAS_EXPIRED);
    }
    if (reason == BasicReason.NOT_YET_VALID) {
      return Optional.of(CertificateVerifier.X509_V_ERR_CERT_NOT_YET_VALID);
    }
    if (reason == BasicReason.REVOKED) {
      return Optional.of(CertificateVerifier.X509_V_ERR_CERT_REVOKED);
    }
    return reason == BasicReason.INVALID_SIGNATURE || reason == PKIXReason.NO_TRUST_ANCHOR
        ? Optional.of(CertificateVerifier.X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY)
        : Optional.empty();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explained(() -> delegate.checkClientTrusted(chain, type, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    explained(() -> delegate.checkServerTrusted(chain, type, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    explained(() -> delegate.checkClientTrusted(chain, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    explained(() -> delegate.checkServerTrusted(chain, type, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explained(() -> delegate.checkClientTrusted(chain, type));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    explained(() -> delegate.checkServerTrusted(chain, type));
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return delegate.getAcceptedIssuers();
  }
}
