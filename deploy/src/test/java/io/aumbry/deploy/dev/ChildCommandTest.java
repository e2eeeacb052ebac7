package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.config.DataSize;
import io.aumbry.deploy.process.ProcessKind;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import io.aumbry.frontend.access.AuthenticationMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChildCommandTest {
  private static final String FAST_COMPILER_ONLY = "-XX:TieredStopAtLevel=1";
  private static final DevOptions OPTIONS =
      new DevOptions(
          1,
          new DevOptions.Stores(3, 2),
          Path.of("data"),
          new DevOptions.Frontends(0, AuthenticationMode.OPTIONAL),
          new DataSize(768L << 20),
          LogLevel.INFO);

  private static List<String> words(ProcessKind kind) {
    return new ChildCommand(OPTIONS)
        .of(new PlannedProcess("child", kind, Map.of()), Path.of("child.conf"));
  }

  /** Benchmarks measure these processes, so they are compiled in full. */
  @ParameterizedTest
  @EnumSource(names = {"FRONTEND", "STORAGE_SERVER"})
  void processesThatServeRequestsAreCompiledInFullAndHaveTheirShareOfMemory(ProcessKind kind) {
    assertThat(words(kind))
        .doesNotContain(FAST_COMPILER_ONLY)
        .contains("-Xmx" + (256L << 20), "-XX:MaxDirectMemorySize=" + (512L << 20));
  }

  @ParameterizedTest
  @EnumSource(names = {"CONTROLLER", "ZOOKEEPER"})
  void processesThatCoordinateStartQuickly(ProcessKind kind) {
    assertThat(words(kind)).contains(FAST_COMPILER_ONLY, "-Xmx128m");
  }
}
