package io.aumbry.bench;

import io.aumbry.bench.report.Report;
import io.aumbry.deploy.log.Logging;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Base of the benchmarks that end with one report. */
abstract class ReportCommand implements Callable<Integer> {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write every measurement as JSON too; - prints JSON instead of tables")
  private @Nullable String json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() throws IOException {
    Logging.toStandardError("warn");
    return BenchFrame.run(spec, this::write);
  }

  private int write() throws IOException {
    BenchFrame.write(measure(), Optional.ofNullable(json), spec.commandLine().getOut());
    return 0;
  }

  abstract Report measure() throws IOException;

  /** Shows progress. */
  final void say(String line) {
    BenchFrame.print(spec.commandLine().getErr(), line);
  }
}
