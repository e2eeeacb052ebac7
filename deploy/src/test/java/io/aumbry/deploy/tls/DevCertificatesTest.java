package io.aumbry.deploy.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevCertificatesTest {
  private static final long NOW = 1_800_000_000_000L;

  @TempDir private Path folder;
  private final AtomicLong now = new AtomicLong(NOW);

  @Test
  void aProcessHasItsNameInACertificateOfTheAuthority() throws Exception {
    DevCertificates.Identity identity = certificates("tls").identity("dc1-node1");

    X509Certificate authority = read(identity.authority());
    X509Certificate certificate = read(identity.certificate());
    certificate.verify(authority.getPublicKey());
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=dc1-node1");
    assertThat(certificate.getSubjectAlternativeNames())
        .extracting(name -> List.copyOf((Collection<?>) name).get(1).toString())
        .containsExactly("dc1-node1", "localhost", "127.0.0.1");
    assertThat(certificate.getExtendedKeyUsage()).hasSize(2);
    assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
    assertThat(authority.getBasicConstraints()).isZero();
  }

  @Test
  void onlyTheOwnerMayReadCertificates() throws Exception {
    DevCertificates.Identity identity = certificates("tls").identity("node1");
    for (Path file : List.of(identity.authority(), identity.certificate(), identity.key())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
    assertThat(folder.resolve("tls").toFile().list()).noneMatch(name -> name.startsWith(".draft"));
  }

  @Test
  void certificatesSurviveARestart() throws Exception {
    DevCertificates.Identity first = certificates("tls").identity("node1");
    String before = Files.readString(first.certificate());
    assertThat(certificates("tls").identity("node1")).isEqualTo(first);
    assertThat(first.certificate()).hasContent(before);
  }

  @Test
  void anExpiringCertificateIsRenewed() throws Exception {
    DevCertificates.Identity identity = certificates("tls").identity("node1");
    String before = Files.readString(identity.certificate());
    now.addAndGet(Duration.ofDays(370).toMillis());
    certificates("tls").identity("node1");
    assertThat(Files.readString(identity.certificate())).isNotEqualTo(before);
  }

  @Test
  void aCertificateOfAnotherAuthorityIsReplaced() throws Exception {
    DevCertificates.Identity identity = certificates("tls").identity("node1");
    DevCertificates.Identity foreign = certificates("other").identity("node1");
    Files.delete(identity.certificate());
    Files.copy(foreign.certificate(), identity.certificate());
    certificates("tls").identity("node1");
    read(identity.certificate()).verify(read(identity.authority()).getPublicKey());
  }

  @Test
  void aCertificateOfAnotherIdentityIsReplaced() throws Exception {
    certificates("tls").identity(new PeerIdentity("aumbry", PeerRole.NODE, "node1"));
    PeerIdentity server = new PeerIdentity("aumbry", PeerRole.SERVER, "node1");
    DevCertificates.Identity identity = certificates("tls").identity(server);
    assertThat(read(identity.certificate()).getSubjectAlternativeNames())
        .extracting(name -> List.copyOf((Collection<?>) name).get(1).toString())
        .contains("aumbry://aumbry/server/node1")
        .doesNotContain("aumbry://aumbry/node/node1");
    certificates("tls").identity("node1");
    assertThat(read(identity.certificate()).getSubjectAlternativeNames().toString())
        .doesNotContain("aumbry://");
  }

  private DevCertificates certificates(String name) {
    Time time =
        new Time() {
          @Override
          public long wallMillis() {
            return now.get();
          }

          @Override
          public long monotonicNanos() {
            return new SystemTime().monotonicNanos();
          }
        };
    return new DevCertificates(folder.resolve(name), time, SystemRandom.secure());
  }

  private static X509Certificate read(Path file) throws Exception {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }
}
