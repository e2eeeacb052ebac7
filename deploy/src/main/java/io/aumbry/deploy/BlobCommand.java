package io.aumbry.deploy;

import io.aumbry.deploy.client.BlobClient;
import java.io.PrintWriter;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options of all commands that call a frontend. */
final class BlobCommand {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--endpoint",
      paramLabel = "URL",
      description = {
        "URL of a frontend (default: $$AUMBRY_ENDPOINT, or",
        "http://127.0.0.1:1174)."
      },
      defaultValue = "${env:AUMBRY_ENDPOINT:-http://127.0.0.1:1174}")
  private URI endpoint = URI.create("http://127.0.0.1:1174");

  PrintWriter out() {
    return command().commandLine().getOut();
  }

  BlobClient connect() {
    String scheme = endpoint.getScheme();
    if (endpoint.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
      throw new ParameterException(
          command().commandLine(),
          "--endpoint " + endpoint + " must have the form http://host:1174");
    }
    return new BlobClient(endpoint);
  }

  private CommandSpec command() {
    if (spec == null) {
      throw new IllegalStateException("picocli has not parsed the command line");
    }
    return spec;
  }
}
