package io.aumbry.transport.testing;

import io.aumbry.transport.tls.TlsConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority for one test, with its certificates as PEM files in a folder. */
public final class TestCertificates {
  private final Path folder;
  private final KeyPair rootKey;
  private final X500Name rootName;
  private int serial = 1;

  /** Creates an authority named after the folder. */
  public TestCertificates(Path folder) {
    this.folder = folder;
    this.rootName = new X500Name("CN=authority " + folder.getFileName());
    this.rootKey = newKey();
    pem(
        "root.crt",
        "CERTIFICATE",
        encoded(certificate(rootName, rootKey, Instant.now().plus(1, ChronoUnit.DAYS), List.of())));
  }

  /** A certificate for {@code names}, trusting the authority. A name with a colon is a URI. */
  public TlsConfig config(String file, String... names) {
    return config(file, Instant.now().plus(1, ChronoUnit.DAYS), names);
  }

  /** The same, but expired an hour ago. */
  public TlsConfig expired(String file, String... names) {
    return config(file, Instant.now().minus(1, ChronoUnit.HOURS), names);
  }

  /** The same, but valid only from tomorrow. */
  public TlsConfig early(String file, String... names) {
    return config(file, Instant.now().plus(3, ChronoUnit.DAYS), names);
  }

  private TlsConfig config(String file, Instant until, String... names) {
    KeyPair key = newKey();
    X509Certificate certificate =
        certificate(new X500Name("CN=" + names[0]), key, until, List.of(names));
    Path certificates = pem(file + ".crt", "CERTIFICATE", encoded(certificate));
    Path privateKey = pem(file + ".key", "PRIVATE KEY", key.getPrivate().getEncoded());
    return TlsConfig.mutual(certificates, privateKey, root());
  }

  public Path root() {
    return folder.resolve("root.crt");
  }

  private X509Certificate certificate(
      X500Name subject, KeyPair key, Instant until, List<String> names) {
    try {
      JcaX509v3CertificateBuilder builder =
          new JcaX509v3CertificateBuilder(
              rootName,
              BigInteger.valueOf(serial++),
              Date.from(until.minus(2, ChronoUnit.DAYS)),
              Date.from(until),
              subject,
              key.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(names.isEmpty()));
      if (!names.isEmpty()) {
        GeneralName[] all =
            names.stream()
                .map(name -> new GeneralName(type(name), name))
                .toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(all));
      }
      return new JcaX509CertificateConverter()
          .getCertificate(
              builder.build(
                  new JcaContentSignerBuilder("SHA256withECDSA").build(rootKey.getPrivate())));
    } catch (CertIOException | OperatorCreationException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int type(String name) {
    return name.contains(":") ? GeneralName.uniformResourceIdentifier : GeneralName.dNSName;
  }

  private static KeyPair newKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(256);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Path pem(String file, String type, byte[] content) {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
    try {
      return Files.writeString(
          folder.resolve(file),
          "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
