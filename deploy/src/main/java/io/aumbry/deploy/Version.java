package io.aumbry.deploy;

import io.aumbry.deploy.process.Build;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, for {@code --version}. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    Build build = Build.current();
    return new String[] {
      "aumbry " + build.version(),
      "build  " + build.commit() + " of " + build.time(),
      "java   " + Runtime.version() + " " + System.getProperty("java.vm.name"),
    };
  }
}
