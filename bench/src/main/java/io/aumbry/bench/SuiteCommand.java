package io.aumbry.bench;

import io.aumbry.bench.form.BlobNaming;
import io.aumbry.bench.form.Credential;
import io.aumbry.bench.form.RequestForm;
import io.aumbry.bench.load.LoadOperation;
import io.aumbry.bench.load.SystemPacer;
import io.aumbry.bench.option.RateOption;
import io.aumbry.bench.option.TargetOptions;
import io.aumbry.bench.process.ProcFs;
import io.aumbry.bench.process.WatchedProcess;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.ProfileChoice;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
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

  @Mixin private RoundOptions rounds = new RoundOptions();

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
    ProcFs proc = new ProcFs();
    Suite.Plan plan = rounds.plan(rate.schedule(), 0);
    try (Contenders contenders =
        new Contenders(target.connections(), rounds, proc, time, new SystemPacer(time))) {
      List<WatchedProcess> processes = target.processes(proc);
      if (!onlyNginx) {
        contenders.add(Contenders.AUMBRY, target.target(), processes, operations);
      }
      if (named != null) {
        contenders.add(
            Contenders.NAMED, target.target().with(form(named, time)), processes, operations);
      }
      if (nginx || onlyNginx) {
        contenders.addNginx(target, false);
        contenders.addNginx(target, true);
      }
      Map<Suite.Cell, List<Measurement>> results =
          new Suite(plan, contenders.all(), target.seed(), contenders.numbers())
              .run((cell, measurement, counts) ->
                  BenchFrame.print(
                      spec.commandLine().getErr(),
                      SuiteReport.progress(cell, measurement, counts)));
      BenchFrame.write(SuiteReport.of(results), rounds.json(), spec.commandLine().getOut());
      return BenchFrame.exitCode(results);
    }
  }
}
