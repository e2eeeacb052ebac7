package io.aumbry.deploy;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What this is a build of, as the build wrote it down. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties build = new Properties();
    try (var in = Version.class.getResourceAsStream("version.properties")) {
      if (in != null) {
        build.load(in);
      }
    }
    return new String[] {
      "aumbry " + build.getProperty("version", "of an unknown version"),
      "build  " + build.getProperty("commit", "unknown") + " of " + build.getProperty("time", "?"),
      "java   " + Runtime.version() + " " + System.getProperty("java.vm.name"),
    };
  }
}
