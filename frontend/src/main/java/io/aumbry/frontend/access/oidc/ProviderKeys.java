package io.aumbry.frontend.access.oidc;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import io.aumbry.config.json.JsonException;
import io.aumbry.config.json.JsonValue;
import io.aumbry.protocol.runtime.Claimant;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Mailbox;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.Time;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of one provider, from its discovery document. They are fetched when a token needs
 * them: at first, hourly, and when a key id is unknown. Fetches begin at least {@link #PAUSE}
 * apart, so that forged tokens cannot cause a flood. A fetch goes on when the client of its request
 * leaves, so that forged tokens cannot prevent it either. While a fetch fails, known keys stay in
 * use for a day.
 */
final class ProviderKeys {
  static final Duration FRESH = Duration.ofHours(1);
  static final Duration USABLE = Duration.ofDays(1);
  static final Duration PAUSE = Duration.ofSeconds(10);

  /** Limits a fetch of both documents, whatever the deadline of the request is. */
  private static final Duration FETCH_LIMIT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(ProviderKeys.class);
  private static final String DISCOVERY = "/.well-known/openid-configuration";

  /** Keys and the time of their fetch. */
  private record Known(List<JWK> keys, long fetchedNanos) {
    Duration age(Time time) {
      return Duration.ofNanos(time.monotonicNanos() - fetchedNanos);
    }

    Optional<JWK> key(Optional<String> id) {
      if (id.isEmpty()) {
        return keys.size() == 1 ? Optional.of(keys.getFirst()) : Optional.empty();
      }
      return keys.stream().filter(key -> id.get().equals(key.getKeyID())).findFirst();
    }
  }

  /** The outcome of a search for a key. */
  sealed interface Found {
    record Key(JWK key) implements Found {}

    /** The provider has no such key. */
    record Unknown() implements Found {}

    /** The provider cannot be asked now. */
    record Unavailable(String reason) implements Found {}
  }

  private final String issuer;
  private final DocumentFetcher fetcher;
  private final Time time;
  private final AtomicReference<Optional<Known>> known = new AtomicReference<>(Optional.empty());
  private final AtomicBoolean fetching = new AtomicBoolean();
  private final Queue<Mailbox<Boolean>> waiting = new ConcurrentLinkedQueue<>();

  /** Used only by the request that fetches. */
  private volatile long nextFetchNanos;

  ProviderKeys(String issuer, DocumentFetcher fetcher, Time time) {
    this.issuer = issuer;
    this.fetcher = fetcher;
    this.time = time;
    this.nextFetchNanos = time.monotonicNanos();
  }

  /** Finds a key by its id, or the only key if the token names none. */
  Found find(Optional<String> id, RequestContext context) {
    Optional<Known> before = usable();
    Optional<JWK> key = before.flatMap(keys -> keys.key(id));
    boolean isFresh = before.filter(keys -> keys.age(time).compareTo(FRESH) < 0).isPresent();
    if (key.isPresent() && isFresh) {
      return new Found.Key(key.get());
    }
    String problem = "its keys were asked for less than " + PAUSE.toSeconds() + " s ago";
    if (fetching.compareAndSet(false, true)) {
      problem = refreshOnce(problem, context);
    } else if (key.isEmpty()) {
      awaitFetch(context);
    }
    Optional<Known> after = usable();
    Optional<JWK> found = after.flatMap(keys -> keys.key(id));
    if (found.isPresent()) {
      return new Found.Key(found.get());
    }
    return after.isPresent()
        ? new Found.Unknown()
        : new Found.Unavailable("identity provider " + issuer + ": " + problem);
  }

  private Optional<Known> usable() {
    return known.get().filter(keys -> keys.age(time).compareTo(USABLE) < 0);
  }

  /** Fetches the keys unless they were fetched a moment ago. Wakes the requests that wait. */
  private String refreshOnce(String pausing, RequestContext context) {
    try {
      long now = time.monotonicNanos();
      if (now - nextFetchNanos < 0) {
        return pausing;
      }
      nextFetchNanos = now + PAUSE.toNanos();
      Deadline limit = Deadline.after(FETCH_LIMIT, context.carrier().time());
      return refresh(context.withClaimant(Claimant.internal()).withDeadline(limit));
    } finally {
      fetching.set(false);
      for (var next = waiting.poll(); next != null; next = waiting.poll()) {
        next.post(true);
      }
    }
  }

  private void awaitFetch(RequestContext context) {
    Mailbox<Boolean> fetched = new Mailbox<>();
    waiting.add(fetched);
    if (fetching.get()) {
      context.await(fetched, context.deadline());
    }
  }

  /** Fetches the keys. Returns the problem, or an empty text. */
  private String refresh(RequestContext context) {
    try {
      JsonValue discovery = parse(fetch(URI.create(issuer + DISCOVERY), context));
      if (!text(discovery, "issuer").equals(issuer)) {
        throw new ProviderException("its discovery document names another issuer");
      }
      String json = fetch(URI.create(text(discovery, "jwks_uri")), context);
      List<JWK> keys =
          JWKSet.parse(json).getKeys().stream().filter(ProviderKeys::isForSignatures).toList();
      known.set(Optional.of(new Known(keys, time.monotonicNanos())));
      return "";
    } catch (ProviderException | ParseException | IllegalArgumentException e) {
      LOG.warn("Cannot fetch the keys of identity provider {}: {}", issuer, e.getMessage());
      return String.valueOf(e.getMessage());
    }
  }

  private static boolean isForSignatures(JWK key) {
    return key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
  }

  private String fetch(URI address, RequestContext context) {
    return switch (fetcher.fetch(address, context)) {
      case DocumentFetcher.Fetched.Content(String text) -> text;
      case DocumentFetcher.Fetched.Failed(String reason) -> throw new ProviderException(reason);
    };
  }

  private static JsonValue parse(String document) {
    try {
      return JsonValue.parse(document.getBytes(StandardCharsets.UTF_8), HttpDocumentFetcher.LIMIT);
    } catch (JsonException e) {
      throw new ProviderException("its discovery document is malformed: " + e.getMessage());
    }
  }

  private static String text(JsonValue document, String key) {
    return document instanceof JsonValue.Fields fields
            && fields.values().get(key) instanceof JsonValue.Text(String value)
        ? value
        : "";
  }

  /** Ends a fetch. It never leaves this class. */
  private static final class ProviderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProviderException(String message) {
      super(message);
    }
  }
}
