package io.aumbry.deploy.tls;

import io.aumbry.config.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;

/** Reads and writes certificates and keys as PEM files that only their owner may read. */
final class PemFiles {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

  private PemFiles() {}

  /** Creates a folder that only its owner may use, unless it exists. */
  static void makeFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(folder);
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Replaces both files, each atomically. A process that reads them waits for a matching pair. */
  static void write(KeyedCertificate pair, Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    write(key, "PRIVATE KEY", pair.key().getEncoded());
    write(certificate, "CERTIFICATE", pair.certificate().getEncoded());
  }

  private static void write(Path file, String type, byte[] der) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    Path draft =
        Files.createTempFile(
            file.toAbsolutePath().getParent(),
            ".draft",
            ".pem",
            PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    Files.writeString(
        draft, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  static X509Certificate readCertificate(Path file) throws IOException, CertificateException {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  /** Reads a key on the curve P-256. Throws if others than the owner may read the file. */
  static PrivateKey readKey(Path file) throws IOException, GeneralSecurityException {
    SecretFile.check(file);
    String body = Files.readString(file).replaceAll("-----[A-Z ]+-----|\\s", "");
    try {
      return KeyFactory.getInstance("EC")
          .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
    } catch (IllegalArgumentException | InvalidKeySpecException e) {
      throw new IOException(file + " is not an elliptic-curve private key in PKCS#8", e);
    }
  }
}
