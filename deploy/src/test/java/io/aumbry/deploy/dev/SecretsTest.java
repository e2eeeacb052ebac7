package io.aumbry.deploy.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.config.DataSize;
import io.aumbry.deploy.CommandRun;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.profile.ClientEnvironment;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.KeyPrompt;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import io.aumbry.deploy.log.Logging;
import io.aumbry.deploy.settings.ProcessConfig.LogLevel;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.protocol.runtime.SystemTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * Searches everything that a run with every kind of credentials wrote at log level {@code trace}
 * for the secrets that occurred in it: logs, audit log, metrics, answers, output of commands, and
 * all files, among them those of the stores, of the catalog and of ZooKeeper.
 */
final class SecretsTest {
  private static final String PLANTED = "planted-to-show-that-leaks-are-found";

  @TempDir private Path folder;
  private final SecretSearch search = new SecretSearch();
  private final List<String> notices = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  /** Everything that clients were told, except the answers that are to give a secret. */
  private final StringBuilder told = new StringBuilder();

  private URI frontend = URI.create("http://127.0.0.1");
  private int secrets;

  @Test
  void noSecretIsWrittenAnywhereElse() throws Exception {
    Path data = folder.resolve("dev");
    Path home = Files.createDirectories(folder.resolve("home"));
    Path logs = Files.createDirectories(folder.resolve("logs"));
    try {
      Logging.toFile("trace", logs.resolve("dev.log"));
      run(data, home);
      search.add("planted", PLANTED);
      LoggerFactory.getLogger("io.aumbry.deploy").trace("An example of a leak: {}", PLANTED);
    } finally {
      Logging.stop();
    }
    // The only places for secrets: the profiles of clients, and the key ring of the cluster.
    Set<Path> allowed =
        Set.of(
            data.resolve("profiles"),
            data.resolve("key-ring"),
            home.resolve(".config").resolve("aumbry").resolve("profiles"));
    assertThat(allowed).allSatisfy(file -> assertThat(file).isRegularFile());
    search.files(folder, allowed);
    search.text("answers", told.toString());
    assertThat(search.found()).containsExactly("logs/dev.log: planted");

    assertThat(secrets).isGreaterThan(20);
    assertThat(auditLogs(data.resolve("logs"))).contains("aumbry:MintToken", "\"status\":401");
    assertThat(Files.readString(logs.resolve("dev.log")))
        .contains("operation=POST_TOKEN", "status=401");
    assertThat(search.searchedBytes()).isGreaterThan(1 << 20);
  }

