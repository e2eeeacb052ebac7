package io.aumbry.frontend.audit;

import io.aumbry.config.Default;
import io.aumbry.config.Setting;
import io.aumbry.protocol.runtime.Bounds;
import java.nio.file.Path;
import java.util.Optional;

/** The settings of the audit log. */
public record AuditConfig(
    @Setting(
            key = "audit.file",
            text =
                "File for the audit log, readable by its owner only. Refused requests of users and"
                    + " issued tokens are logged in FILE.users, requests without valid credentials in"
                    + " FILE.anonymous. Without it, all go to standard output.")
        Optional<Path> file,
    @Setting(
            key = "audit.file-size",
            range = "64 KiB to 100 GiB",
            text = "Size at which the file is renamed to FILE.1 and a new one is begun.")
        @Default("100 MiB")
        long fileSize,
    @Setting(
            key = "audit.files",
            range = "1 to 1000",
            text = "Number of renamed files that are kept. The oldest one is deleted.")
        @Default("10")
        int files) {
  public AuditConfig {
    Bounds.check("fileSize", fileSize, 1 << 16, 100L << 30);
    Bounds.check("files", files, 1, 1000);
  }
}
