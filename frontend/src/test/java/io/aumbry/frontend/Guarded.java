package io.aumbry.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.account.Container;
import io.aumbry.catalog.account.ContainerRules;
import io.aumbry.catalog.account.ContainerRules.NameMode;
import io.aumbry.catalog.command.AccountCommand;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.KeyDraft;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.catalog.sql.name.SqlDatasets;
import io.aumbry.catalog.sql.name.SqlNames;
import io.aumbry.catalog.sql.upload.SqlUploads;
import io.aumbry.config.Settings;
import io.aumbry.frontend.access.Access;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.access.Authenticator;
import io.aumbry.frontend.access.CurrentIdentities;
import io.aumbry.frontend.access.KeyUses;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.key.SecretSealer;
import io.aumbry.frontend.access.oidc.DocumentFetcher;
import io.aumbry.frontend.access.oidc.IdentityProviders;
import io.aumbry.frontend.access.oidc.OidcVerifier;
import io.aumbry.frontend.access.policy.PolicyResource;
import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.UrlSigner;
import io.aumbry.frontend.access.sigv4.RequestSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.sigv4.WireHeader;
import io.aumbry.frontend.access.sigv4.WireRequest;
import io.aumbry.frontend.access.token.BearerTokens;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.account.ContainerConfig;
import io.aumbry.frontend.name.Environment;
import io.aumbry.frontend.name.NameUpkeep;
import io.aumbry.frontend.name.NamedUpload;
import io.aumbry.frontend.name.NamesConfig;
import io.aumbry.frontend.name.catalog.CatalogIds;
import io.aumbry.frontend.name.catalog.CatalogLeases;
import io.aumbry.frontend.name.catalog.CatalogRemovals;
import io.aumbry.frontend.name.catalog.CatalogTrash;
import io.aumbry.frontend.rest.access.AccessGate;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.frontend.rest.named.NameServices;
import io.aumbry.frontend.rest.signed.Signing;
import io.aumbry.frontend.rest.signed.SigningConfig;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.Patience;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/**
 * A frontend with a gate over a real server and a real SQLite catalog, and signing clients. If it
 * has names, each account has a container for them.
 */
final class Guarded implements AutoCloseable {
  static final int PHOTOS = 9;
  static final int MUSIC = 10;

