package io.aumbry.deploy.process;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.config.ConfigException;
import io.aumbry.deploy.settings.FrontendSettings;
import io.aumbry.frontend.access.Access;
import io.aumbry.frontend.access.AccessConfig;
import io.aumbry.frontend.access.AuthenticationMode;
import io.aumbry.frontend.access.Authenticator;
import io.aumbry.frontend.access.CurrentIdentities;
import io.aumbry.frontend.access.KeyUses;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.KeyRingFile;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.access.key.SecretSealer;
import io.aumbry.frontend.access.oidc.HttpDocumentFetcher;
import io.aumbry.frontend.access.oidc.IdentityProviders;
import io.aumbry.frontend.access.oidc.OidcVerifier;
import io.aumbry.frontend.access.policy.PolicyResource;
import io.aumbry.frontend.access.signed.IdSigner;
import io.aumbry.frontend.access.signed.UrlSigner;
import io.aumbry.frontend.access.sigv4.SignatureRules;
import io.aumbry.frontend.access.sigv4.SignatureVerifier;
import io.aumbry.frontend.access.token.BearerTokens;
import io.aumbry.frontend.account.BuiltInAccounts;
import io.aumbry.frontend.rest.Gate;
import io.aumbry.frontend.rest.access.AccessGate;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.frontend.rest.signed.Signing;
import io.aumbry.frontend.rest.signed.SigningConfig;
import io.aumbry.frontend.upkeep.BackgroundLoop;
import io.aumbry.protocol.error.AumbryException;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Authentication and authorisation of a frontend. */
final class FrontendAccess {
  private static final Logger LOG = LoggerFactory.getLogger(FrontendAccess.class);

  private static final Duration PROVIDER_TIMEOUT = Duration.ofSeconds(5);

  private final AccessConfig config;
  private final Optional<SqlCatalog> catalog;
  private final Optional<KeyRingFile> ring;
  private final Time time;
  private final RandomGenerator random = SystemRandom.secure();

  private FrontendAccess(
      AccessConfig config, Optional<SqlCatalog> catalog, Optional<KeyRingFile> ring, Time time) {
    this.config = config;
    this.catalog = catalog;
    this.ring = ring;
    this.time = time;
  }

  /**
   * Refuses settings that leave requests without users or keys.
   *
   * @throws ConfigException naming the settings
   */
  static void require(AccessConfig config, boolean hasCatalog) {
    boolean isOff = config.authentication() == AuthenticationMode.OFF;
    if (config.authentication() == AuthenticationMode.REQUIRED && !hasCatalog) {
      throw new ConfigException(
          "frontend.authentication is required, and there are no users without catalog.url. Set"
              + " catalog.url, the database of users; or frontend.authentication = optional, which"
              + " opens the built-in public container to everyone; or off, which opens everything");
    }
    if (hasCatalog && !isOff && config.keyRing().isEmpty()) {
      throw new ConfigException(
          "frontend.key-ring is not set. It names the file with the keys that seal the secrets of"
              + " users, the same on all frontends");
    }
  }

  /**
   * Refuses a key ring or identity providers that cannot be read.
   *
   * @throws ConfigException naming the setting
   */
  static void requireFiles(AccessConfig config) {
    config.keyRing().ifPresent(FrontendAccess::ring);
    config.providers().ifPresent(FrontendAccess::read);
  }

  /**
   * Reads the keys.
   *
   * @throws ConfigException if they cannot be read
   */
  static FrontendAccess open(AccessConfig config, Optional<SqlCatalog> catalog, Time time) {
    return new FrontendAccess(config, catalog, config.keyRing().map(FrontendAccess::ring), time);
  }

  private static KeyRingFile ring(Path file) {
    try {
      return new KeyRingFile(file);
    } catch (IOException unusable) {
      throw new ConfigException("frontend.key-ring: " + unusable.getMessage());
    }
  }

  /** Draws identities. It creates no keys and tokens without a key ring. */
  KeyMint mint() {
    return new KeyMint(ring.map(keys -> keys), random);
  }

