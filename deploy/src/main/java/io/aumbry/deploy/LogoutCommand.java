package io.aumbry.deploy;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendOptions;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code aumbry logout}. */
@Command(
    name = "logout",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Removes the access key with its secret, or the token, from a profile.",
      "A key stays valid; 'aumbry admin key deactivate' ends it and its tokens."
    })
final class LogoutCommand implements Callable<Integer> {
  @Mixin private FrontendOptions frontend = new FrontendOptions();

  @Override
  public Integer call() throws IOException {
    ClientEnvironment environment = frontend.environment();
    ProfileFile file = environment.profiles();
    String name = frontend.choice().name(environment);
    Profile stored =
        Optional.ofNullable(file.read().get(name))
            .filter(profile -> profile.credential().isPresent())
            .orElseThrow(() ->
                new ClientException(
                    ExitCode.USAGE,
                    "profile " + name + " in " + file.path() + " has no key and no token"));
    file.put(name, stored.withoutCredential());
    frontend.out().println("profile " + name + " has no access key and no token any more");
    return ExitCode.OK.code();
  }
}