  /** Lines of senders without valid credentials are in a file of their own. */
  private static String auditLogs(Path folder) throws IOException {
    StringBuilder text = new StringBuilder();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "frontend-audit.log*")) {
      for (Path file : files) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }

  private void run(Path data, Path home) throws Exception {
    DevOptions options =
        new DevOptions(
            1,
            new DevOptions.Stores(1, 1),
            data,
            new DevOptions.Frontends(0, AuthenticationMode.REQUIRED),
            DataSize.parse("768 MiB"),
            LogLevel.TRACE);
    try (DevCluster cluster = DevCluster.start(options, DevShape.ONE_PROCESS, notices::add)) {
      cluster.awaitReady(notices::add);
      frontend = URI.create("http://127.0.0.1:" + cluster.frontendPorts().getFirst());
      addKeyRing(data);
      ClientKey root =
          Optional.ofNullable(
                  new ProfileFile(data.resolve("profiles")).read().get(Profile.DEFAULT_NAME))
              .flatMap(Profile::key)
              .orElseThrow();
      add("administrator", root);
      useCommands(home, root);
      useTokens(root);
      useSignedUrls(root);
      makeErrors(root);
      readMetrics(cluster);
    }
  }

  private void add(String name, String secret) {
    secrets++;
    search.add(name, secret);
  }

  private void add(String name, ClientKey key) {
    secrets++;
    search.add(name, key.secret().bytes());
  }

  private void addKeyRing(Path data) throws Exception {
    for (String line : Files.readAllLines(data.resolve("key-ring"))) {
      if (!line.isBlank() && !line.startsWith("#")) {
        add("key ring", line.substring(line.indexOf(' ') + 1));
        search.add(
            "key of the ring", Base64.getDecoder().decode(line.substring(line.indexOf(' ') + 1)));
      }
    }
  }

  /** Log in, create, rotate and revoke keys, and mint a token. */
  private void useCommands(Path home, ClientKey root) {
    String input =
        root.accessKeyId()
            + "\n"
            + new String(root.secret().bytes(), StandardCharsets.UTF_8)
            + "\n";
    told(command(home, input, "login", "--url", frontend.toString()));
    told(command(home, "", "admin", "user", "create", "ann"));
    ClientKey first =
        key("first key", command(home, "", "admin", "key", "create", "--user", "ann"));
    ClientKey second =
        key("second key", command(home, "", "admin", "key", "rotate", first.accessKeyId()));
    told(command(home, "", "admin", "key", "list"));
    told(command(home, "", "admin", "key", "delete", second.accessKeyId()));
    CommandRun token = command(home, "", "token", "--role", "reader");
    add("token of the command", token.out().strip());
    told.append(token.err());
    told(command(home, "wrong\nwrong-secret-of-a-login\n", "login", "--profile", "other"));
    add("wrong secret", "wrong-secret-of-a-login");
  }

  private ClientKey key(String name, CommandRun created) {
    assertThat(created.code()).as(created.err()).isZero();
    String[] lines = created.out().strip().split("\n", -1);
    ClientKey key = new ClientKey(lines[0].strip(), Secret.of(lines[1].strip()));
    add(name, key);
    told.append(created.err());
    return key;
  }

  private void told(CommandRun run) {
    told.append(run.out()).append(run.err());
  }

  private static CommandRun command(Path home, String input, String... arguments) {
    ClientEnvironment environment =
        new ClientEnvironment(
            Map.of(),
            home,
            KeyPrompt.twoLines(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8))),
            new SystemTime());
    return CommandRun.of(environment, List.of(), arguments);
  }

  private void useTokens(ClientKey root) throws Exception {
    HttpResponse<String> minted = signed(root, "POST", "/tokens", "");
    assertThat(minted.statusCode()).as(minted.body()).isEqualTo(201);
    String token = JsonObject.parse(minted.body().getBytes(StandardCharsets.UTF_8)).text("token");
    add("token", token);
    search.add("code of the token", token.substring(token.length() - 40));
    assertThat(bearing(token, "/users/self")).isEqualTo(200);
    assertThat(bearing(token, "/nothing/there")).isEqualTo(404);
    for (String wrong :
        List.of(
            token + "AAAA",
            "aumbry_forged-token-of-a-stranger",
            "eyJhbGciOiJub25lIn0.forged-by-a-stranger.")) {
      add("wrong token", wrong);
      assertThat(bearing(wrong, "/users/self")).isEqualTo(401);
    }
  }

  private int bearing(String token, String path) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(frontend.resolve(path)).header("Authorization", "Bearer " + token);
    return tell(http.send(request.build(), BodyHandlers.ofString())).statusCode();
  }

  private void useSignedUrls(ClientKey root) throws Exception {
    String upload = "x-ambry-service-id=s&x-ambry-content-type=a/b";
    HttpResponse<String> answer =
        signed(root, "GET", "/signedUrl?x-ambry-url-type=POST&" + upload, "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    URI url = URI.create(answer.headers().firstValue("x-ambry-signed-url").orElseThrow());
    Matcher code = Pattern.compile("signature=[^&~]*(?:~|%7E)([^&]+)").matcher(url.toString());
    assertThat(code.find()).as(url.toString()).isTrue();
    add("signature of a signed URL", code.group(1));
    HttpRequest.Builder post =
        HttpRequest.newBuilder(here(url)).POST(BodyPublishers.ofString("content"));
    HttpResponse<String> put = tell(http.send(post.build(), BodyHandlers.ofString()));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
    HttpRequest changed =
        HttpRequest.newBuilder(here(URI.create(url + "&x-ambry-ttl=7")))
            .POST(BodyPublishers.noBody())
            .build();
    assertThat(tell(http.send(changed, BodyHandlers.ofString())).statusCode()).isEqualTo(401);
    for (ClientKey key :
        List.of(root, new ClientKey(root.accessKeyId(), Secret.of("another secret")))) {
      WireRequest presigned =
          signer(key)
              .presign(
                  wire("GET", put.headers().firstValue("location").orElseThrow()),
                  Duration.ofMinutes(1),
                  now());
      addSignatures(presigned.rawQuery());
      HttpRequest get =
          HttpRequest.newBuilder(frontend.resolve(presigned.rawPath() + "?" + presigned.rawQuery()))
              .build();
      assertThat(tell(http.send(get, BodyHandlers.ofString())).statusCode())
          .isEqualTo(key.equals(root) ? 200 : 401);
    }
  }

  private URI here(URI url) {
    return frontend.resolve(
        url.getRawPath().isEmpty()
            ? "/?" + url.getRawQuery()
            : url.getRawPath() + "?" + url.getRawQuery());
  }

  private void makeErrors(ClientKey root) throws Exception {
    ClientKey wrong = new ClientKey(root.accessKeyId(), Secret.of("the-wrong-secret-of-a-key"));
    add("wrong secret of a request", wrong);
    ClientKey unknown = new ClientKey("AKUNKNOWN", Secret.of("the-secret-of-an-unknown-key"));
    add("secret of an unknown key", unknown);
    assertThat(signed(wrong, "GET", "/users/self", "").statusCode()).isEqualTo(401);
    assertThat(signed(unknown, "GET", "/users/self", "").statusCode()).isEqualTo(401);
    assertThat(signed(root, "POST", "/keys", "{\"userId\":\"nobody\"}").statusCode())
        .isEqualTo(404);
    assertThat(signed(root, "POST", "/keys", "malformed").statusCode()).isEqualTo(400);
    assertThat(signed(root, "PATCH", "/keys", "").statusCode()).isEqualTo(400);
    assertThat(signed(root, "PUT", "/keys", "").statusCode()).isEqualTo(405);
    assertThat(signed(root, "POST", "/users", "{\"userName\":\"ann\"}").statusCode())
        .isEqualTo(409);
    assertThat(signed(root, "GET", "/AAE", "").statusCode()).isEqualTo(400);
  }

  private HttpResponse<String> signed(ClientKey key, String method, String target, String body)
      throws Exception {
    List<WireHeader> headers =
        signer(key).sign(wire(method, target), "UNSIGNED-PAYLOAD", now()).request().headers();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(frontend.resolve(target))
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    for (WireHeader header : headers) {
      addSignatures(header.value());
      if (!header.name().equalsIgnoreCase("host")) {
        request.header(header.name(), header.value());
      }
    }
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    return answer.statusCode() >= 400 ? tell(answer) : answer;
  }

  private void addSignatures(String text) {
    Pattern.compile("Signature=([0-9a-f]{64})")
        .matcher(text)
        .results()
        .forEach(found -> add("signature of a request", found.group(1)));
  }

  private WireRequest wire(String method, String target) {
    int mark = target.indexOf('?');
    return new WireRequest(
        method,
        mark < 0 ? target : target.substring(0, mark),
        mark < 0 ? "" : target.substring(mark + 1),
        List.of(new WireHeader("host", frontend.getAuthority())));
  }

  private static RequestSigner signer(ClientKey key) {
    return new RequestSigner(
        key.accessKeyId(), key.secret(), SignatureRules.DEFAULT_REGION, SignatureRules.S3);
  }

  private static long now() {
    return new SystemTime().wallMillis();
  }

  private HttpResponse<String> tell(HttpResponse<String> answer) {
    told.append(answer.headers().map()).append(answer.body()).append('\n');
    return answer;
  }

  private void readMetrics(DevCluster cluster) throws Exception {
    for (String line : cluster.addresses()) {
      String admin = line.substring(line.indexOf("admin ") + "admin ".length());
      HttpRequest request = HttpRequest.newBuilder(URI.create(admin + "/metrics")).build();
      String metrics = http.send(request, BodyHandlers.ofString()).body();
      assertThat(metrics).contains("aumbry_");
      told.append(metrics);
    }
    told.append(
        notices.stream()
            .filter(line -> !line.contains("and the secret "))
            .collect(Collectors.joining()));
  }
}
