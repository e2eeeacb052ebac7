package io.aumbry.deploy;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code aumbry help [COMMAND...]}: prints the help of a command or of a nested command. */
@Command(
    name = "help",
    helpCommand = true,
    synopsisHeading = "Usage: ",
    description = "Prints the help of a command, such as 'aumbry help admin verify'.")
final class HelpCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "COMMAND",
      arity = "0..*",
      description = "A command and its subcommands.")
  private List<String> words = List.of();

  @Override
  public void run() {
    CommandLine at = Objects.requireNonNull(spec, "set when parsed").commandLine();
    CommandLine named = Objects.requireNonNull(at.getParent(), "help is a command of aumbry");
    for (String word : words) {
      named = command(named, word);
    }
    named.usage(at.getOut());
  }

  private static CommandLine command(CommandLine parent, String word) {
    return Optional.ofNullable(parent.getSubcommands().get(word))
        .orElseThrow(() -> new UnknownCommand(parent, word));
  }

  /** Names the word itself, which is no argument that picocli has parsed. */
  private static final class UnknownCommand extends UnmatchedArgumentException {
    private static final long serialVersionUID = 1;

    private final String word;

    UnknownCommand(CommandLine parent, String word) {
      super(parent, List.of(word));
      this.word = word;
    }

    @Override
    public String getMessage() {
      return "there is no command '" + word + "'";
    }
  }
}
