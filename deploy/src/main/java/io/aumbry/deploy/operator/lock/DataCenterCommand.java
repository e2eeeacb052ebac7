package io.aumbry.deploy.operator.lock;

import io.aumbry.cluster.lock.HostLocks;
import io.aumbry.cluster.operator.ClusterSnapshot;
import io.aumbry.cluster.zookeeper.ClusterAddress;
import io.aumbry.config.json.JsonWriter;
import io.aumbry.deploy.operator.option.ClusterOptions;
import io.aumbry.deploy.operator.option.DataCenterOption;
import io.aumbry.deploy.operator.text.NumberText;
import io.aumbry.deploy.process.OperatorAccess;
import io.aumbry.protocol.cluster.DataCenter;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.SystemRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Base of the commands that change the locks or the maintenance of one data centre. */
@Command(mixinStandardHelpOptions = true)
public abstract class DataCenterCommand implements Callable<Integer> {
  public static final String FAILED = "1:the command failed, and the output says why";
  public static final String UNREACHABLE =
      "2:a data centre is unreachable, or the command line is invalid";
  public static final String UNAVAILABLE =
      "6:ZooKeeper could not make the change, and the output says why";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ClusterOptions options = new ClusterOptions();

  @Mixin private DataCenterOption dataCenter = new DataCenterOption();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** The chosen data centre, which answers. */
  public record Place(DataCenter dataCenter, ClusterSnapshot snapshot, OperatorAccess access) {
    public ClusterAddress address() {
      return access.address(dataCenter.id());
    }

    HostLocks locks() {
      return new HostLocks(address());
    }
  }

  /** Returns the exit code. */
  protected abstract int change(Place place) throws InterruptedException;

  /** Checks the options before anything is asked. */
  protected void check() {}

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
      return change(new Place(chosen, snapshot, access));
    } catch (AumbryException e) {
      throw LockText.failure(e);
    }
  }

  /** The id of a request that has none on the command line. */
  protected static String randomId() {
    RandomGenerator random = SystemRandom.secure();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  /** Time limit of each part of an observation. */
  protected final Duration patience() {
    return options.patience();
  }

  protected final boolean isJson() {
    return json;
  }

  protected final ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  protected final void print(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  protected final void print(Record document) {
    print(JsonWriter.SNAKE_CASE.indented(document));
  }

  /** Prints a line that is not part of the result. */
  protected final void note(String lines) {
    lines.lines().forEach(line -> spec.commandLine().getErr().println("aumbry: " + line));
  }
}
