package io.aumbry.deploy.operator;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.deploy.process.Pause;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the commands have in common that look at a cluster, once or again and again. */
@Command(mixinStandardHelpOptions = true)
abstract class ObservingCommand implements Callable<Integer> {
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J\u001b[3J";

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "SECONDS",
      fallbackValue = "2",
      defaultValue = "0",
      description = "Look again and again, until Ctrl-C (every 2 s, or as often as said).")
  private int watch;

  /** What is seen, as lines; of a look that may follow another one. */
  abstract List<String> text(ObservationHistory looks);

  /** What is seen, as a JSON document. */
  abstract Record document(ObservationHistory looks);

  /** What the shell is told. */
  int exitCode(ObservationHistory looks) {
    return 0;
  }

  /** Whether one look does not tell enough, so that another one is taken after a moment. */
  boolean needsAnother(ClusterObservation first) {
    return false;
  }

  /** Whether the command ends when something has come about that it was told to wait for. */
  boolean waits() {
    return false;
  }

  /** Whether that may be seen in a later look. */
  boolean isWaiting(ObservationHistory looks) {
    return false;
  }

  /** Called once, after the first look: asks the cluster for whatever the command waits for. */
  void begin(ClusterObserver lookout, ClusterObservation first) {}

  /** Shows progress on a terminal; called after each look while the command waits. */
  void showProgress(ObservationHistory looks) {}

  @Override
  public final Integer call() throws InterruptedException {
    if (watch < 0) {
      throw new ParameterException(spec.commandLine(), "--watch=" + watch + ", must be 1 or more");
    }
    if (watch > 0 && waits()) {
      throw new ParameterException(spec.commandLine(), "--watch has no end, --wait has one");
    }
    try (OperatorAccess access = options.open();
        Pause pause = new Pause()) {
      ClusterObserver lookout = new ClusterObserver(access, options.patience());
      ObservationHistory looks = ObservationHistory.first(lookout.look());
      begin(lookout, looks.now());
      if (needsAnother(looks.now()) && watch == 0) {
        pause.of(BETWEEN);
        looks = looks.and(lookout.look());
      }
      while (isWaiting(looks)) {
        showProgress(looks);
        pause.of(BETWEEN);
        looks = looks.and(lookout.look());
      }
      print(looks);
      while (watch > 0) {
        pause.of(Duration.ofSeconds(watch));
        looks = looks.and(lookout.look());
        print(looks);
      }
      return exitCode(looks);
    }
  }

  /** Refuses the command line. */
  final ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private void print(ObservationHistory looks) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonWriter.SNAKE_CASE.indented(document(looks)));
    } else {
      if (watch > 0 && options.isTerminal()) {
        out.print(CLEAR_SCREEN);
      }
      text(looks).forEach(out::println);
    }
    out.flush();
  }
}
