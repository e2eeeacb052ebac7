package io.aumbry.deploy;

import io.aumbry.config.ConfigException;
import io.aumbry.config.Text;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error messages of failed or misunderstood commands, and their exit codes. */
final class FailureMessage {
  private FailureMessage() {}

  static int ofFailure(Exception failure, CommandLine at) {
    ExitCode code =
        switch (failure) {
          case ClientException known -> known.exitCode();
          case ConfigException wrong -> ExitCode.USAGE;
          default -> ExitCode.FAILED;
        };
    say(message(failure), at.getErr());
    if (!isExpected(failure)) {
      at.getErr().println(String.format(Locale.ROOT, "  at %s", origin(failure)));
    }
    return code.code();
  }

  /** Reports an invalid command line, and suggests the most similar valid one. */
  static int ofUsage(ParameterException wrong, CommandLine at) {
    PrintWriter err = at.getErr();
    say(message(wrong), err);
    String command = at.getCommandSpec().qualifiedName();
    switch (meant(wrong, at)) {
      case String word when word.isEmpty() ->
          err.println("Try '" + command + " --help' for its options");
      case String word when word.startsWith("-") -> err.println("Did you mean: " + word + "?");
      case String word -> err.println("Did you mean: " + command + " " + word + "?");
    }
    return ExitCode.USAGE.code();
  }

  private static String meant(ParameterException wrong, CommandLine at) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String word = unmatched.getUnmatched().getFirst();
    boolean flag = word.startsWith("-");
    int end = word.indexOf('=');
    List<String> known = new ArrayList<>();
    if (flag) {
      at.getCommandSpec().options().stream()
          .filter(option -> !option.hidden())
          .forEach(option -> known.addAll(List.of(option.names())));
    } else {
      known.addAll(at.getSubcommands().keySet());
    }
    return Text.nearest(flag && end > 0 ? word.substring(0, end) : word, known).orElse("");
  }

  private static void say(String message, PrintWriter err) {
    message.lines().forEach(line -> err.println("aumbry: " + line));
  }

  private static String message(Exception failure) {
    return switch (failure) {
      case NoSuchFileException missing -> missing.getFile() + ": no such file or folder";
      case AccessDeniedException denied -> denied.getFile() + ": permission denied";
      default -> Optional.ofNullable(failure.getMessage()).orElse(failure.toString());
    };
  }

  /** Whether the message is enough. Otherwise the place in the code is printed too. */
  private static boolean isExpected(Exception failure) {
    return switch (failure) {
      case ClientException known -> true;
      case ConfigException wrong -> true;
      case IOException disk -> true;
      default -> false;
    };
  }

  private static String origin(Exception failure) {
    StackTraceElement[] stack = failure.getStackTrace();
    return stack.length == 0 ? "unknown place" : stack[0].toString();
  }
}
