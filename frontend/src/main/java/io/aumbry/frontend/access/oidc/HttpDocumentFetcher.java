package io.aumbry.frontend.access.oidc;

import io.aumbry.config.ConfidentialUrl;
import io.aumbry.config.DataSize;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Fetches over HTTPS, and over HTTP from this machine only. Follows no redirects. The client runs
 * on two platform threads; a request parks until the answer is complete or its time is over.
 */
public final class HttpDocumentFetcher implements DocumentFetcher, AutoCloseable {
  /** The size limit of a document. */
  public static final DataSize LIMIT = DataSize.parse("256 KiB");

  private static final int THREADS = 2;
  private static final int OK = 200;

  private final Duration timeout;
  private final ExecutorService threads;
  private final HttpClient client;

  /** Creates a fetcher that waits for each document at most {@code timeout}. */
  public HttpDocumentFetcher(Duration timeout) {
    this.timeout = timeout;
    this.threads =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("identity-provider-", 0).factory());
    this.client =
        HttpClient.newBuilder()
            .executor(threads)
            .connectTimeout(timeout)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  @Override
  public Fetched fetch(URI address, RequestContext context) {
    Optional<String> refusal = refusal(address);
    if (refusal.isPresent()) {
      return new Fetched.Failed(refusal.get());
    }
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .timeout(timeout)
            .header("accept", "application/json")
            .build();
    Mailbox<Fetched> answer = new Mailbox<>();
    var call =
        client.sendAsync(
            request,
            HttpResponse.BodyHandlers.limiting(
                HttpResponse.BodyHandlers.ofByteArray(), LIMIT.bytes()));
    var posting =
        call.whenComplete((response, failure) -> answer.post(outcome(address, response, failure)));
    Deadline own = Deadline.after(timeout, context.carrier().time());
    try {
      return context
          .await(answer, own.earlierOf(context.deadline()))
          .orElseGet(() -> new Fetched.Failed(address + " has not answered in time"));
    } finally {
      call.cancel(true);
      posting.cancel(true);
    }
  }

  private static Fetched outcome(
      URI address, @Nullable HttpResponse<byte[]> response, @Nullable Throwable failure) {
    if (response == null) {
      return new Fetched.Failed("cannot fetch " + address + ": " + failure);
    }
    return response.statusCode() == OK
        ? new Fetched.Content(new String(response.body(), StandardCharsets.UTF_8))
        : new Fetched.Failed(address + " answered with status " + response.statusCode());
  }

  /** The reason not to fetch an address. */
  static Optional<String> refusal(URI address) {
    return ConfidentialUrl.isConfidential(address) && address.getUserInfo() == null
        ? Optional.empty()
        : Optional.of("'" + address + "' must begin with https://, or lead to this machine");
  }

  @Override
  public void close() {
    client.shutdownNow();
    threads.shutdownNow();
  }
}
