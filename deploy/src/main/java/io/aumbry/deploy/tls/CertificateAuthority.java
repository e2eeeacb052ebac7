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
 * The authority of a small installation: a folder with its certificate and key. It issues the
 * certificates of one cluster, which the organisation in its subject names.
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
   * The written files and the end of their validity.
   *
   * @param identity as the certificate carries it
   */
  public record Issued(PeerIdentity identity, Path certificate, Path key, Instant until) {}

  /**
   * A request for a certificate.
   *
   * @param hosts further host names and addresses
   * @param replace whether existing files may be replaced, to renew a certificate
   */
  public record Order(
      PeerRole role, String name, List<String> hosts, Duration life, boolean replace) {
    public Order {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * Creates an authority. Never replaces one.
   *
   * @param random must be unpredictable
   * @return the end of its validity
   * @throws IOException if the folder already has an authority, or cannot be written
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
      throw new IOException("cannot create an authority in " + folder + ": " + e.getMessage(), e);
    }
  }

  /**
   * Opens the authority in a folder.
   *
   * @param random must be unpredictable
   * @throws IOException if the folder has no authority, or if others than its owner may read the
   *     key
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
          "no authority in " + folder + ": " + e.getFile() + " is missing; create one first", e);
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

  /** Creates a key and its certificate, as NAME.pem and NAME.key in a folder. */
  public Issued issue(Order order, Path into) throws IOException {
    PeerIdentity identity = new PeerIdentity(cluster, order.role(), order.name());
    Path certificate = into.resolve(order.name() + ".pem");
    Path key = into.resolve(order.name() + ".key");
    Instant until = now.plus(order.life());
    Instant end = signer.certificate().getNotAfter().toInstant();
    if (until.isAfter(end)) {
      throw new IOException(
          "the certificate would be valid until "
              + until
              + ", but the authority only until "
              + end);
    }
    if (order.name().equals("authority")) {
      throw new IOException("the name 'authority' is reserved for the authority's own files");
    }
    for (Path file : List.of(certificate, key)) {
      if (!order.replace() && Files.exists(file)) {
        throw new FileAlreadyExistsException(file + " exists: use --replace to renew it");
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
