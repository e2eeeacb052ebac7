package io.aumbry.deploy.operator.catalog;

import io.aumbry.config.ConfigException;
import io.aumbry.config.KeySet;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.deploy.settings.Roles;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.KeyRingFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code aumbry admin create-administrator}. */
@Command(
    name = "create-administrator",
    mixinStandardHelpOptions = true,
    description = {
      "Creates the first administrator of a cluster, and prints its access key and its secret, one"
          + " per line.",
      "Run it on the machine of a frontend, with the account that may read its key ring. It calls"
          + " no frontend: it opens the database of catalog.url. The secret cannot be shown again."
          + " The output can be piped to 'aumbry login'."
    })
public final class AdministratorCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9+=,.@_-]{1,64}");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "Configuration of a frontend or server. Environment variables override it.")
  private Path config = Path.of("");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = AdministratorCreation.USUAL_NAME,
      description =
          "Its name, 1 to 64 letters, digits or +=,.@_- (default: ${DEFAULT-VALUE}). A user of the"
              + " cluster with this name gets the role and another key.")
  private String name = AdministratorCreation.USUAL_NAME;

  @Option(
      names = "--another",
      description =
          "Also if an administrator has a valid key, for example because its secret is lost.")
  private boolean isAnother;

  @Override
  public Integer call() throws IOException {
    if (!NAME.matcher(name).matches()) {
      throw new ParameterException(
          spec.commandLine(),
          "--name is '" + name + "', must have 1 to 64 letters, digits or +=,.@_-");
    }
    Logging.toStandardError("error");
    FrontendSettings settings = settings(System.getenv());
    if (settings.client().catalog().location().url().isEmpty()) {
      throw new ConfigException("catalog.url is not set in " + config + ": there are no users");
    }
    try {
      print(
          new AdministratorCreation(settings.client().catalog(), ring(settings))
              .create(name, !isAnother));
    } catch (ClientException refused) {
      throw refused.exitCode() == ExitCode.REFUSED && !isAnother
          ? refused.with("; --another creates one nevertheless")
          : refused;
    }
    return ExitCode.OK.code();
  }

  private FrontendSettings settings(Map<String, String> environment) {
    if (!Files.isReadable(config)) {
      throw new ConfigException(
          "cannot read " + config + ", the configuration of a frontend or server");
    }
    return !Roles.FRONTEND.covers(config) && Roles.SERVER.covers(config)
        ? load(Roles.SERVER, environment).frontend()
        : load(Roles.FRONTEND, environment);
  }

  private <R extends Record> R load(KeySet<R> role, Map<String, String> environment) {
    return new SettingsLoader<>(role).file(config).environment(environment, Roles.all()).load();
  }

  private static KeyRing ring(FrontendSettings settings) throws IOException {
    Path file =
        settings
            .client()
            .access()
            .keyRing()
            .orElseThrow(() ->
                new ConfigException(
                    "frontend.key-ring is not set. It names the file with the keys that seal the"
                        + " secrets of users, the same on all frontends"));
    return KeyRingFile.read(file);
  }

  private void print(ClientKey key) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(key.accessKeyId());
    out.println(key.secret().text());
    out.flush();
  }
}
