package io.aumbry.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FakeFrontend;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlobCommandsTest {
  @TempDir private Path folder;
  private FakeFrontend frontend;

  @BeforeEach
  void start() throws Exception {
    frontend = new FakeFrontend();
  }

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void aFileIsPutAndGot() throws Exception {
    byte[] content = new byte[3 << 20];
    new Random(7).nextBytes(content);
    Path file = Files.write(folder.resolve("in.bin"), content);

    CommandRun put = run("put", file.toString());
    String id = put.out().strip();
    Path output = folder.resolve("out.bin");
    CommandRun got = run("get", id, "-o", output.toString());

    assertThat(put.err()).isEmpty();
    assertThat(got.code()).isZero();
    assertThat(output).hasBinaryContent(content);
    assertThat(folder.toFile().list()).containsExactlyInAnyOrder("in.bin", "out.bin");
  }

  @Test
  void anEmptyFileIsABlobToo() throws Exception {
    Path file = Files.createFile(folder.resolve("empty"));
    String id = run("put", file.toString()).out().strip();
    Path output = folder.resolve("out");
    assertThat(run("get", id, "-o", output.toString()).code()).isZero();
    assertThat(output).isEmptyFile();
  }

  @Test
  void manyFilesArePrintedWithTheirNames() throws Exception {
    Path one = Files.writeString(folder.resolve("one"), "1");
    Path two = Files.writeString(folder.resolve("two"), "2");
    CommandRun put = run("put", one.toString(), two.toString());
    assertThat(put.out().lines())
        .satisfiesExactly(
            line -> assertThat(line).endsWith("  " + one),
            line -> assertThat(line).endsWith("  " + two));
  }

  @Test
  void optionsBecomeHeaders() throws Exception {
    Path file = Files.writeString(folder.resolve("page.html"), "<p>");
    List<String> options =
        List.of(
            "--ttl", "2h", "-m", "a=b", "-m", "city=Zürich", "--account", "x", "--container", "y");
    List<String> command = new ArrayList<>(List.of("put", file.toString()));
    command.addAll(options);
    CommandRun put = run(command.toArray(String[]::new));

    assertThat(put.code()).as(put.err()).isZero();
    var headers = frontend.blob(put.out().strip()).headers();
    assertThat(headers.getFirst("x-ambry-content-type")).isEqualTo("text/html");
    assertThat(headers.getFirst("x-ambry-ttl")).isEqualTo("7200");
    assertThat(headers.getFirst("x-ambry-um-a")).isEqualTo("b");
    assertThat(headers.getFirst("x-ambry-enc-um-city")).isEqualTo("Z%C3%BCrich");
    assertThat(headers.getFirst("x-ambry-target-account-name")).isEqualTo("x");
    assertThat(headers.getFirst("x-ambry-target-container-name")).isEqualTo("y");
    assertThat(headers.getFirst("x-ambry-checksum-crc32c")).hasSize(8);
    assertThat(headers.getFirst("Content-length")).isEqualTo("3");
  }

  @Test
  void aCorruptResponseLeavesNoFile() throws Exception {
    String id = stored("some content");
    frontend.corrupt = true;
    CommandRun got = run("get", id, "-o", folder.resolve("out").toString());
    assertThat(got.code()).isEqualTo(ExitCode.CORRUPT.code());
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(folder.toFile().list()).containsExactly("in");
  }

  @Test
  void aTruncatedResponseLeavesTheOldFile() throws Exception {
    String id = stored("some content");
    Path output = Files.writeString(folder.resolve("out"), "old");
    frontend.breakOff = true;
    CommandRun got = run("get", id, "-o", output.toString());
    assertThat(got.code()).isEqualTo(ExitCode.UNAVAILABLE.code());
    assertThat(output).hasContent("old");
  }

  @Test
  void infoShowsPropertiesUntilTheDelete() throws Exception {
    String id = stored("x");
    assertThat(run("info", id).out()).contains("x-ambry-content-type: ");
    assertThat(run("delete", "/" + id).code()).isZero();
    assertThat(run("info", id).code()).isEqualTo(ExitCode.NOT_FOUND.code());
  }

  @Test
  void keepAndUndeleteReachTheFrontend() throws Exception {
    String id = stored("x");
    assertThat(run("update-ttl", id).code()).isZero();
    assertThat(run("undelete", "/" + id).code()).isZero();
    assertThat(frontend.changes).containsExactly("updateTtl/" + id, "undelete/" + id);
    frontend.refuseWith = 409;
    assertThat(run("undelete", id).code()).isEqualTo(ExitCode.REFUSED.code());
  }

  @ParameterizedTest
  @CsvSource({"404,3", "410,3", "400,4", "403,4", "500,1", "503,6", "507,6", "429,6"})
  void theExitCodeSaysWhatKindOfFailureItWas(int status, int expected) throws Exception {
    frontend.refuseWith = status;
    CommandRun got = run("get", "AAE");
    assertThat(got.code()).isEqualTo(expected);
    assertThat(got.err())
        .startsWith("aumbry: " + status + ": as the test wishes (request request-1)");
  }

  @Test
  void noEndpointIsUnavailable() {
    String gone = frontend.url();
    frontend.close();
    CommandRun got = CommandRun.of("get", "AAE", "--url", gone);
    assertThat(got.code()).isEqualTo(ExitCode.UNAVAILABLE.code());
    assertThat(got.err()).isEqualTo("aumbry: cannot reach " + gone + ": no connection\n");
  }

  @Test
  void anInvalidIdOrEndpointIsAUsageError() {
    assertThat(run("get", "../etc").code()).isEqualTo(ExitCode.USAGE.code());
    assertThat(CommandRun.of("get", "AAE", "--url", "ftp://x").code())
        .isEqualTo(ExitCode.USAGE.code());
  }

  @Test
  void aMissingFileIsNamed() {
    CommandRun put = run("put", folder.resolve("missing").toString());
    assertThat(put.code()).isEqualTo(ExitCode.FAILED.code());
    assertThat(put.err())
        .isEqualTo("aumbry: " + folder.resolve("missing") + ": no such file or folder\n");
  }

  private String stored(String content) throws Exception {
    Path file = folder.resolve("in");
    Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    return run("put", file.toString()).out().strip();
  }

  private CommandRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.add("--url=" + frontend.url());
    return CommandRun.of(all.toArray(String[]::new));
  }
}
