package io.aumbry.bench;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.bench.form.Credential;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.config.DataSize;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.ProfileChoice;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code aumbry bench suite}. */
@Command(
    name = "suite",
    description =
        "GET and PUT at several sizes, in alternating rounds; prints medians as Markdown.",
    mixinStandardHelpOptions = true)
final class SuiteCommand implements Callable<Integer> {
  @Mixin private TargetOptions target = new TargetOptions();

  @Mixin private RateOption rate = new RateOption();

  @Option(
      names = "--sizes",
      split = ",",
      converter = Converters.Size.class,
      defaultValue = "4KiB,64KiB,1MiB,4MiB",
      description = "Default: ${DEFAULT-VALUE}")
  private List<DataSize> sizes = List.of();

  @Option(names = "--rounds", defaultValue = "3", description = "Default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--duration",
      converter = Converters.Span.class,
      defaultValue = "5s",
      description = "Length of a measurement. Default: ${DEFAULT-VALUE}")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--warm-up",
      converter = Converters.Span.class,
      defaultValue = "2s",
      description = "Warm-up before each measurement. Default: ${DEFAULT-VALUE}")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--put-bytes",
      converter = Converters.Size.class,
      defaultValue = "1GiB",
      description = "Limit of bytes in a measurement of writes. Default: 1GiB")
  private DataSize putBytes = new DataSize(0);

  @Option(
      names = "--data-set",
      converter = Converters.Size.class,
      defaultValue = "64MiB",
      description = "Bytes of blobs of each size to read. Default: 64MiB")
  private DataSize dataSet = new DataSize(0);

  @Option(
      names = "--nginx",
      description =
          "Also measure an nginx proxy in front of an nginx file server, with and without"
              + " TLS between the two (apt-get install nginx-light)")
  private boolean nginx;

  @Option(
      names = "--named",
      paramLabel = "ACCOUNT/CONTAINER",
      description =
          "Also measure blobs with names in this container, in requests that the access key of"
              + " the environment or the profile signs")
  private @Nullable String named;

  @Option(names = "--only-nginx", description = "Measure only nginx, without an endpoint")
  private boolean onlyNginx;

  @Option(
      names = "--operations",
      split = ",",
      defaultValue = "GET,PUT",
      description = "Default: ${DEFAULT-VALUE}")
  private List<LoadOperation> operations = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the figures as JSON too; - prints JSON instead of tables")
  private @Nullable String json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    return BenchFrame.run(spec, this::measure);
  }

  private static RequestForm form(String container, Time time) throws IOException {
    ClientEnvironment environment = ClientEnvironment.ofProcess();
    ProfileChoice choice = new ProfileChoice(Optional.empty(), Optional.empty(), Optional.empty());
    ClientKey key =
        choice
            .effective(environment, environment.profiles().read())
            .key()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "--named needs an access key; see 'aumbry help login'"));
    String run = Long.toHexString(time.wallMillis());
    return new RequestForm(BlobNaming.inContainer(container, run), Credential.signature(key, time));
  }

  private int measure() throws IOException {
    Time time = new SystemTime();
    PrintWriter out = spec.commandLine().getOut();
    Suite.Plan plan;
    try (Contenders contenders =
        new Contenders(target, new ProcFs(), time, new SystemPacer(time), dataSet.bytes())) {
      List<Long> bytes = sizes.stream().map(DataSize::bytes).toList();
      plan = new Suite.Plan(bytes, rounds, rate.schedule(), warmUp, duration, putBytes.bytes());
      if (!onlyNginx) {
        contenders.addAumbry(bytes, operations);
      }
      if (named != null) {
        contenders.addNamed(bytes, operations, form(named, time));
      }
      if (nginx || onlyNginx) {
        contenders.addNginx(bytes, false);
        contenders.addNginx(bytes, true);
      }
      Map<Suite.Cell, List<Measurement>> results =
          new Suite(plan, contenders.all(), target.seed(), contenders.numbers())
              .run((cell, measurement) ->
                  BenchFrame.print(
                      spec.commandLine().getErr(), SuiteReport.progress(cell, measurement)));
      BenchFrame.write(SuiteReport.of(results), Optional.ofNullable(json), out);
      return results.values().stream().flatMap(List::stream).anyMatch(Measurement::hasFailures)
          ? BenchFrame.FAILED
          : 0;
    }
  }
}
