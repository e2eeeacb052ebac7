package io.aumbry.deploy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** The result of a command that ran in this JVM. */
public record CommandRun(int code, String out, String err) {
  /** Runs a command and keeps its output. */
  public static CommandRun of(String... arguments) {
    return of(List.of(), arguments);
  }

  /** Runs a command, possibly one of {@code extensions}, and keeps its output. */
  public static CommandRun of(List<Class<?>> extensions, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(extensions, arguments);
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    int code = command.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
