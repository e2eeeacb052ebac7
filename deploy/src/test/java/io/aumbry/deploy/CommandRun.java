package io.aumbry.deploy;

import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The result of a command that ran in this JVM. */
public record CommandRun(int code, String out, String err) {
  /** An environment without variables, profiles and input. */
  public static final ClientEnvironment EMPTY =
      new ClientEnvironment(
          Map.of(),
          Path.of("/nonexistent"),
          () -> {
            throw new AssertionError("the command asked for a key");
          },
          new SystemTime());

  /** Runs a command and keeps its output. */
  public static CommandRun of(String... arguments) {
    return of(List.of(), arguments);
  }

  /** Runs a command, possibly one of {@code extensions}, and keeps its output. */
  public static CommandRun of(List<Class<?>> extensions, String... arguments) {
    return of(EMPTY, extensions, arguments);
  }

  /** Runs a command in an environment, and keeps its output. */
  public static CommandRun of(
      ClientEnvironment environment, List<Class<?>> extensions, String... arguments) {
    return into(new StringWriter(), environment, extensions, arguments);
  }

  /** Runs a command in an environment, and keeps its output as {@code out} shows it. */
  public static CommandRun into(
      Writer out, ClientEnvironment environment, List<Class<?>> extensions, String... arguments) {
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(environment, extensions, arguments);
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    int code = command.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