  final Time time = new SystemTime();
  final SqlCatalog catalog;
  final Rest rest;
  final HttpRest http;
  final BuiltInAccounts accounts;
  final KeyUses uses = new KeyUses();
  private final EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time);
  private final KeyMint mint;
  private final CurrentIdentities identities;
  private volatile KeyRing ring = ring("a");
  private Optional<NameUpkeep> upkeep = Optional.empty();

  private KeyRing ring() {
    return ring;
  }

  /** A key of a client. */
  record Key(String id, String secret) {}

  Guarded(Path folder, AuthenticationMode mode) {
    this(folder, mode, noProviders(), Names.OFF);
  }

  /** Whether it serves names. */
  enum Names {
    ON,
    OFF
  }

  Guarded(Path folder, Names names) {
    this(folder, AuthenticationMode.REQUIRED, noProviders(), names);
  }

  /** With trusted identity providers. */
  Guarded(Path folder, AuthenticationMode mode, OidcVerifier providers) {
    this(folder, mode, providers, Names.OFF);
  }

  private Guarded(Path folder, AuthenticationMode mode, OidcVerifier providers, Names names) {
    this(database(folder), folder.resolve("snapshot"), mode, providers, names);
    createAccounts(
        names == Names.ON ? NamedCluster.rules(NameMode.OPTIONAL) : ContainerRules.DEFAULTS);
  }

  private static CatalogConfig database(Path folder) {
    return CatalogConfig.defaults().withUrl("sqlite:" + folder.resolve("catalog.db"));
  }

  /** Another frontend on the catalog of one that was started before. */
  static Guarded beside(Path folder) {
    return new Guarded(
        database(folder),
        folder.resolve("snapshot-2"),
        AuthenticationMode.REQUIRED,
        noProviders(),
        Names.OFF);
  }

  /**
   * A frontend with names that starts with the snapshot of an earlier one, while the database
   * cannot be opened.
   */
  static Guarded withoutDatabase(Path folder) throws IOException {
    String url = "sqlite:" + Files.createDirectory(folder.resolve("no-database"));
    return new Guarded(
        Settings.read(
            CatalogConfig.class, Map.of("catalog.url", url, "catalog.connect-timeout", "250ms")),
        folder.resolve("snapshot"),
        AuthenticationMode.REQUIRED,
        noProviders(),
        Names.ON);
  }

  private Guarded(
      CatalogConfig config,
      Path snapshot,
      AuthenticationMode mode,
      OidcVerifier providers,
      Names names) {
    catalog =
        SqlCatalog.open(
            config,
            snapshot,
            new SqlCatalog.Environment(
                BlockingThreads.ofPlatform(),
                loops.carriers().getFirst(),
                new Random(snapshot.hashCode()),
                new Metrics()));
    accounts =
        new BuiltInAccounts(Settings.read(ContainerConfig.class, Map.of()), catalog::snapshot);
    SecretSealer sealer = new SecretSealer(this::ring);
    mint = new KeyMint(Optional.of(this::ring), new Random(7));
    BearerTokens tokens = new BearerTokens(this::ring, new Random(8));
    identities = new CurrentIdentities(accounts, catalog::snapshot, sealer);
    catalog.watcher().subscribe(_ -> identities.refresh());
    identities.refresh();
    AccessGate gate = new AccessGate(authenticator(tokens, providers), access(mode), false);
    Signing signing =
        new Signing(new UrlSigner(this::ring), new IdSigner(this::ring), SigningConfig.defaults());
    Function<MemoryRouter, Optional<NameServices>> services =
        names == Names.ON ? router -> Optional.of(services(router)) : _ -> Optional.empty();
    rest =
        new Rest(
            accounts,
            router ->
                new Frontend.Catalogued(
                    Optional.of(catalog), services.apply(router), Optional.of(signing)),
            mint,
            gate,
            time);
    http = new HttpRest(rest.frontend);
  }

  private static OidcVerifier noProviders() {
    return new OidcVerifier(
        IdentityProviders.none(),
        (_, _) -> new DocumentFetcher.Fetched.Failed("none"),
        new SystemTime());
  }

  private NameServices services(MemoryRouter router) {
    SqlNames names = new SqlNames(catalog.database(), Duration.ofSeconds(10));
    SqlUploads multipart = new SqlUploads(catalog.database());
    Metrics metrics = new Metrics();
    NameUpkeep started =
        NameUpkeep.start(
            "guarded",
            new NameUpkeep.Catalog(
                new CatalogLeases(names),
                new CatalogIds(names),
                new CatalogTrash(names, multipart),
                new CatalogRemovals(catalog, names, multipart, accounts.retention())),
            router,
            NamesConfig.defaults(),
            new Environment(loops.carriers().getFirst(), new Random(10), metrics));
    upkeep = Optional.of(started);
    NamedUpload uploads =
        new NamedUpload(router, started.leases(), NamesConfig.defaults(), metrics);
    return new NameServices(names, new SqlDatasets(catalog.database()), multipart, uploads);
  }

  private static KeyRing ring(String... ids) {
    return new KeyRing(
        Arrays.stream(ids)
            .map(id -> new KeyRing.Key(id, Secret.of(id.repeat(KeyRing.SHORTEST_KEY))))
            .toList());
  }

  /** Replaces the keys of the cluster; the first one signs. */
  void useKeys(String... ids) {
    ring = ring(ids);
    identities.reopen();
  }

  private Authenticator authenticator(BearerTokens tokens, OidcVerifier providers) {
    return new Authenticator(
        new Authenticator.Verifiers(
            new SignatureVerifier(SignatureRules.ofRegion("us-east-1"), new Random(9)),
            tokens,
            providers),
        identities,
        uses,
        time);
  }

  private Access access(AuthenticationMode mode) {
    PolicyResource.Place open = PolicyResource.Place.of(1, "aumbry", 1, "public");
    return new Access(new Access.Mode(mode, Optional.of(open)), identities, time);
  }

  private void createAccounts(ContainerRules rules) {
    List<Account> all = List.of(account(PHOTOS, "photos", rules), account(MUSIC, "music", rules));
    assertThat(
            catalog.apply(
                new AccountCommand.PutAccounts(all, Duration.ofDays(1), time.wallMillis()),
                context()))
        .isInstanceOf(ChangeResult.Done.class);
  }

  private static Account account(int id, String name, ContainerRules rules) {
    Container container =
        new Container(
            1, "album", new Container.State(Container.Status.ACTIVE, 0, 0, 0, false), rules);
    return new Account(
        id,
        name,
        new Account.State(true, 0, 0, false, Account.QuotaResource.ACCOUNT),
        List.of(container));
  }

  RequestContext context() {
    return new RequestContext(
        "test", loops.carriers().getFirst(), Deadline.after(Duration.ofSeconds(100), time));
  }

  /** An action that takes at least {@code span}. */
  Runnable lasting(Duration span, Runnable action) {
    return () -> {
      long begin = time.monotonicNanos();
      action.run();
      Patience.await().until(() -> time.monotonicNanos() - begin > span.toNanos());
    };
  }

  /** Creates a user with a role. */
  User user(String name, int account, String role, int roleAccount) {
    User user = new User("u-" + name, account, name, true, 0);
    done(new IdentityCommand.CreateUser(user));
    done(new IdentityCommand.GrantRole(new RoleGrant(user.id(), role, roleAccount)));
    return user;
  }

  Key key(User user, boolean active, long expires) {
    KeyDraft draft = mint.key();
    done(
        new IdentityCommand.CreateKey(
            new AccessKey(draft.id(), user.id(), mint.seal(draft), active, 0, expires)));
    return new Key(draft.id(), draft.secret());
  }

  <T> void done(IdentityCommand<ChangeResult<T>> command) {
    assertThat(catalog.apply(command, context())).isInstanceOf(ChangeResult.Done.class);
  }

  /** A request under construction. */
  final class Request {
    private final String method;
    private final URI uri;
    private final List<WireHeader> headers = new ArrayList<>();
    private BodyPublisher body = BodyPublishers.noBody();

    Request(String method, String target) {
      this.method = method;
      this.uri = http.to(target).build().uri();
    }

    Request with(String name, String value) {
      headers.add(new WireHeader(name, value));
      return this;
    }

    Request body(String text) {
      return body(text.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(text));
    }

    Request body(BodyPublisher bytes) {
      body = bytes;
      return this;
    }

    HttpResponse<String> send() {
      return send(headers);
    }

    HttpResponse<String> signedBy(Key key) {
      return signedBy(key, "UNSIGNED-PAYLOAD");
    }

    HttpResponse<String> signedBy(Key key, String payload) {
      return signed(key, payload).send();
    }

    HttpResponse<String> presignedBy(Key key) {
      return presigned(key).send();
    }

    /** The same request with a signature, to which a thief may add unsigned fields. */
    Request signed(Key key, String payload) {
      Request signed = new Request(method, target()).body(body);
      signed.headers.addAll(
          signer(key).sign(wire(), payload, time.wallMillis()).request().headers());
      return signed;
    }

    /** A request with a presigned address and without fields, which the holder may add. */
    Request presigned(Key key) {
      WireRequest signed = signer(key).presign(wire(), Duration.ofMinutes(1), time.wallMillis());
      return new Request(method, signed.rawPath() + "?" + signed.rawQuery()).body(body);
    }

    private String target() {
      return uri.getRawPath() + Optional.ofNullable(uri.getRawQuery()).map("?"::concat).orElse("");
    }

    private static RequestSigner signer(Key key) {
      return new RequestSigner(key.id(), Secret.of(key.secret()), "us-east-1", SignatureRules.S3);
    }

    private WireRequest wire() {
      List<WireHeader> all = new ArrayList<>(headers);
      all.add(new WireHeader("host", uri.getAuthority()));
      String query = Optional.ofNullable(uri.getRawQuery()).orElse("");
      return new WireRequest(method, uri.getRawPath(), query, all);
    }

    private HttpResponse<String> send(List<WireHeader> all) {
      HttpRequest.Builder builder = HttpRequest.newBuilder(uri).method(method, body);
      all.stream()
          .filter(header -> !header.name().equals("host"))
          .forEach(header -> builder.header(header.name(), header.value()));
      return http.send(builder);
    }
  }

  Request request(String method, String target) {
    return new Request(method, target);
  }

  Request upload(String account, String container, String content) {
    return request("POST", "/")
        .with("x-ambry-service-id", "tests")
        .with("x-ambry-content-type", "text/plain")
        .with("x-ambry-target-account-name", account)
        .with("x-ambry-target-container-name", container)
        .body(content);
  }

  @Override
  public void close() {
    http.close();
    Deadline patience = Deadline.after(Duration.ofSeconds(2), time);
    upkeep.ifPresent(started -> started.stop(context().withDeadline(patience)));
    catalog.close();
    loops.close();
  }
}
