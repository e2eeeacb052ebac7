package io.aumbry.deploy.tls;

import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.operator.OperatorCreationException;

/**
 * The authority of a small installation: a folder with its certificate and key, which issues the
 * certificates of one cluster. The organisation in its subject names that cluster.
 */
public final class CertificateAuthority {
  /** The certificate by which processes trust each other. */
  public static final String CERTIFICATE = "authority.pem";

  private static final String KEY = "authority.key";
  private static final String COMMON_NAME = "Aumbry authority";

  private final KeyedCertificate signer;
  private final String cluster;
  private final CertificateMaker maker;
  private final Instant now;

  private CertificateAuthority(
      KeyedCertificate signer, String cluster, CertificateMaker maker, Instant now) {
    this.signer = signer;
    this.cluster = cluster;
    this.maker = maker;
    this.now = now;
  }

  /**
   * The files that were written, and until when they are valid.
   *
   * @param identity as the certificate carries it
   */
  public record Issued(PeerIdentity identity, Path certificate, Path key, Instant until) {}

  /**
   * A request for a certificate.
   *
   * @param hosts host names and addresses for which it is valid beside its name
   * @param replace whether files that exist may be replaced, to renew a certificate
   */
  public record Order(
      PeerRole role, String name, List<String> hosts, Duration life, boolean replace) {
    public Order {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * Makes an authority; never replaces one.
   *
   * @param random must be unpredictable
   * @return until when it is valid
   * @throws IOException when the folder has an authority already, or cannot be written
   */
  public static Instant make(
      Path folder, String cluster, Duration life, Time time, RandomGenerator random)
      throws IOException {
    for (String name : List.of(CERTIFICATE, KEY)) {
      if (Files.exists(folder.resolve(name))) {
        throw new FileAlreadyExistsException(
            folder.resolve(name)
                + " exists: an authority is never replaced; choose another folder");
      }
    }
    X500Name subject =
        new X500NameBuilder(BCStyle.INSTANCE)
            .addRDN(BCStyle.O, cluster)
            .addRDN(BCStyle.CN, COMMON_NAME)
            .build();
    try {
      KeyedCertificate made = new CertificateMaker(time, random).authority(subject, life);
      PemFiles.makeFolder(folder);
      PemFiles.write(made, folder.resolve(CERTIFICATE), folder.resolve(KEY));
      return made.certificate().getNotAfter().toInstant();
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IOException("cannot make an authority in " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Opens the authority in a folder.
   *
   * @param random must be unpredictable
   * @throws IOException if the folder has no authority, or others than its owner may read the key
   */
  public static CertificateAuthority open(Path folder, Time time, RandomGenerator random)
      throws IOException {
    Path certificate = folder.resolve(CERTIFICATE);
    try {
      X509Certificate own = PemFiles.readCertificate(certificate);
      KeyedCertificate signer = new KeyedCertificate(own, PemFiles.readKey(folder.resolve(KEY)));
      String cluster =
          clusterOf(own)
              .orElseThrow(() ->
                  new IOException(
                      certificate
                          + " names no cluster: only an authority made by this command"
                          + " can issue"));
      return new CertificateAuthority(
          signer,
          cluster,
          new CertificateMaker(time, random),
          Instant.ofEpochMilli(time.wallMillis()));
    } catch (NoSuchFileException e) {
      throw new IOException(
          "no authority in " + folder + ": " + e.getFile() + " is missing; make one first", e);
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot use the authority in " + folder + ": " + e.getMessage(), e);
    }
  }

  private static Optional<String> clusterOf(X509Certificate authority) {
    X500Name subject = X500Name.getInstance(authority.getSubjectX500Principal().getEncoded());
    return Stream.of(subject.getRDNs(BCStyle.O))
        .map(RDN::getFirst)
        .map(organisation -> IETFUtils.valueToString(organisation.getValue()))
        .findFirst();
  }

  /** Makes a key and issues the certificate for it, as NAME.pem and NAME.key in a folder. */
  public Issued issue(Order order, Path into) throws IOException {
    PeerIdentity identity = new PeerIdentity(cluster, order.role(), order.name());
    Path certificate = into.resolve(order.name() + ".pem");
    Path key = into.resolve(order.name() + ".key");
    Instant until = now.plus(order.life());
    Instant end = signer.certificate().getNotAfter().toInstant();
    if (until.isAfter(end)) {
      throw new IOException(
          "valid until " + until + " would be longer than the authority, which ends at " + end);
    }
    if (order.name().equals("authority")) {
      throw new IOException("the name 'authority' is that of the authority's own files");
    }
    for (Path file : List.of(certificate, key)) {
      if (!order.replace() && Files.exists(file)) {
        throw new FileAlreadyExistsException(file + " exists: --replace renews it");
      }
    }
    try {
      KeyedCertificate made =
          maker.leaf(
              signer,
              new LeafCertificate(
                  order.name(), Optional.of(identity), order.hosts(), order.life()));
      if (!Files.isDirectory(into)) {
        PemFiles.makeFolder(into);
      }
      PemFiles.write(made, certificate, key);
      return new Issued(identity, certificate, key, made.certificate().getNotAfter().toInstant());
    } catch (GeneralSecurityException | OperatorCreationException | IllegalArgumentException e) {
      throw new IOException("cannot issue " + identity + ": " + e.getMessage(), e);
    }
  }
}
