package io.aumbry.deploy.operator;

import io.aumbry.deploy.tls.CertificateAuthority;
import io.aumbry.protocol.identity.PeerIdentity;
import io.aumbry.protocol.identity.PeerRole;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aumbry admin certificate issue}. */
@Command(
    name = "issue",
    mixinStandardHelpOptions = true,
    description = {
      "Creates a key and its certificate: NAME.pem and NAME.key, with mode 0600.",
      "Processes reload a renewed certificate from the same files without a restart."
    })
final class CertificateIssueCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--authority",
      paramLabel = "FOLDER",
      required = true,
      description = "Folder that admin certificate authority created.")
  private Path authority = Path.of("authority");

  @Option(
      names = "--role",
      paramLabel = "ROLE",
      required = true,
      description = "server, node, frontend, controller, zookeeper or operator.")
  private String role = "";

  @Option(
      names = "--name",
      paramLabel = "NAME",
      required = true,
      description = "The process.name of the process, or the name of the operator.")
  private String name = "";

  @Option(
      names = "--host",
      paramLabel = "HOST",
      split = ",",
      description =
          "Further host names and addresses, such as those of a ZooKeeper in cluster.data-centers.")
  private List<String> hosts = List.of();

  @Option(
      names = "--valid",
      paramLabel = "SPAN",
      converter = ValiditySpan.class,
      description = "Validity: 1h to 7300d (default: 398d).")
  private Duration life = Duration.ofDays(398);

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Output folder (default: the current folder).")
  private Path out = Path.of("");

  @Option(names = "--replace", description = "Renew the certificate: replace existing files.")
  private boolean replace;

  @Override
  public Integer call() throws IOException {
    PeerRole known =
        PeerRole.ofWord(role)
            .orElseThrow(() ->
                wrong(
                    "--role '"
                        + role
                        + "' must be server, node, frontend, controller, zookeeper or"
                        + " operator"));
    checkName();
    CertificateAuthority signer =
        CertificateAuthority.open(authority, new SystemTime(), SystemRandom.secure());
    CertificateAuthority.Issued issued =
        signer.issue(new CertificateAuthority.Order(known, name, hosts, life, replace), out);
    spec.commandLine()
        .getOut()
        .printf(
            "%s, valid until %s%ntls.certificate = %s%ntls.key = %s%n",
            issued.identity(), issued.until(), issued.certificate(), issued.key());
    return 0;
  }

  private void checkName() {
    try {
      var _ = new PeerIdentity("any", PeerRole.OPERATOR, name);
    } catch (IllegalArgumentException e) {
      throw wrong("--name: " + e.getMessage());
    }
  }

  private ParameterException wrong(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
