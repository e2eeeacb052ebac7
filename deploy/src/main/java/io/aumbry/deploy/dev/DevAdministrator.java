package io.aumbry.deploy.dev;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.KeyDraft;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.deploy.client.profile.Profile;
import io.aumbry.deploy.client.profile.ProfileFile;
import io.aumbry.frontend.access.ReadyRoles;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.KeyRingFile;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.protocol.runtime.Time;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The administrator of a development cluster, whose key is in the profiles file of its folder. */
final class DevAdministrator {
  private static final String NAME = "administrator";
  private static final String FIRST_KEY = "1";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private DevAdministrator() {}

  static Path keyRing(Path data) {
    return data.resolve("key-ring");
  }

  static String catalog(Path data) {
    return "sqlite:" + data.resolve("catalog.db");
  }

  static Path profiles(Path data) {
    return data.resolve("profiles");
  }

  /**
   * Creates the key ring, and the administrator with a key, unless the folder has them. Called
   * before the frontends start.
   *
   * @param url of the first frontend
   * @param notices receives the key once
   * @return the key
   */
  static ClientKey prepare(Path data, URI url, Consumer<String> notices) throws IOException {
    if (!Files.exists(keyRing(data))) {
      KeyRingFile.create(keyRing(data), FIRST_KEY, SystemRandom.secure());
    }
    ProfileFile file = new ProfileFile(profiles(data));
    Optional<Profile> stored = Optional.ofNullable(file.read().get(Profile.DEFAULT_NAME));
    Optional<ClientKey> known = stored.flatMap(Profile::key);
    if (known.isPresent()) {
      file.put(Profile.DEFAULT_NAME, stored.orElseThrow().withUrl(url));
      return known.get();
    }
    ClientKey key = create(data);
    file.put(Profile.DEFAULT_NAME, new Profile(url, Optional.of(key), Profile.Defaults.NONE));
    notices.accept("the administrator has the access key " + key.accessKeyId());
    notices.accept("and the secret " + secretText(key) + ", which is shown only now");
    notices.accept("commands use it with AUMBRY_PROFILES=" + profiles(data));
    return key;
  }

  private static String secretText(ClientKey key) {
    return new String(key.secret().bytes(), StandardCharsets.UTF_8);
  }

  private static ClientKey create(Path data) throws IOException {
    KeyRing ring = KeyRingFile.read(keyRing(data));
    KeyMint mint = new KeyMint(Optional.of(() -> ring), SystemRandom.secure());
    Time time = new SystemTime();
    EventLoops loops = EventLoops.start(EventLoopConfig.defaults(), time);
    try (SqlCatalog catalog = open(data, loops.carriers().getFirst())) {
      return create(catalog, mint, loops.carriers().getFirst());
    } finally {
      loops.close();
    }
  }

  private static SqlCatalog open(Path data, Carrier carrier) throws IOException {
    RandomGenerator random = SystemRandom.secure();
    Path snapshots = Files.createDirectories(data.resolve("state").resolve("dev"));
    return SqlCatalog.open(
        CatalogConfig.defaults().withUrl(catalog(data)),
        snapshots.resolve("catalog.snapshot"),
        new SqlCatalog.Environment(BlockingThreads.ofPlatform(), carrier, random, new Metrics()));
  }

  /** The role is granted first, so that a start that breaks off can be repeated. */
  private static ClientKey create(SqlCatalog catalog, KeyMint mint, Carrier carrier) {
    RequestContext context =
        new RequestContext("dev", carrier, Deadline.after(PATIENCE, carrier.time()));
    if (!catalog.watcher().refresh(context)) {
      throw new IllegalStateException("the catalog of the development cluster does not answer");
    }
    long now = carrier.time().wallMillis();
    User user =
        catalog.snapshot().content().users().stream()
            .filter(each -> each.account() == 0 && each.name().equals(NAME))
            .findFirst()
            .orElseGet(() -> new User(mint.userId(), 0, NAME, true, now));
    KeyDraft draft = mint.key();
    AccessKey key =
        new AccessKey(draft.id(), user.id(), mint.seal(draft), true, now, Long.MAX_VALUE);
    requireDone(catalog.apply(new IdentityCommand.CreateUser(user), context));
    RoleGrant grant = new RoleGrant(user.id(), ReadyRoles.ADMINISTRATOR, 0);
    requireDone(catalog.apply(new IdentityCommand.GrantRole(grant), context));
    requireDone(catalog.apply(new IdentityCommand.CreateKey(key), context));
    return new ClientKey(draft.id(), Secret.of(draft.secret()));
  }

  private static void requireDone(ChangeResult<?> result) {
    if (!(result instanceof ChangeResult.Done<?>)) {
      throw new IllegalStateException("the administrator cannot be created: " + result);
    }
  }
}
