package io.aumbry.deploy.operator;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.operator.observation.ObservationHistory;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.operator.text.TextTable;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.deploy.process.Pause;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base of the commands that show the cluster, once or repeatedly. */
@Command(mixinStandardHelpOptions = true)
abstract class ObservingCommand implements Callable<Integer> {
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J\u001b[3J";

  private static final Duration BETWEEN = Duration.ofSeconds(1);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Option(
      names = "--watch",
      arity = "0..1",
      paramLabel = "SECONDS",
      fallbackValue = "2",
      defaultValue = "0",
      description = "Repeat every SECONDS (default: 2) until Ctrl-C.")
  private int watch;

  /** The result of a command, computed once. Only the form that is printed is rendered. */
  record Output(Supplier<List<String>> text, Supplier<Record> document, int exitCode) {
    /** The output of a command that succeeds whatever it shows. */
    Output(Supplier<List<String>> text, Supplier<Record> document) {
      this(text, document, 0);
    }
  }

  /** Computes the output. Later observations may be compared with earlier ones. */
  abstract Output output(ObservationHistory history);

  /** Whether a second observation, after a moment, is needed for the output. */
  boolean needsAnother(ClusterObservation first) {
    return false;
  }

  /** Whether the command waits for a condition. */
  boolean waits() {
    return false;
  }

  /** Whether the condition may become true in a later observation. */
  boolean isWaiting(ObservationHistory history) {
    return false;
  }

  /** Called once, after the first observation, to start the awaited operation. */
  void begin(ClusterObserver observer, ClusterObservation first) {}

  /** Shows progress on a terminal. Called after each observation while the command waits. */
  void showProgress(ObservationHistory history) {}

  @Override
  public final Integer call() throws InterruptedException {
    if (watch < 0) {
      throw new ParameterException(spec.commandLine(), "--watch=" + watch + ", must be 1 or more");
    }
    if (watch > 0 && waits()) {
      throw new ParameterException(
          spec.commandLine(), "--watch cannot be used with --wait or --now");
    }
    try (OperatorAccess access = options.open();
        Pause pause = new Pause()) {
      ClusterObserver observer = new ClusterObserver(access, options.patience());
      ObservationHistory history = ObservationHistory.first(observer.observe());
      begin(observer, history.now());
      if (needsAnother(history.now()) && watch == 0) {
        pause.of(BETWEEN);
        history = history.and(observer.observe());
      }
      while (isWaiting(history)) {
        showProgress(history);
        pause.of(BETWEEN);
        history = history.and(observer.observe());
      }
      Output output = output(history);
      print(output);
      while (watch > 0) {
        pause.of(Duration.ofSeconds(watch));
        history = history.and(observer.observe());
        output = output(history);
        print(output);
      }
      return output.exitCode();
    }
  }

  /** The rows of a table, then the places that could not be observed, with the reasons. */
  static List<String> withUnseen(TextTable table, ClusterObservation observation) {
    List<String> lines = new ArrayList<>(table.lines());
    observation
        .snapshot()
        .unreachable()
        .forEach((place, why) -> lines.add(NumberText.unseen(place, why)));
    observation.silent().forEach((node, why) -> lines.add(node + " does not answer: " + why));
    return lines;
  }

  final ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private void print(Output output) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(JsonWriter.SNAKE_CASE.indented(output.document().get()));
    } else {
      if (watch > 0 && options.isTerminal()) {
        out.print(CLEAR_SCREEN);
      }
      output.text().get().forEach(out::println);
    }
    out.flush();
  }
}
