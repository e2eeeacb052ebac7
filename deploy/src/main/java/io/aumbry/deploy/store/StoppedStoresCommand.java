package io.aumbry.deploy.store;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.ProgressListener;
import io.aumbry.deploy.client.Terminal;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.store.inspect.StoppedDisk;
import io.aumbry.store.inspect.StoppedStore;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Base of the commands about stores. */
@Command(mixinStandardHelpOptions = true)
abstract class StoppedStoresCommand implements Callable<Integer> {
  private final Time time = new SystemTime();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "DIR",
      description = "A store, the folder of a disk, or a folder that contains some.")
  private Path folder = Path.of(".");

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** Executes the command. The disks are locked, so that no node opens them. */
  abstract void act(List<StoppedDisk> disks, FindingLines findings) throws IOException;

  @Override
  public final Integer call() throws IOException {
    List<StoppedDisk> disks = disks();
    FindingLines findings = new FindingLines();
    try {
      act(disks, findings);
    } finally {
      out().flush();
      for (StoppedDisk disk : disks) {
        disk.close();
      }
    }
    return (findings.damages() > 0 ? ExitCode.DAMAGED : ExitCode.OK).code();
  }

  private List<StoppedDisk> disks() throws IOException {
    List<StoppedDisk> disks;
    try {
      disks = StoppedDisk.find(folder);
    } catch (NoSuchFileException e) {
      throw refused(folder + ": no such folder");
    }
    if (disks.isEmpty()) {
      throw refused(folder + " neither is nor contains a store");
    }
    return disks;
  }

  final ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  final boolean json() {
    return json;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final long nowMillis() {
    return time.wallMillis();
  }

  final ProgressListener progress(String name, long bytes) {
    return Terminal.standardError(time).progress(name, bytes);
  }

  static List<StoppedStore> stores(List<StoppedDisk> disks) {
    return disks.stream().flatMap(disk -> disk.stores().stream()).toList();
  }

  static long bytes(List<StoppedDisk> disks) throws IOException {
    long sum = 0;
    for (StoppedStore store : stores(disks)) {
      sum += store.bytes();
    }
    return sum;
  }
}
