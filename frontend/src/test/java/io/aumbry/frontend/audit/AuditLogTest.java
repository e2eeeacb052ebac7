package io.aumbry.frontend.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.aumbry.catalog.account.Account;
import io.aumbry.config.Settings;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuditLogTest {
  private final Metrics metrics = new Metrics();
  private final Time time = new SystemTime();

  private final ByteArrayOutputStream console = new ByteArrayOutputStream();

  @TempDir Path folder;

  private Path file() {
    return folder.resolve("audit.log");
  }

  private AuditLog open(Map<String, String> settings) {
    AuditConfig config = Settings.read(AuditConfig.class, settings);
    return AuditLog.open(config, console, time, BlockingThreads.ofPlatform(), metrics);
  }

  private AuditLog toFile() {
    return open(Map.of("audit.file", file().toString()));
  }

  private static AuditEvent refusal(String requestId) {
    return new AuditEvent(
        new AuditEvent.Subject(Caller.ANONYMOUS, "", "no statement allows it"),
        Action.CHANGE_CONTAINERS,
        new Resource.Cluster(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711),
        requestId,
        "unauthorized",
        401);
  }

  /** A request of a user that has no permission. */
  private static AuditEvent refusal(String user, String accountName) {
    AuditEvent done = event(user, accountName, "r");
    return refusal(done, done.resource(), 403);
  }

  private static AuditEvent refusal(AuditEvent done, Resource resource, int status) {
    return new AuditEvent(
        done.subject(),
        done.action(),
        resource,
        done.origin(),
        done.requestId(),
        "refused",
        status);
  }

  private static AuditEvent token(String user) {
    AuditEvent done = event(user, "photos", "r");
    return new AuditEvent(
        done.subject(),
        Action.MINT_TOKEN,
        done.resource(),
        done.origin(),
        done.requestId(),
        "ok",
        201);
  }

  private static AuditEvent event(String user, String accountName, String requestId) {
    Account.State state = new Account.State(true, 0, 0, false, Account.QuotaResource.ACCOUNT);
    return new AuditEvent(
        new AuditEvent.Subject(
            new Caller.Known(user, 7, "AKEXAMPLE"), "AKEXAMPLE", "role/owner[0]"),
        Action.CHANGE_CONTAINERS,
        new Resource.OfAccount(new Account(7, accountName, state, List.of())),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 4711),
        requestId,
        "ok",
        200);
  }

  private double count(String name) {
    return metrics.value(name);
  }

  @Test
  void aLineSaysWhoDidWhatFromWhereAndHowItEnded() throws Exception {
    long before = time.wallMillis();
    try (AuditLog log = toFile()) {
      log.record(event("alice", "photos", "request-1"));
    }
    JsonNode line = new ObjectMapper().readTree(Files.readString(file()));
    assertThat(Instant.parse(line.get("time").asText()).toEpochMilli())
        .isBetween(before, time.wallMillis());
    assertThat(line.get("identity").asText()).isEqualTo("alice");
    assertThat(line.get("credential").asText()).isEqualTo("AKEXAMPLE");
    assertThat(line.get("decision").asText()).isEqualTo("role/owner[0]");
    assertThat(line.get("action").asText()).isEqualTo("aumbry:UpdateContainer");
    assertThat(line.get("resource").asText()).isEqualTo("account/photos");
    assertThat(line.get("origin").asText()).isEqualTo("127.0.0.1:4711");
    assertThat(line.get("requestId").asText()).isEqualTo("request-1");
    assertThat(line.get("outcome").asText()).isEqualTo("ok");
    assertThat(line.get("status").asInt()).isEqualTo(200);
    assertThat(count("aumbry_audit_lines_total")).isEqualTo(1);
    assertThat(count("aumbry_audit_lines_lost_total")).isZero();
  }

  /** Names that a client chooses, with everything that some reader takes for the end of a line. */
  @Test
  void noNameCanForgeALine() throws Exception {
    long seed = 20_261_127;
    Random random = new Random(seed);
    String hostile = "\n\r\"\\{},: \u0000\u0007\u001b\u007f\u0085\u2028\u2029\ud800\u00e9x";
    List<String> names =
        IntStream.range(0, 200)
            .mapToObj(i -> {
              StringBuilder name = new StringBuilder();
              for (int length = 1 + random.nextInt(20); length > 0; length--) {
                name.append(hostile.charAt(random.nextInt(hostile.length())));
              }
              return name.toString();
            })
            .toList();
    try (AuditLog log = toFile()) {
      names.forEach(name -> log.record(event("u", name, "r")));
    }
    byte[] bytes = Files.readAllBytes(file());
    for (byte each : bytes) {
      assertThat(each == '\n' || (each >= ' ' && each <= '~')).isTrue();
    }
    List<String> lines = new String(bytes, StandardCharsets.US_ASCII).lines().toList();
    assertThat(lines).hasSameSizeAs(names);
    for (int i = 0; i < names.size(); i++) {
      JsonNode line = new ObjectMapper().readTree(lines.get(i));
      assertThat(line.get("resource").asText()).isEqualTo("account/" + names.get(i));
    }
  }

  @Test
  void filesRotateAtTheirSizeAndOnlyTheOwnerReadsThem() throws Exception {
    try (AuditLog log =
        open(
            Map.of(
                "audit.file", file().toString(),
                "audit.file-size", "64 KiB",
                "audit.files", "2"))) {
      for (int round = 0; round < 20; round++) {
        double done = count("aumbry_audit_lines_total");
        for (int i = 0; i < 60; i++) {
          log.record(event("u" + round, "a".repeat(200), "r"));
        }
        Patience.await().until(() -> count("aumbry_audit_lines_total") == done + 60);
      }
    }
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "audit.log", "audit.log.1", "audit.log.2", "audit.log.anonymous", "audit.log.users");
    for (String name : List.of("audit.log", "audit.log.1", "audit.log.2")) {
      Path each = folder.resolve(name);
      assertThat(Files.size(each)).isBetween(1L, 64L << 10);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .isEqualTo("rw-------");
    }
    assertThat(Files.readAllLines(file()).getLast()).contains("u19");
    assertThat(count("aumbry_audit_lines_lost_total")).isZero();
  }

  @Test
  void requestsThatNeedNoPermissionPushOutNoLineOfAChange() throws Exception {
    List<AuditEvent> flood =
        List.of(
            refusal("v", "photos"),
            refusal(event("v", "photos", "r"), new Resource.InBody(), 400),
            token("v"));
    requireNoLinePushedOut("", event("u", "photos", "kept"), ".users", i -> flood.get(i % 3));
  }

  @Test
  void requestsWithoutCredentialsPushOutNoLineOfAUser() throws Exception {
    requireNoLinePushedOut("", event("u", "photos", "kept"), ".anonymous", i -> refusal("r" + i));
  }

  @Test
  void requestsWithoutCredentialsPushOutNoRefusalOfAUser() throws Exception {
    requireNoLinePushedOut(
        ".users", refusal("kept", "photos"), ".anonymous", i -> refusal("r" + i));
  }

  /** A line of one file stays although many lines go to another one. */
  private void requireNoLinePushedOut(
      String suffix, AuditEvent kept, String floodedSuffix, IntFunction<AuditEvent> flood)
      throws Exception {
    try (AuditLog log =
        open(
            Map.of(
                "audit.file", file().toString(),
                "audit.file-size", "64 KiB",
                "audit.files", "1"))) {
      log.record(kept);
      for (int round = 0; round < 20; round++) {
        double done = count("aumbry_audit_lines_total");
        for (int i = 0; i < 100; i++) {
          log.record(flood.apply(i));
        }
        Patience.await().until(() -> count("aumbry_audit_lines_total") >= done + 100);
      }
    }
    assertThat(Files.readAllLines(file(suffix))).singleElement().asString().contains("kept");
    assertThat(file(floodedSuffix + ".1")).exists();
  }

  private Path file(String suffix) {
    return folder.resolve("audit.log" + suffix);
  }

  @Test
  void aLongNameHasAShortLineIfItIsRefused() throws Exception {
    String name = "\ud83d\ude00".repeat(300);
    try (AuditLog log = toFile()) {
      log.record(refusal("v", name));
      log.record(event("u", name, "kept"));
    }
    assertThat(Files.readString(file(".users"))).hasSizeLessThan(2000);
    assertThat(new ObjectMapper().readTree(Files.readString(file())).get("resource").asText())
        .endsWith(name);
  }

  /** The label of the resource has 8 characters before the name, so one of both cuts a pair. */
  @ParameterizedTest
  @ValueSource(strings = {"", "x"})
  void aNameIsNotCutWithinACharacter(String begin) throws Exception {
    try (AuditLog log = toFile()) {
      log.record(refusal("v", begin + "\ud83d\ude00".repeat(300)));
    }
    String resource =
        new ObjectMapper().readTree(Files.readString(file(".users"))).get("resource").asText();
    assertThat(resource).endsWith("\ud83d\ude00...");
  }

  @Test
  void aFullQueueLosesLinesFirstThatMoreSendersCanCause() throws Exception {
    Failing output = new Failing();
    try (AuditLog log = log(output, 100)) {
      output.held = new CountDownLatch(1);
      for (int i = 0; i < 250; i++) {
        log.record(refusal("anonymous" + i));
      }
      for (int i = 0; i < 50; i++) {
        log.record(refusal("v", "users" + i));
      }
      for (int i = 0; i < 50; i++) {
        log.record(event("u", "a", "changes" + i));
      }
      assertThat(count("aumbry_audit_lines_lost_total")).isEqualTo(200 + 25 + 25);
      output.held.countDown();
    }
    List<String> lines = output.lines.stream().flatMap(String::lines).toList();
    assertThat(lines.stream().filter(line -> line.contains("anonymous")).count()).isEqualTo(50);
    assertThat(lines.stream().filter(line -> line.contains("users")).count()).isEqualTo(25);
    assertThat(lines.stream().filter(line -> line.contains("changes")).count()).isEqualTo(25);
  }

  @Test
  void withoutAFileTheLinesGoToStandardOutput() throws Exception {
    try (AuditLog log = open(Map.of())) {
      log.record(event("u", "a", "r"));
    }
    assertThat(console.toString(StandardCharsets.US_ASCII).lines()).hasSize(1);
  }

  @Test
  void anExistingFileIsContinuedAndClosedToOthers() throws Exception {
    Files.writeString(file(), "{}\n");
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
    try (AuditLog log = toFile()) {
      log.record(event("u", "a", "r"));
    }
    assertThat(Files.readAllLines(file())).hasSize(2).startsWith("{}");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void aFileThatCannotBeOpenedStopsTheStart() {
    assertThatThrownBy(() -> open(Map.of("audit.file", folder + "/missing/audit.log")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("missing/audit.log");
  }

  @Test
  void linesThatTheDiskRefusesAreCountedAndLaterOnesAreWritten() throws Exception {
    Failing output = new Failing();
    try (AuditLog log = log(output, 100)) {
      output.fails = true;
      log.record(event("u", "a", "r1"));
      Patience.await().until(() -> count("aumbry_audit_lines_lost_total") == 1);
      output.fails = false;
      log.record(event("u", "a", "r2"));
    }
    assertThat(output.lines).hasSize(1);
    assertThat(output.lines.getFirst()).contains("r2");
    assertThat(count("aumbry_audit_lines_total")).isEqualTo(1);
  }

  @Test
  void aFullQueueLosesLinesInsteadOfBlocking() throws Exception {
    Failing output = new Failing();
    try (AuditLog log = log(output, 100)) {
      output.held = new CountDownLatch(1);
      for (int i = 0; i < 250; i++) {
        log.record(event("u", "a", "r" + i));
      }
      assertThat(count("aumbry_audit_lines_lost_total")).isEqualTo(150);
      assertThat(count("aumbry_audit_lines_waiting")).isEqualTo(100);
      output.held.countDown();
    }
    assertThat(output.lines.stream().flatMap(String::lines)).hasSize(100);
    assertThat(count("aumbry_audit_lines_waiting")).isZero();
  }

  private AuditLog log(AuditOutput output, int capacity) {
    return new AuditLog(_ -> output, capacity, time, BlockingThreads.ofPlatform(), metrics);
  }

  /** An output that fails or waits on request. */
  private static final class Failing implements AuditOutput {
    final List<String> lines = new CopyOnWriteArrayList<>();
    volatile boolean fails;
    volatile CountDownLatch held = new CountDownLatch(0);

    @Override
    public void write(byte[] bytes) throws IOException {
      try {
        held.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      if (fails) {
        throw new IOException("the disk is full");
      }
      lines.add(new String(bytes, StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
