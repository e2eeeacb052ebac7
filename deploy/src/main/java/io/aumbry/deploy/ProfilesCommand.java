package io.aumbry.deploy;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.client.FrontendOptions;
import io.aumbry.deploy.client.profile.ClientCredential;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.ClientToken;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.operator.text.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code aumbry profiles}. */
@Command(
    name = "profiles",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists the profiles, without secrets.", "A star marks the chosen profile."})
final class ProfilesCommand implements Callable<Integer> {
  @Mixin private FrontendOptions frontend = new FrontendOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private record Line(
      String name,
      boolean chosen,
      String url,
      Optional<String> credential,
      Optional<String> account,
      Optional<String> container,
      Optional<String> caFile) {
    static Line of(String name, boolean chosen, Profile profile) {
      Profile.Defaults defaults = profile.defaults();
      return new Line(
          name,
          chosen,
          profile.url().toString(),
          profile.credential().map(Line::credential),
          defaults.account(),
          defaults.container(),
          defaults.caFile().map(Path::toString));
    }

    private static String credential(ClientCredential credential) {
      return switch (credential) {
        case ClientKey key -> key.accessKeyId();
        case ClientToken token -> "token until " + token.end();
      };
    }
  }

  @Override
  public Integer call() throws IOException {
    ClientEnvironment environment = frontend.environment();
    String chosen = frontend.choice().name(environment);
    List<Line> lines = new ArrayList<>();
    for (Map.Entry<String, Profile> each : environment.profiles().read().entrySet()) {
      lines.add(Line.of(each.getKey(), each.getKey().equals(chosen), each.getValue()));
    }
    if (json) {
      frontend.out().println(JsonWriter.SNAKE_CASE.indented(lines));
    } else {
      table(lines).lines().forEach(frontend.out()::println);
    }
    return 0;
  }

  private static TextTable table(List<Line> lines) {
    TextTable table =
        new TextTable("", "profile", "url", "credential", "account", "container", "CA file");
    lines.forEach(line ->
        table.add(
            line.chosen() ? "*" : "",
            line.name(),
            line.url(),
            line.credential().orElse("-"),
            line.account().orElse("-"),
            line.container().orElse("-"),
            line.caFile().orElse("-")));
    return table;
  }
}
