package io.aumbry.deploy;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** A command that was run in this JVM. */
public record CommandRun(int code, String out, String err) {
  /** Runs it, with what it prints kept. */
  public static CommandRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine(arguments);
    command.setOut(new PrintWriter(out, true));
    command.setErr(new PrintWriter(err, true));
    int code = command.execute(arguments);
    return new CommandRun(code, out.toString(), err.toString());
  }
}