  /** Signs URLs and ids of chunks. Absent without a key ring. */
  Optional<Signing> signing(SigningConfig settings) {
    return ring.map(keys -> new Signing(new UrlSigner(keys), new IdSigner(keys), settings));
  }

  /** The gate of the REST port. */
  Gate gate(
      FrontendSettings settings,
      BuiltInAccounts accounts,
      ProcessFrame frame,
      FrontendNames.Work background) {
    if (config.authentication() == AuthenticationMode.OFF) {
      watch(() -> {}, frame, background);
      return Gate.open();
    }
    Supplier<KeyRing> keys = ring.<Supplier<KeyRing>>map(file -> file).orElseGet(this::noKeys);
    SecretSealer sealer = new SecretSealer(keys);
    CurrentIdentities identities =
        new CurrentIdentities(accounts, () -> FrontendCatalog.snapshot(catalog), sealer);
    catalog.ifPresent(sql -> sql.watcher().subscribe(_ -> identities.refresh()));
    identities.refresh();
    watch(identities::reopen, frame, background);
    Authenticator authenticator =
        new Authenticator(
            new Authenticator.Verifiers(
                new SignatureVerifier(SignatureRules.ofRegion(config.region()), random),
                new BearerTokens(keys, random),
                providers(frame)),
            identities,
            uses(frame, background),
            time);
    Access access =
        new Access(
            new Access.Mode(config.authentication(), Optional.of(openContainer(accounts))),
            identities,
            time);
    return new AccessGate(
        authenticator, access, settings.client().port().certificate().isPresent());
  }

  /** Watches the key ring, if there is one. */
  private void watch(Runnable onChange, ProcessFrame frame, FrontendNames.Work background) {
    ring.ifPresent(file ->
        frame.add("key ring", KeyRingWatch.start(file, onChange, background, frame.metrics())));
  }

  /** Without a catalog there are no users, and nobody else knows this key. */
  private Supplier<KeyRing> noKeys() {
    byte[] key = new byte[KeyRing.SHORTEST_KEY];
    random.nextBytes(key);
    KeyRing drawn = new KeyRing(List.of(new KeyRing.Key("none", Secret.of(key))));
    return () -> drawn;
  }

  /** Reports uses of keys to the catalog, the last ones when the process stops. */
  private KeyUses uses(ProcessFrame frame, FrontendNames.Work background) {
    KeyUses uses = new KeyUses();
    catalog.ifPresent(sql -> {
      BackgroundLoop loop =
          new BackgroundLoop(
                  "key-uses",
                  background.carrier(),
                  new BackgroundLoop.Times(KeyUses.PERIOD, KeyUses.PERIOD),
                  pace -> uses.report(sql::apply, pace.context()))
              .start();
      frame.add("key uses", () -> stop(loop, uses, sql, background.last().get()));
    });
    return uses;
  }

  private static void stop(
      BackgroundLoop loop, KeyUses uses, SqlCatalog catalog, RequestContext context) {
    loop.stop(context);
    try {
      uses.report(catalog::apply, context);
    } catch (AumbryException e) {
      LOG.atWarn().log("The last uses of access keys are not recorded: {}", e.getMessage());
    }
  }

  private OidcVerifier providers(ProcessFrame frame) {
    HttpDocumentFetcher fetcher =
        frame.add("identity providers", new HttpDocumentFetcher(PROVIDER_TIMEOUT));
    return new OidcVerifier(
        config.providers().map(FrontendAccess::read).orElseGet(IdentityProviders::none),
        fetcher,
        time);
  }

  private static IdentityProviders read(Path file) {
    try {
      return IdentityProviders.read(file);
    } catch (IOException | IllegalArgumentException unusable) {
      throw new ConfigException("frontend.identity-providers: " + unusable.getMessage());
    }
  }

  private static PolicyResource.Place openContainer(BuiltInAccounts accounts) {
    return PolicyResource.Place.of(
        accounts.builtIn().id(),
        accounts.builtIn().name(),
        accounts.publicContainer().id(),
        accounts.publicContainer().name());
  }
}
