package io.aumbry.deploy.tls;

import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;

/** The certificates of a development cluster in a folder. Used by one thread. */
public final class DevCertificates {
  private static final Duration AUTHORITY_LIFE = Duration.ofDays(3650);
  private static final Duration LIFE = Duration.ofDays(398);
  private static final Duration RENEW_BEFORE = Duration.ofDays(30);
  private static final X500Name AUTHORITY = new X500Name("CN=Aumbry development authority");
  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1");

  private final Path folder;
  private final Time time;
  private final CertificateMaker maker;

  /**
   * Keeps all certificates in {@code folder}.
   *
   * @param random must be unpredictable
   */
  public DevCertificates(Path folder, Time time, RandomGenerator random) {
    this.folder = folder;
    this.time = time;
    this.maker = new CertificateMaker(time, random);
  }

  /**
   * The files of a certificate.
   *
   * @param authority certificate by which to trust others
   */
  public record Identity(Path authority, Path certificate, Path key) {}

  /**
   * The files of a process. They are created if they are missing, about to expire, or of another
   * authority or identity. They are valid for localhost and 127.0.0.1.
   */
  public Identity identity(PeerIdentity identity) {
    return identity(new LeafCertificate(identity.name(), Optional.of(identity), LOOPBACK, LIFE));
  }

  /** The same for a server outside of the cluster. Its certificate carries no role. */
  public Identity identity(String name) {
    return identity(new LeafCertificate(name, Optional.empty(), LOOPBACK, LIFE));
  }

  private Identity identity(LeafCertificate leaf) {
    try {
      PemFiles.makeFolder(folder);
      Identity authority = files("authority");
      if (!isGood(authority, authority)) {
        PemFiles.write(
            maker.authority(AUTHORITY, AUTHORITY_LIFE), authority.certificate(), authority.key());
      }
      Identity identity = files(leaf.name());
      if (!isGood(identity, authority) || !hasIdentity(identity, leaf)) {
        KeyedCertificate signer =
            new KeyedCertificate(
                PemFiles.readCertificate(authority.certificate()),
                PemFiles.readKey(authority.key()));
        PemFiles.write(maker.leaf(signer, leaf), identity.certificate(), identity.key());
      }
      return identity;
    } catch (IOException | GeneralSecurityException | OperatorCreationException failure) {
      throw new IllegalStateException(
          "cannot create the certificate of "
              + leaf.name()
              + " in "
              + folder
              + ": "
              + failure.getMessage(),
          failure);
    }
  }

  private static boolean hasIdentity(Identity files, LeafCertificate leaf)
      throws IOException, GeneralSecurityException {
    Optional<Collection<List<?>>> names =
        Optional.ofNullable(
            PemFiles.readCertificate(files.certificate()).getSubjectAlternativeNames());
    List<String> identities =
        names.stream()
            .flatMap(Collection::stream)
            .map(name -> String.valueOf(name.getLast()))
            .filter(PeerIdentity::isClaimedBy)
            .toList();
    return identities.equals(leaf.identity().map(PeerIdentity::uri).stream().toList());
  }

  private Identity files(String name) {
    return new Identity(
        folder.resolve("authority.pem"),
        folder.resolve(name + ".pem"),
        folder.resolve(name + ".key"));
  }

  /**
   * Whether both files exist, are valid long enough, and the authority has signed the certificate.
   */
  private boolean isGood(Identity identity, Identity authority) throws IOException {
    if (!Files.exists(identity.certificate()) || !Files.exists(identity.key())) {
      return false;
    }
    try {
      X509Certificate certificate = PemFiles.readCertificate(identity.certificate());
      Instant now = Instant.ofEpochMilli(time.wallMillis());
      certificate.checkValidity(Date.from(now.plus(RENEW_BEFORE)));
      certificate.verify(PemFiles.readCertificate(authority.certificate()).getPublicKey());
      return true;
    } catch (GeneralSecurityException unusable) {
      return false;
    }
  }
}
