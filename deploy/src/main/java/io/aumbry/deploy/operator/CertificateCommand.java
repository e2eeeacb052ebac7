package io.aumbry.deploy.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry admin certificate}. */
@Command(
    name = "certificate",
    mixinStandardHelpOptions = true,
    description = {
      "Makes the authority of a small installation, and certificates that carry the roles of its"
          + " processes and operators. It talks to no cluster. docs/operations.md tells other"
          + " issuers what a certificate must have."
    },
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CertificateAuthorityCommand.class, CertificateIssueCommand.class})
final class CertificateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
