package io.aumbry.deploy.operator.hook;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.aumbry.cluster.maintenance.HookResult;
import io.aumbry.cluster.maintenance.HookResult.Verdict;
import io.aumbry.config.ConfigException;
import io.aumbry.config.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A call of an HTTP server, on a thread of its own. The body of the request names the task. Its
 * parameters come from the workflow, so they have no influence on the URL or the headers. A
 * repeated call has the same idempotency key, unless it is another attempt.
 *
 * <p>Status 2xx means done. 408, 409, 425, 429 and 5xx mean retry, as does a failed connection.
 * Others give up, redirects too. The answer is the output of the hook.
 */
final class HttpHook implements HookRun {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final Set<Integer> TRY_AGAIN = Set.of(408, 409, 425, 429);
  private static final int LONGEST_DELAY = 40;

  private final Call call;
  private final HookOutput output;
  private final HttpClient client;
  private final Thread thread;
  private volatile Optional<HookResult> end = Optional.empty();

  /**
   * A call to make.
   *
   * @param name for display
   */
  private record Call(String name, HttpRequest request, String token) {}

  /** The body of the request. */
  private record Task(
      String host,
      String dataCenter,
      String step,
      long workflow,
      int attempt,
      @JsonUnwrapped Fencing fencing,
      SortedMap<String, String> parameters) {
    static Task of(HookRequest request) {
      return new Task(
          request.call().host(),
          request.dataCenter(),
          request.step(),
          request.call().workflow(),
          request.attempt(),
          new Fencing(request.lock(), request.executor()),
          request.parameters());
    }
  }

  private record Fencing(long lock, long executor) {}

  private HttpHook(Call call, HookOutput output, HttpClient client, String thread) {
    this.call = call;
    this.output = output;
    this.client = client;
    this.thread = Thread.ofPlatform().daemon().name(thread).unstarted(this::run);
  }

  /** Starts the call that a file describes. */
  static HookRun start(Path file, HookRequest request, HookOutput output) {
    try {
      HttpHookSettings settings = HttpHookSettings.read(file);
      String token = settings.token().orElse("");
      HttpClient.Builder client =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .connectTimeout(CONNECT_TIMEOUT);
      settings.authorities().ifPresent(client::sslContext);
      Call call = new Call(settings.url().toString(), request(settings, token, request), token);
      HttpHook hook = new HttpHook(call, output, client.build(), "hook-" + request.call().host());
      hook.thread.start();
      return hook;
    } catch (ConfigException e) {
      return Ended.because(Verdict.GIVE_UP, mistake(file, e));
    } catch (UncheckedIOException e) {
      return Ended.because(Verdict.RETRY, "cannot start " + file.getFileName() + ": " + e);
    }
  }

  /** The reason why the call that a file describes cannot be made, or empty. */
  static Optional<String> problem(Path file) {
    try {
      HttpHookSettings settings = HttpHookSettings.read(file);
      settings.token();
      settings.authorities();
      return Optional.empty();
    } catch (ConfigException e) {
      return Optional.of(mistake(file, e));
    } catch (UncheckedIOException e) {
      return Optional.of("cannot read " + file.getFileName() + ": " + e);
    }
  }

  private static String mistake(Path file, ConfigException wrong) {
    String name = file.getFileName().toString();
    String text = String.valueOf(wrong.getMessage()).replace(file.toString(), name);
    String line = String.join("; ", text.lines().toList());
    return line.startsWith(name) ? line : name + ": " + line;
  }

  private static HttpRequest request(HttpHookSettings settings, String token, HookRequest request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(settings.url().uri())
            .header("content-type", "application/json")
            .header("idempotency-key", request.id())
            .POST(BodyPublishers.ofByteArray(JsonWriter.CAMEL_CASE.bytes(Task.of(request))));
    if (!token.isEmpty()) {
      builder.header("authorization", "Bearer " + token);
    }
    return builder.build();
  }

  private void run() {
    try {
      end = Optional.of(perform());
    } catch (IOException | RuntimeException e) {
      end = Optional.of(result(Verdict.RETRY, "no complete answer from " + call.name() + ": " + e));
    } catch (InterruptedException killed) {
      Thread.currentThread().interrupt();
    } finally {
      client.shutdownNow();
    }
  }

  /** The server is not called unless its answer can be kept. */
  private HookResult perform() throws IOException, InterruptedException {
    OutputStream file;
    try {
      file = output.open(call.token());
    } catch (IOException e) {
      return result(Verdict.RETRY, "its output cannot be kept: " + e);
    }
    HttpResponse<InputStream> response;
    try (file) {
      response = client.send(call.request(), BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        if (!output.append(body, file)) {
          return result(Verdict.GIVE_UP, "answered with more than 16 MiB");
        }
      }
    }
    int status = response.statusCode();
    return result(verdict(status), "status " + status + delay(response) + output.lastLine());
  }

  /** A result without the token, which a header or an error may repeat. */
  private HookResult result(Verdict verdict, String text) {
    return new HookResult(
        verdict, call.token().isEmpty() ? text : text.replace(call.token(), "***"));
  }

  private static Verdict verdict(int status) {
    if (status / 100 == 2) {
      return Verdict.DONE;
    }
    boolean mayPass = status / 100 == 5 || TRY_AGAIN.contains(status);
    return mayPass ? Verdict.RETRY : Verdict.GIVE_UP;
  }

  private static String delay(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("retry-after")
        .filter(delay -> delay.length() <= LONGEST_DELAY)
        .map(delay -> " (retry-after " + delay + ")")
        .orElse("");
  }

  @Override
  public Optional<HookResult> end() {
    return end;
  }

  @Override
  public void kill() {
    thread.interrupt();
    client.shutdownNow();
  }
}
