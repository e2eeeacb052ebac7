package io.aumbry.deploy.settings;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The settings that every kind of process has. */
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
                "Folder of its own, on a local disk, for its last view of the cluster, with which"
                    + " it can start when ZooKeeper is lost, and for what a frontend still has to"
                    + " delete in the background, with which it goes on after a kill; without, it"
                    + " keeps neither, and its copy of the key to ZooKeeper is in the system's"
                    + " temporary folder.")
        Optional<Path> state,
    @Setting(
            key = "process.stop-timeout",
            range = "1s to 10m",
            text =
                "How long a stop may take, requests in flight included, before the process just"
                    + " ends.")
        @Default("10s")
        Duration stopTimeout,
    @Setting(
            key = "log.level",
            text = "What is logged of Aumbry itself; libraries are logged from warn on.")
        @Default("info")
        LogLevel logLevel) {
  /** How much is logged. */
  public enum LogLevel {
    ERROR,
    WARN,
    INFO,
    DEBUG,
    TRACE
  }
}
