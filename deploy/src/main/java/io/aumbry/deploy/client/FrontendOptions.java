package io.aumbry.deploy.client;

import io.aumbry.config.ConfigException;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileChoice;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of all commands that call a frontend. */
public final class FrontendOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      description = "Profile of 'aumbry login' (default: $$AUMBRY_PROFILE, or default).")
  private @Nullable String profile;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = {
        "URL of a frontend (default: $$AUMBRY_URL, the profile,",
        "or http://127.0.0.1:1174)."
      })
  private @Nullable String url;

  @Option(
      names = "--ca-file",
      paramLabel = "FILE",
      description = {
        "PEM file with the authorities of the frontend",
        "(default: $$AUMBRY_CA_FILE, the profile, or Java's)."
      })
  private @Nullable Path caFile;

  public PrintWriter out() {
    return command().commandLine().getOut();
  }

  public PrintWriter err() {
    return command().commandLine().getErr();
  }

  public ClientEnvironment environment() {
    return command().root().userObject() instanceof ClientEnvironment.Source source
        ? source.environment()
        : ClientEnvironment.ofProcess();
  }

  public ProfileChoice choice() {
    return new ProfileChoice(
        Optional.ofNullable(profile), Optional.ofNullable(url), Optional.ofNullable(caFile));
  }

  /**
   * Connects as flags, environment and profiles say.
   *
   * @throws ConfigException if they are invalid
   */
  public FrontendClient connect() throws IOException {
    ClientEnvironment environment = environment();
    Profile effective = choice().effective(environment, environment.profiles().read());
    return new FrontendClient(effective, environment.time());
  }

  private CommandSpec command() {
    if (spec == null) {
      throw new IllegalStateException("picocli has not parsed the command line");
    }
    return spec;
  }
}
