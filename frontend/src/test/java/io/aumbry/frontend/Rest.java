package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.Catalog;
import io.aumbry.catalog.snapshot.CatalogSnapshot;
import io.aumbry.config.Settings;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.frontend.audit.AuditEvent;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.error.ErrorCode;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.http.HttpHeaders;
import io.aumbry.transport.http.HttpRequest;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A frontend over a router in memory, and its client. */
final class Rest {
  static final String PUBLIC = "public";
  static final String PRIVATE = "private";
  static final FrontendConfig.Identity IDENTITY =
      new FrontendConfig.Identity("Main", "dc1", "front-7");
  static final KeyMint MINT = new KeyMint(Optional.empty(), new Random(3));
  static final FrontendConfig CONFIG = FrontendConfig.defaults();

  final ManualTime time = new ManualTime();
  final Metrics metrics = new Metrics();
  final List<AuditEvent> audit = new CopyOnWriteArrayList<>();
  final MemoryRouter router = new MemoryRouter(time, new Random(1));
  final Frontend frontend;

  Rest() {
    this(UnaryOperator.identity());
  }

  Rest(UnaryOperator<FrontendConfig> change) {
    this(change, builtIn(Map.of()));
  }

  /** The built-in account with the given settings. */
  static BuiltInAccounts builtIn(Map<String, String> settings) {
    return new BuiltInAccounts(
        Settings.read(ContainerConfig.class, settings), CatalogSnapshot::empty);
  }

  Rest(UnaryOperator<FrontendConfig> change, BuiltInAccounts accounts) {
    this(change, accounts, Gate.open());
  }

  Rest(UnaryOperator<FrontendConfig> change, BuiltInAccounts accounts, Gate gate) {
    this(change, accounts, Optional.empty(), gate);
  }

  Rest(
      UnaryOperator<FrontendConfig> change,
      BuiltInAccounts accounts,
      Optional<Catalog> catalog,
      Gate gate) {
    this(
        change.apply(CONFIG),
        accounts,
        _ -> new Frontend.Catalogued(catalog, Optional.empty(), Optional.empty()),
        MINT,
        gate,
        Optional.empty());
  }

  /**
   * With the clock of the gate, and with parts that may store blobs. With a real catalog, the clock
   * must have the monotonic time of the event loops: requests wait there until their deadlines.
   */
  Rest(
      BuiltInAccounts accounts,
      Function<MemoryRouter, Frontend.Catalogued> catalogued,
      KeyMint mint,
      Gate gate,
      Time clock) {
    this(CONFIG, accounts, catalogued, mint, gate, Optional.of(clock));
  }

  private Rest(
      FrontendConfig config,
      BuiltInAccounts accounts,
      Function<MemoryRouter, Frontend.Catalogued> catalogued,
      KeyMint mint,
      Gate gate,
      Optional<Time> clock) {
    frontend =
        new Frontend(
            new Frontend.Services(
                router,
                new FixedCluster(),
                accounts,
                catalogued.apply(router),
                mint,
                gate,
                audit::add),
            IDENTITY,
            config,
            clock.orElse(time),
            new Random(2),
            metrics);
  }

  /** A request under construction. */
  final class Request {
    private final String method;
    private final String target;
    private final HttpHeaders.Builder headers = HttpHeaders.builder();
    private byte[] body = new byte[0];
    private long contentLength;
    private long leavesAt = Long.MAX_VALUE;
    private long bodyBreaksAt = Long.MAX_VALUE;

    Request(String method, String target) {
      this.method = method;
      this.target = target;
    }

    Request with(String name, String value) {
      headers.add(name, value);
      return this;
    }

    Request body(byte[] content) {
      body = content;
      contentLength = content.length;
      return this;
    }

    /** Adds the owner, as far as given. */
    Request ofOwner(@Nullable String account, @Nullable String container) {
      if (account != null) {
        with("x-ambry-target-account-name", account);
      }
      if (container != null) {
        with("x-ambry-target-container-name", container);
      }
      return this;
    }

    Request sayingLength(long length) {
      contentLength = length;
      return this;
    }

    Request clientLeavingAt(long bytes) {
      leavesAt = bytes;
      return this;
    }

    Request bodyBreakingAt(long bytes) {
      bodyBreaksAt = bytes;
      return this;
    }

    /** Sends the request over HTTP. */
    Reply send() {
      Reply reply = SharedServer.send(frontend, request(), body);
      assertHasCommonHeaders(reply);
      assertThat(reply.header("Date")).matches("[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} .* GMT");
      return reply;
    }

    /** Hands the request to the frontend in memory, so that a test can look at the exchange. */
    FakeExchange exchange() {
      FakeExchange exchange = new FakeExchange(request(), new FakeCarrier(time), source());
      frontend.handle(exchange.clientLeavingAt(leavesAt));
      assertHasCommonHeaders(exchange.reply());
      return exchange;
    }

    private HttpRequest request() {
      int question = target.indexOf('?');
      return new HttpRequest(
          method,
          question < 0 ? target : target.substring(0, question),
          question < 0 ? "" : target.substring(question + 1),
          headers.build(),
          contentLength,
          InetSocketAddress.createUnresolved("client", 4711));
    }

    private ChunkedSource source() {
      return bodyBreaksAt == Long.MAX_VALUE
          ? ChunkedSource.of(body)
          : ChunkedSource.breakingAt(
              (int) bodyBreaksAt,
              body,
              () -> new AumbryException(ErrorCode.CLIENT_GONE, "The client is gone"));
    }
  }

  Request request(String method, String target) {
    return new Request(method, target);
  }

  Request get(String target) {
    return request("GET", target);
  }

  /** An upload with all required arguments. */
  Request upload(String container, byte[] content) {
    return request("POST", "/")
        .with("x-ambry-service-id", "tests")
        .with("x-ambry-content-type", "image/jpeg")
        .with("x-ambry-target-account-name", "aumbry")
        .with("x-ambry-target-container-name", container)
        .body(content);
  }

  /** Uploads, and returns the path of the blob. */
  String stored(Request upload) {
    Reply reply = upload.send();
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.header("Location");
  }

  String stored(byte[] content) {
    return stored(upload(PUBLIC, content));
  }

  /** Requires that contents were read, and waits until all are closed. */
  void assertContentsAreClosed() {
    assertThat(router.contents()).isNotEmpty();
    Patience.await()
        .untilAsserted(() -> assertThat(router.contents()).allMatch(ChunkedSource::isClosed));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] randomBytes(int size) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    return bytes;
  }

  /** Every test checks this, because every answer must have these fields. */
  static void assertHasCommonHeaders(Reply reply) {
    assertThat(reply.header("x-ambry-request-id")).isNotEmpty();
    assertThat(reply.header("x-ambry-datacenter")).isEqualTo("dc1");
    assertThat(reply.header("x-ambry-frontend")).isEqualTo("front-7");
    if (reply.status() >= 400 && !reply.text().equals("BAD")) {
      for (String name : List.of("x-ambry-error-code", "x-ambry-failure-reason")) {
        assertThat(reply.header(name)).as(name).isNotEmpty();
      }
      assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
    }
  }
}
