package io.aumbry.cluster.zookeeper;

import io.aumbry.protocol.runtime.SystemRandom;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.zookeeper.util.PemReader;

/**
 * A certificate and its key as one PKCS 12 file, the only form that ZooKeeper reads. Readable by
 * its owner only, and deleted at exit.
 *
 * @param certificate modification time of the source file; likewise {@code key}
 */
record IdentityStore(Path file, String password, FileTime certificate, FileTime key) {
  private static final int PASSWORD_BYTES = 32;

  static IdentityStore make(ClusterIdentity identity) throws IOException, GeneralSecurityException {
    FileTime certificate = Files.getLastModifiedTime(identity.certificate());
    FileTime key = Files.getLastModifiedTime(identity.key());
    List<X509Certificate> chain = PemReader.readCertificateChain(identity.certificate().toFile());
    PrivateKey secret = PemReader.loadPrivateKey(identity.key().toFile(), Optional.empty());
    Files.createDirectories(identity.folder());
    Path file =
        Files.createTempFile(
            identity.folder(),
            "zookeeper-",
            ".p12",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    file.toFile().deleteOnExit();
    String password = newPassword();
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] characters = password.toCharArray();
    store.load(null, characters);
    store.setKeyEntry("process", secret, characters, chain.toArray(Certificate[]::new));
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, characters);
    }
    return new IdentityStore(file.toAbsolutePath(), password, certificate, key);
  }

  private static String newPassword() {
    byte[] bytes = new byte[PASSWORD_BYTES];
    SystemRandom.secure().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  boolean isOf(ClusterIdentity identity) throws IOException {
    return Files.exists(file)
        && certificate.equals(Files.getLastModifiedTime(identity.certificate()))
        && key.equals(Files.getLastModifiedTime(identity.key()));
  }
}
