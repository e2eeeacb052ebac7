package io.aumbry.deploy.operator.catalog;

import io.aumbry.catalog.SqlCatalog;
import io.aumbry.catalog.command.ChangeResult;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.KeyDraft;
import io.aumbry.catalog.identity.RoleGrant;
import io.aumbry.catalog.identity.User;
import io.aumbry.catalog.snapshot.SnapshotContent;
import io.aumbry.catalog.sql.CatalogConfig;
import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.profile.ClientKey;
import io.aumbry.frontend.access.ReadyRoles;
import io.aumbry.frontend.access.key.KeyRing;
import io.aumbry.frontend.access.key.Secret;
import io.aumbry.frontend.rest.identity.KeyMint;
import io.aumbry.protocol.metrics.Metrics;
import io.aumbry.protocol.runtime.BlockingThreads;
import io.aumbry.protocol.runtime.Carrier;
import io.aumbry.protocol.runtime.Deadline;
import io.aumbry.protocol.runtime.RequestContext;
import io.aumbry.protocol.runtime.SystemRandom;
import io.aumbry.protocol.runtime.SystemTime;
import io.aumbry.transport.loop.EventLoopConfig;
import io.aumbry.transport.loop.EventLoops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Creates an administrator of the cluster directly in the catalog, without a frontend. A frontend
 * lets only an administrator create another one, so the first one is created here.
 *
 * @param catalog the database
 * @param ring seals the secret of the key
 */
public record AdministratorCreation(CatalogConfig catalog, KeyRing ring) {
  public static final String USUAL_NAME = "administrator";

  private static final String SNAPSHOT = "catalog.snapshot";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /**
   * Creates a user of the cluster with the role {@code administrator} and an access key. A user of
   * this name gets another key.
   *
   * @param isOnly whether to refuse if an administrator has a valid key
   * @return the key
   * @throws ClientException if there is an administrator, or the database does not answer
   */
  public ClientKey create(String name, boolean isOnly) throws IOException {
    Path state = Files.createTempDirectory("aumbry-administrator");
    EventLoops loops = EventLoops.start(EventLoopConfig.defaults().withLoops(1), new SystemTime());
    Carrier carrier = loops.carriers().getFirst();
    SqlCatalog.Environment environment =
        new SqlCatalog.Environment(
            BlockingThreads.ofPlatform(), carrier, SystemRandom.secure(), new Metrics());
    try (SqlCatalog sql = SqlCatalog.open(catalog, state.resolve(SNAPSHOT), environment)) {
      return create(sql, carrier, name, isOnly);
    } finally {
      loops.close();
      Files.deleteIfExists(state.resolve(SNAPSHOT));
      Files.deleteIfExists(state);
    }
  }

  private ClientKey create(SqlCatalog sql, Carrier carrier, String name, boolean isOnly) {
    RequestContext context =
        new RequestContext("administrator", carrier, Deadline.after(PATIENCE, carrier.time()));
    if (!sql.watcher().refresh(context)) {
      throw new ClientException(
          ExitCode.UNAVAILABLE, "the database of catalog.url does not answer");
    }
    long now = carrier.time().wallMillis();
    SnapshotContent content = sql.snapshot().content();
    if (isOnly) {
      requireNone(content, now);
    }
    KeyMint mint = new KeyMint(Optional.of(() -> ring), SystemRandom.secure());
    User user =
        content.users().stream()
            .filter(each -> each.account() == 0 && each.name().equals(name))
            .findFirst()
            .orElseGet(() -> new User(mint.userId(), 0, name, true, now));
    KeyDraft draft = mint.key();
    AccessKey key =
        new AccessKey(draft.id(), user.id(), mint.seal(draft), true, now, Long.MAX_VALUE);
    // The key comes last, so that a creation that breaks off can be repeated.
    requireDone(sql.apply(new IdentityCommand.CreateUser(user), context));
    RoleGrant grant = new RoleGrant(user.id(), ReadyRoles.ADMINISTRATOR, 0);
    requireDone(sql.apply(new IdentityCommand.GrantRole(grant), context));
    requireDone(sql.apply(new IdentityCommand.CreateKey(key), context));
    return new ClientKey(draft.id(), Secret.of(draft.secret()));
  }

  /** An administrator without a valid key does not count. */
  private static void requireNone(SnapshotContent content, long now) {
    content.users().stream()
        .filter(User::active)
        .filter(user ->
            content.grants().contains(new RoleGrant(user.id(), ReadyRoles.ADMINISTRATOR, 0)))
        .filter(user ->
            content.keys().stream()
                .anyMatch(key -> key.user().equals(user.id()) && key.isValidAt(now)))
        .findFirst()
        .ifPresent(user -> {
          throw new ClientException(
              ExitCode.REFUSED,
              "the user '%s' is an administrator with a valid access key".formatted(user.name()));
        });
  }

  private static void requireDone(ChangeResult<?> result) {
    if (!(result instanceof ChangeResult.Done<?>)) {
      throw new ClientException(ExitCode.REFUSED, "the administrator cannot be created: " + result);
    }
  }
}
