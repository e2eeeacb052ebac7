package io.aumbry.tests.cluster;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A PostgreSQL server with its data in a folder. It can be killed and started again. */
final class SoakDatabase implements AutoCloseable {
  private final Path folder;
  private final int port;
  private EmbeddedPostgres server;

  private SoakDatabase(Path folder, EmbeddedPostgres server) {
    this.folder = folder;
    this.server = server;
    this.port = server.getPort();
  }

  static SoakDatabase start(Path folder) throws IOException {
    return new SoakDatabase(folder, launch(folder, 0));
  }

  /** With commits that survive a crash, which the library disables for the speed of tests. */
  private static EmbeddedPostgres launch(Path folder, int port) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(folder)
            .setCleanDataDirectory(false)
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on");
    return (port == 0 ? builder : builder.setPort(port)).start();
  }

  /** The value of {@code catalog.url}. */
  String url() {
    return "postgresql://postgres@127.0.0.1:" + port + "/postgres";
  }

  /**
   * Kills the server and all its processes at once. The library then logs that it cannot stop it.
   */
  void kill() throws IOException {
    String pid = Files.readAllLines(folder.resolve("postmaster.pid")).getFirst().strip();
    ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    var workers = postmaster.descendants().toList();
    postmaster.destroyForcibly();
    workers.forEach(ProcessHandle::destroyForcibly);
    postmaster.onExit().join();
    workers.forEach(worker -> worker.onExit().join());
    server.close();
  }

  /** Starts the server again, on the same port and with the same data. */
  void restart() throws IOException {
    server = launch(folder, port);
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
