package io.aumbry.deploy.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateCommandTest {
  @TempDir private Path folder;

  private Path authority() {
    return folder.resolve("ca");
  }

  private CommandRun makeAuthority() {
    return CommandRun.of(
        "admin", "certificate", "authority", "--cluster-name=photos", authority().toString());
  }

  private CommandRun issue(String role, String name, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of("admin", "certificate", "issue", "--authority", authority().toString()));
    words.addAll(
        List.of("--role", role, "--name", name, "--out", folder.resolve("out").toString()));
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(String[]::new));
  }

  private static X509Certificate read(Path file) throws Exception {
    try (var in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static List<String> names(X509Certificate certificate) throws Exception {
    return certificate.getSubjectAlternativeNames().stream()
        .map(name -> List.copyOf((Collection<?>) name).get(1).toString())
        .toList();
  }

  /** Such as that of the configuration of all services. */
  @Test
  void theFolderOfAnAuthorityIsPrivateUnlessItExists() throws Exception {
    assertThat(makeAuthority().code()).isZero();
    assertThat(Files.getPosixFilePermissions(authority()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    Path shared = Files.createDirectory(folder.resolve("shared"));
    Set<PosixFilePermission> open = PosixFilePermissions.fromString("rwxr-xr-x");
    Files.setPosixFilePermissions(shared, open);
    CommandRun.of("admin", "certificate", "authority", shared.toString());
    assertThat(Files.getPosixFilePermissions(shared)).isEqualTo(open);
    assertThat(Files.getPosixFilePermissions(shared.resolve("authority.key")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @ParameterizedTest
  @CsvSource({"server", "node", "frontend", "controller", "zookeeper", "operator"})
  void aCertificateCarriesItsRoleNameAndHosts(String role) throws Exception {
    assertThat(makeAuthority().code()).isZero();
    CommandRun run = issue(role, "p-1", "--host=a.example.org,10.0.0.7,::1", "--valid=30d");
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("aumbry://photos/" + role + "/p-1", "tls.certificate = ", "tls.key = ");
    X509Certificate certificate = read(folder.resolve("out/p-1.pem"));
    certificate.verify(read(authority().resolve("authority.pem")).getPublicKey());
    assertThat(names(certificate))
        .containsExactly(
            "p-1",
            "a.example.org",
            "10.0.0.7",
            "0:0:0:0:0:0:0:1",
            "aumbry://photos/" + role + "/p-1");
    assertThat(certificate.getNotAfter().toInstant())
        .isBetween(
            Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(30)));
  }

  @Test
  void onlyTheOwnerMayReadTheFiles() throws Exception {
    makeAuthority();
    issue("node", "node-1");
    for (String file : List.of("ca/authority.key", "ca/authority.pem", "out/node-1.key")) {
      assertThat(mode(folder.resolve(file))).isEqualTo("rw-------");
    }
    assertThat(mode(authority())).isEqualTo("rwx------");
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void anAuthorityIsNeverReplaced() throws Exception {
    makeAuthority();
    String before = Files.readString(authority().resolve("authority.key"));
    CommandRun again = makeAuthority();
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("authority.pem exists");
    assertThat(authority().resolve("authority.key")).hasContent(before);
  }

  @Test
  void aCertificateIsRenewedOnlyOnRequest() throws Exception {
    makeAuthority();
    issue("node", "node-1");
    String before = Files.readString(folder.resolve("out/node-1.pem"));
    CommandRun again = issue("node", "node-1");
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.err()).contains("node-1.pem exists: use --replace to renew it");
    assertThat(folder.resolve("out/node-1.pem")).hasContent(before);
    assertThat(issue("node", "node-1", "--replace").code()).isZero();
    assertThat(Files.readString(folder.resolve("out/node-1.pem"))).isNotEqualTo(before);
  }

  @Test
  void anAuthorityWithAReadableKeyIsRefused() throws Exception {
    makeAuthority();
    Files.setPosixFilePermissions(
        authority().resolve("authority.key"), PosixFilePermissions.fromString("rw-r--r--"));
    CommandRun run = issue("node", "node-1");
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("authority.key", "rw-r--r--", "chmod 600");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void wrongArgumentsAreNamedWithTheirLimits() {
    assertThat(issue("node", "node-1").err()).contains("no authority in", "create one first");
    makeAuthority();
    assertThat(issue("admin", "x").err()).contains("'admin'", "server, node, frontend, controller");
    assertThat(issue("node", "a/b").err()).contains("'a/b'", "1 to 63");
    assertThat(issue("node", "authority").err()).contains("the authority's own files");
    assertThat(issue("node", "n", "--valid=5m").err()).contains("5m", "1h");
    assertThat(issue("node", "n", "--valid=7300d").err()).contains("but the authority only until");
    assertThat(CommandRun.of("admin", "certificate", "authority", "--cluster-name=a_b", "x").err())
        .contains("--cluster-name", "a_b");
  }
}
