package io.aumbry.frontend.access.oidc;

import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.protocol.runtime.Timer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Verifies tokens of a running identity provider, for example Dex, with one verifier: {@code
 * RealProvider ISSUER AUDIENCE < TOKENS}, one token a line. docs/testing.md has the commands.
 */
final class RealProvider {
  private RealProvider() {}

  private record WallCarrier(Time time, ScheduledExecutorService timers) implements Carrier {
    @Override
    public void start(String name, Runnable task) {
      Thread.ofVirtual().name(name).start(task);
    }

    @Override
    public Timer schedule(Duration delay, Runnable action) {
      Future<?> timer = timers.schedule(action, delay.toNanos(), TimeUnit.NANOSECONDS);
      return () -> timer.cancel(false);
    }
  }

  public static void main(String[] args) throws IOException {
    Time time = new SystemTime();
    IdentityProviders.Provider provider =
        new IdentityProviders.Provider(args[0], args[1], Optional.of("email"), List.of());
    try (ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        HttpDocumentFetcher fetcher = new HttpDocumentFetcher(Duration.ofSeconds(5));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      OidcVerifier verifier =
          new OidcVerifier(new IdentityProviders(List.of(provider)), fetcher, time);
      Carrier carrier = new WallCarrier(time, timers);
      for (String token = lines.readLine(); token != null; token = lines.readLine()) {
        RequestContext context =
            new RequestContext("real", carrier, Deadline.after(Duration.ofSeconds(30), time));
        System.out.println(verifier.verify(token.strip(), context));
      }
    }
  }
}
