package io.aumbry.deploy.operator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A cluster without an answer from its ZooKeeper. */
public final class SilentCluster {
  private SilentCluster() {}

  /** Writes its configuration for {@code admin}. */
  public static Path configuration(Path folder) throws IOException {
    return Files.writeString(
        folder.resolve("admin.conf"),
        """
        cluster.data-center = dc1
        cluster.data-centers = 1:dc1@127.0.0.1:1
        tls.mode = plaintext
        tls.zookeeper = plaintext
        """);
  }
}
