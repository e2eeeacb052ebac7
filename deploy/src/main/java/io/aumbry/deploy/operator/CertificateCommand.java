package io.aumbry.deploy.operator;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code aumbry admin certificate}. */
@Command(
    name = "certificate",
    mixinStandardHelpOptions = true,
    description = {
      "Creates the authority and the certificates of a small installation.",
      "The certificates carry the roles of its processes and operators. The command connects to no cluster. docs/operations.md lists"
          + " the requirements for certificates of other issuers."
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
