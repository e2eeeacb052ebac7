package io.aumbry.deploy.tls;

import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.random.RandomGenerator;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** The certificates of a development cluster, kept in a folder; used by one thread. */
public final class DevCertificates {
  private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
  private static final Duration LIFE = Duration.ofDays(398);
  private static final Duration RENEW_BEFORE = Duration.ofDays(30);
  private static final Duration CLOCK_SKEW = Duration.ofHours(1);
  private static final int SERIAL_BYTES = 16;
  private static final X500Name AUTHORITY = new X500Name("CN=Aumbry development authority");

  private final Path folder;
  private final Time time;
  private final RandomGenerator random;

  /**
   * Certificates in a folder, made when they are asked for.
   *
   * @param random must be unpredictable
   */
  public DevCertificates(Path folder, Time time, RandomGenerator random) {
    this.folder = folder;
    this.time = time;
    this.random = random;
  }

  /**
   * Where the parts of a process's identity are.
   *
   * @param authority certificate by which to trust others
   */
  public record Identity(Path authority, Path certificate, Path key) {}

  /**
   * The identity of a process, made if it is missing, about to expire, or of another authority.
   *
   * @param name of the process; also valid as the host names localhost and 127.0.0.1
   */
  public Identity identity(String name) {
    try {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
      Identity authority = files("authority");
      if (!isGood(authority, authority)) {
        make(authority, authority, AUTHORITY_LIFE, "");
      }
      Identity identity = files(name);
      if (!isGood(identity, authority)) {
        make(identity, authority, LIFE, name);
      }
      return identity;
    } catch (IOException | GeneralSecurityException | OperatorCreationException failure) {
      throw new IllegalStateException(
          "cannot make the certificate of " + name + " in " + folder + ": " + failure.getMessage(),
          failure);
    }
  }

  private Identity files(String name) {
    return new Identity(
        folder.resolve("authority.pem"),
        folder.resolve(name + ".pem"),
        folder.resolve(name + ".key"));
  }

  /** Whether both files are there, last long enough, and the authority really signed. */
  private boolean isGood(Identity identity, Identity authority) throws IOException {
    if (!Files.exists(identity.certificate()) || !Files.exists(identity.key())) {
      return false;
    }
    try {
      X509Certificate certificate = readCertificate(identity.certificate());
      certificate.checkValidity(Date.from(now().plus(RENEW_BEFORE)));
      certificate.verify(readCertificate(authority.certificate()).getPublicKey());
      return true;
    } catch (GeneralSecurityException unusable) {
      return false;
    }
  }

  /** Makes a pair of files; {@code name} is empty for the authority itself. */
  private void make(Identity identity, Identity authority, Duration life, String name)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair keys = generator.generateKeyPair();
    PrivateKey signer = name.isEmpty() ? keys.getPrivate() : readKey(authority.key());
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            AUTHORITY,
            serial(),
            Date.from(now().minus(CLOCK_SKEW)),
            Date.from(now().plus(life)),
            name.isEmpty() ? AUTHORITY : new X500Name("CN=" + name),
            keys.getPublic());
    JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
    builder.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        extensions.createSubjectKeyIdentifier(keys.getPublic()));
    if (name.isEmpty()) {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    } else {
      describeProcess(builder, name);
    }
    X509Certificate certificate =
        new JcaX509CertificateConverter()
            .getCertificate(
                builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
    write(identity.key(), "PRIVATE KEY", keys.getPrivate().getEncoded());
    write(identity.certificate(), "CERTIFICATE", certificate.getEncoded());
  }

  private static void describeProcess(X509v3CertificateBuilder builder, String name)
      throws IOException {
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            new GeneralName[] {
              new GeneralName(GeneralName.dNSName, name),
              new GeneralName(GeneralName.dNSName, "localhost"),
              new GeneralName(GeneralName.iPAddress, "127.0.0.1")
            }));
  }

  private BigInteger serial() {
    byte[] bytes = new byte[SERIAL_BYTES];
    random.nextBytes(bytes);
    return new BigInteger(1, bytes).setBit(0);
  }

  private Instant now() {
    return Instant.ofEpochMilli(time.wallMillis());
  }

  /** Whole or not at all, and never readable by others, not even for a moment. */
  private static void write(Path file, String type, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    Path draft =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            ".draft",
            ".pem",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(
        draft, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static X509Certificate readCertificate(Path file)
      throws IOException, CertificateException {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
    String body = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
    return KeyFactory.getInstance("EC")
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
  }
}
