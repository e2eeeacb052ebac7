package io.aumbry.deploy.operator.status;

import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.observation.ClusterObservation;
import io.aumbry.deploy.operator.observation.ClusterObserver;
import io.aumbry.deploy.process.Pause;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** Reports the progress of an operation whenever it changes, as text or JSON. */
public final class ProgressReporter {
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final CommandSpec spec;
  private final boolean json;
  private List<String> said = List.of();

  public ProgressReporter(CommandSpec spec, boolean json) {
    this.spec = spec;
    this.json = json;
  }

  /** Prints a notice, apart from the JSON output. */
  public void notice(String line) {
    if (json) {
      spec.commandLine().getErr().println("aumbry: " + line);
    } else {
      say(line);
    }
  }

  /**
   * Prints progress unless the text has not changed.
   *
   * @param lines for people
   * @param object for programs
   */
  void say(List<String> lines, Record object) {
    if (lines.equals(said)) {
      return;
    }
    said = lines;
    if (json) {
      say(JsonWriter.SNAKE_CASE.indented(object));
    } else {
      lines.forEach(this::say);
    }
  }

  /**
   * Reports progress until the operation is done.
   *
   * @param of computes the progress from an observation
   * @param object its JSON form
   */
  public <P extends TaskProgress> void follow(
      ClusterObserver observer, Function<ClusterObservation, P> of, Function<P, Record> object)
      throws InterruptedException {
    try (Pause pause = new Pause()) {
      P progress = of.apply(observer.observe());
      say(progress.lines(), object.apply(progress));
      while (!progress.isDone()) {
        pause.of(BETWEEN);
        progress = of.apply(observer.observe());
        say(progress.lines(), object.apply(progress));
      }
    }
  }

  private void say(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
