package io.aumbry.deploy.operator;

import io.aumbry.cluster.ClusterConfig;
import io.aumbry.config.ValueTypes;
import io.aumbry.deploy.tls.CertificateAuthority;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin certificate authority FOLDER}. */
@Command(
    name = "authority",
    mixinStandardHelpOptions = true,
    description = {
      "Creates an authority for one cluster: authority.pem and authority.key in FOLDER.",
      "With the key, anyone can act as any process: keep the folder off the cluster's machines."
    })
final class CertificateAuthorityCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FOLDER", description = "Created with mode 0700 if it is missing.")
  private Path folder = Path.of("authority");

  @Option(
      names = "--cluster-name",
      paramLabel = "NAME",
      description = "The cluster.name of its processes (default: aumbry).")
  private String cluster = ClusterConfig.DEFAULT_NAME;

  @Option(
      names = "--valid",
      paramLabel = "SPAN",
      converter = ValiditySpan.class,
      description = "Validity: 1h to 7300d (default: 3650d).")
  private Duration life = Duration.ofDays(3650);

  @Override
  public Integer call() throws IOException {
    try {
      ValueTypes.text(ClusterConfig.NAME_FORM, ClusterConfig.NAME_PATTERN).parse(cluster);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--cluster-name: " + e.getMessage());
    }
    Instant until =
        CertificateAuthority.make(folder, cluster, life, new SystemTime(), SystemRandom.secure());
    spec.commandLine()
        .getOut()
        .printf(
            "authority of cluster %s, valid until %s%nset tls.authority = %s in every process%n",
            cluster, until, folder.resolve(CertificateAuthority.CERTIFICATE));
    return 0;
  }
}
