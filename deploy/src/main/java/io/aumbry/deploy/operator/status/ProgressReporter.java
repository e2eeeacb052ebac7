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

/** Says how something gets on, whenever that is new: to people, or to programs as JSON. */
public final class ProgressReporter {
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final CommandSpec spec;
  private final boolean json;
  private List<String> said = List.of();

  public ProgressReporter(CommandSpec spec, boolean json) {
    this.spec = spec;
    this.json = json;
  }

  /** Beside what programs read. */
  public void notice(String line) {
    if (json) {
      spec.commandLine().getErr().println("aumbry: " + line);
    } else {
      say(line);
    }
  }

  /**
   * Nothing, if people would hear the same again.
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
   * Says how something gets on until it is done.
   *
   * @param of how far it is, by a look at the cluster
   * @param object what programs are told of it
   */
  public <P extends TaskProgress> void follow(
      ClusterObserver lookout, Function<ClusterObservation, P> of, Function<P, Record> object)
      throws InterruptedException {
    try (Pause pause = new Pause()) {
      P progress = of.apply(lookout.look());
      say(progress.lines(), object.apply(progress));
      while (!progress.isDone()) {
        pause.of(BETWEEN);
        progress = of.apply(lookout.look());
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
