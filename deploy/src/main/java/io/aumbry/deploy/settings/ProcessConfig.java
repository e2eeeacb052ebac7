package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Settings of every kind of process. */
public record ProcessConfig(
    @Setting(
            key = "process.name",
            form = "1 to 63 letters, digits, '.', '_' or '-'",
            pattern = "[A-Za-z0-9][A-Za-z0-9._-]{0,62}",
            text =
                "Name of this process in logs and, for a storage node, in its cluster and"
                    + " certificate.")
        String name,
    @Setting(
            key = "process.state",
            text =
                "Folder on a local disk for the last view of the cluster, with which this process"
                    + " can start without ZooKeeper. Without it no view is kept, and the copy of"
                    + " the key for ZooKeeper is in the system's temporary folder.")
        Optional<Path> state,
    @Setting(
            key = "process.stop-timeout",
            range = "1s to 10m",
            text = "Time limit of a stop, including open requests. After it the process is halted.")
        @Default("10s")
        Duration stopTimeout,
    @Setting(key = "log.level", text = "Log level of Aumbry. Libraries log from warn on.")
        @Default("info")
        LogLevel logLevel) {
  public ProcessConfig withStopTimeout(Duration limit) {
    return new ProcessConfig(name, state, limit, logLevel);
  }

  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }
}
