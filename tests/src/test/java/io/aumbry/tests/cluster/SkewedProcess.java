package io.aumbry.tests.cluster;

import io.aumbry.config.CommonKeys;
import io.aumbry.config.Settings;
import io.aumbry.config.SettingsLoader;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.process.StopSignal;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** A process of a cluster, with a clock that is wrong: {@code COMMAND CONFIGURATION SKEW}. */
final class SkewedProcess {
  private SkewedProcess() {}

  static void main(String[] arguments) {
    ProcessKind kind =
        Arrays.stream(ProcessKind.values())
            .filter(each -> each.command().equals(arguments[0]))
            .findFirst()
            .orElseThrow();
    Settings settings = new SettingsLoader(kind.keys()).file(Path.of(arguments[1])).load();
    Duration skew = Duration.parse(arguments[2]);
    Logging.toStandardError(settings.value(CommonKeys.LOG_LEVEL).name());
    StopSignal stop = new StopSignal(settings.value(CommonKeys.STOP_TIMEOUT));
    stop.withStandardInput();
    stop.run(() -> kind.start(settings, new WrongTime(skew)), _ -> {});
  }

  /** The words that start one, after those for the JVM and its class path. */
  static List<String> words(String command, Path configuration, Duration skew) {
    return List.of(
        SkewedProcess.class.getName(), command, configuration.toString(), skew.toString());
  }

  /** The time of this machine but for a constant. */
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
