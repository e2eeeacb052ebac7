package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.option.DataCenterOption;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.error.AumbryException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base of the commands that change locks of one data centre. */
@Command(mixinStandardHelpOptions = true)
abstract class LockCommand implements Callable<Integer> {
  static final String FAILED = "1:the command failed, and the output says why";
  static final String UNREACHABLE =
      "2:a data centre is unreachable, or the command line is invalid";
  static final String UNAVAILABLE =
      "6:ZooKeeper could not make the change, and the output says why";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private DataCenterOption dataCenter = new DataCenterOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** The chosen data centre, which answers. */
  record Place(DataCenter dataCenter, ClusterSnapshot snapshot, HostLocks locks) {}

  /** Returns the exit code. */
  abstract int change(Place place) throws InterruptedException;

  /** Checks the options before anything is asked. */
  void check() {}

  @Override
  public final Integer call() throws InterruptedException {
    check();
    try (OperatorAccess access = options.open()) {
      DataCenter chosen = dataCenter.of(access);
      ClusterSnapshot snapshot = access.reader().read(options.patience());
      Optional.ofNullable(snapshot.unreachable().get(chosen))
          .ifPresent(why -> {
            throw refused(NumberText.unseen(chosen, why));
          });
      return change(new Place(chosen, snapshot, new HostLocks(access.address(chosen.id()))));
    } catch (AumbryException e) {
      throw LockText.failure(e);
    }
  }

  final boolean isJson() {
    return json;
  }

  final ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  final void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  final void print(Record document) {
    print(JsonWriter.SNAKE_CASE.indented(document));
  }

  /** Prints a line that is not part of the result. */
  final void note(String lines) {
    lines.lines().forEach(line -> spec.commandLine().getErr().println("aumbry: " + line));
  }
}
