package io.aumbry.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.bench.peers.FakeMinio;
import io.aumbry.deploy.process.ChildJvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the command with a program that behaves like MinIO in place of MinIO. */
@Timeout(300)
final class PeersCommandTest {
  private static final int TERMINATED = 143;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;
  private Path data = Path.of("");

  @BeforeEach
  void createFolder() throws IOException {
    data = Files.createDirectory(folder.resolve("data"));
  }

  private int peers(String... arguments) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(
            Stream.concat(arguments("--duration=20ms").stream(), Stream.of(arguments))
                .toArray(String[]::new));
  }

  private List<String> arguments(String duration) {
    return List.of(
        "peers",
        "--without-aumbry",
        "--sizes=1KiB,8KiB",
        "--rounds=2",
        duration,
        "--warm-up=0ms",
        "--data-set=16KiB",
        "--concurrency=2",
        "--dir=" + data);
  }

  private String program(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + text + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return "--minio=" + file;
  }

  private String fakeMinio() throws IOException {
    return program(
        "exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\""
            .formatted(
                ChildJvm.java(), System.getProperty("java.class.path"), FakeMinio.class.getName()));
  }

  private List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.list(data)) {
      return files.toList();
    }
  }

  @Test
  void aServerIsStartedMeasuredAndEnded() throws IOException {
    assertThat(peers(fakeMinio())).as(err + "\n" + out).isZero();
    assertThat(err.toString().lines().filter(line -> line.startsWith("PUT 1 KiB"))).hasSize(3);
    assertThat(err.toString().lines().filter(line -> line.endsWith("(warm-up round)"))).hasSize(4);
    assertThat(out.toString())
        .contains("|  | PUT 1 KiB | GET 1 KiB | PUT 8 KiB | GET 8 KiB |")
        .containsPattern("\\| MinIO \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\| [0-9.]+ \\|")
        .containsPattern("\\| GET 8 KiB \\| MinIO \\| minio \\| [0-9.]+ \\| \\d+ \\|")
        .contains("fdatasync on all shards")
        .doesNotContain("failed");
    assertThat(leftovers()).isEmpty();
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void aServerThatEndsIsNamedWithItsOutput() throws IOException {
    assertThat(peers(program("echo no drives; exit 3"))).isEqualTo(BenchFrame.FAILED);
    assertThat(err.toString()).contains("minio ended with exit code 3: no drives");
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void aSignalEndsTheServersToo() throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("bench"));
    arguments.addAll(arguments("--duration=100s"));
    arguments.add(fakeMinio());
    Path output = folder.resolve("output");
    Process bench =
        new ProcessBuilder(
                ChildJvm.command(
                    List.of("-XX:TieredStopAtLevel=1"), BenchMain.class.getName(), arguments))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    List<ProcessHandle> servers = List.of();
    while (servers.isEmpty() && bench.isAlive()) {
      servers = bench.children().toList();
      Thread.onSpinWait();
    }
    bench.destroy();
    assertThat(bench.waitFor()).as(Files.readString(output)).isEqualTo(TERMINATED);
    assertThat(servers).hasSize(1).noneMatch(ProcessHandle::isAlive);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  void wrongPathsAreNamed() throws IOException {
    assertThat(peers("--minio=" + data)).isEqualTo(2);
    assertThat(err.toString()).contains("--minio " + data + " is not a program");
    assertThat(peers("--ambry=" + folder.resolve("missing"))).isEqualTo(2);
    assertThat(err.toString()).contains("missing does not exist");
    assertThat(peers()).isEqualTo(2);
    assertThat(err.toString()).contains("no server to measure");
    assertThat(leftovers()).isEmpty();
  }
}
