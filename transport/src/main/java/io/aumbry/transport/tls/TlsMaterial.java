package io.aumbry.transport.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The parsed contents of the files of a {@link TlsConfig}.
 *
 * @param chain the own certificate, then its intermediates
 * @param key the private key of that certificate
 * @param trusted the root certificates of peers
 */
record TlsMaterial(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trusted) {
  private static final String KEY_BEGINS = "-----BEGIN PRIVATE KEY-----";
  private static final String KEY_ENDS = "-----END PRIVATE KEY-----";
  private static final byte[] SIGNED = {1};

  TlsMaterial {
    chain = List.copyOf(chain);
    trusted = List.copyOf(trusted);
  }

  /** The unparsed text of the files. */
  record Text(String certificates, String key, String trusted) {
    static Text read(TlsConfig config) throws IOException {
      return new Text(read(config.certificates()), read(config.key()), read(config.trusted()));
    }

    private static String read(Path file) throws IOException {
      try {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
      } catch (NoSuchFileException e) {
        throw new IOException("File " + file + " does not exist", e);
      }
    }
  }

  /** Parses {@code text}. Throws if it is not PEM, or if the key does not match the certificate. */
  static TlsMaterial of(Text text) throws GeneralSecurityException {
    List<X509Certificate> chain = certificates(text.certificates());
    PublicKey shown = chain.get(0).getPublicKey();
    PrivateKey key = privateKey(text.key(), shown.getAlgorithm());
    checkPair(key, shown);
    return new TlsMaterial(chain, key, certificates(text.trusted()));
  }

  /** Throws if the own certificate is expired or not yet valid. */
  void checkTime(long wallMillis) throws CertificateException {
    Instant now = Instant.ofEpochMilli(wallMillis);
    Instant from = chain.get(0).getNotBefore().toInstant();
    Instant until = chain.get(0).getNotAfter().toInstant();
    if (now.isBefore(from) || now.isAfter(until)) {
      throw new CertificateException("The certificate is valid from " + from + " to " + until);
    }
  }

  private static List<X509Certificate> certificates(String pem) throws CertificateException {
    List<X509Certificate> found = new ArrayList<>();
    byte[] bytes = pem.getBytes(StandardCharsets.ISO_8859_1);
    for (Certificate each :
        CertificateFactory.getInstance("X.509")
            .generateCertificates(new ByteArrayInputStream(bytes))) {
      if (each instanceof X509Certificate certificate) {
        found.add(certificate);
      }
    }
    if (found.isEmpty()) {
      throw new CertificateException("No certificate in the file");
    }
    return found;
  }

  private static PrivateKey privateKey(String pem, String algorithm)
      throws GeneralSecurityException {
    int begin = pem.indexOf(KEY_BEGINS);
    int end = pem.indexOf(KEY_ENDS);
    if (begin < 0 || end < begin) {
      throw new InvalidKeyException("No private key (PKCS#8, not encrypted) in the file");
    }
    try {
      byte[] encoded =
          Base64.getMimeDecoder().decode(pem.substring(begin + KEY_BEGINS.length(), end));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (IllegalArgumentException e) {
      throw new InvalidKeyException("The private key is not base64", e);
    }
  }

  private static void checkPair(PrivateKey key, PublicKey shown) throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (shown.getAlgorithm()) {
              case "EC" -> "SHA256withECDSA";
              case "RSA" -> "SHA256withRSA";
              default -> shown.getAlgorithm();
            });
    signature.initSign(key);
    signature.update(SIGNED);
    byte[] signed = signature.sign();
    signature.initVerify(shown);
    signature.update(SIGNED);
    if (!signature.verify(signed)) {
      throw new InvalidKeyException("The private key does not match the certificate");
    }
  }
}
