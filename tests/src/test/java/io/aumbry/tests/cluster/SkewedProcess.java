package io.aumbry.tests.cluster;

import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.process.StopSignal;
import io.aumbry.deploy.settings.RoleSettings;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A process of a cluster with a wrong clock: {@code COMMAND CONFIGURATION SKEW}. */
final class SkewedProcess {
  private SkewedProcess() {}

  static void main(String[] arguments) {
    ProcessKind kind =
        Arrays.stream(ProcessKind.values())
            .filter(each -> each.command().equals(arguments[0]))
            .findFirst()
            .orElseThrow();
    RoleSettings settings = new SettingsLoader<>(kind.keys()).file(Path.of(arguments[1])).load();
    Duration skew = Duration.parse(arguments[2]);
    Logging.toStandardError(settings.process().logLevel().name());
    StopSignal stop = new StopSignal(settings.process().stopTimeout());
    stop.withStandardInput();
    stop.run(() -> ProcessKind.start(settings, new WrongTime(skew)), _ -> {});
  }

  /** Returns the arguments of such a process. */
  static List<String> arguments(String command, Path configuration, Duration skew) {
    return List.of(command, configuration.toString(), skew.toString());
  }

  /** The time of this machine plus a constant. */
  private record WrongTime(Duration skew) implements Time {
    private static final Time RIGHT = new SystemTime();

    @Override
    public long wallMillis() {
      return RIGHT.wallMillis() + skew.toMillis();
    }

    @Override
    public long monotonicNanos() {
      return RIGHT.monotonicNanos();
    }
  }
}
