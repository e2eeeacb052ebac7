package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.FrontendClient;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.operator.text.TextTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code aumbry admin key}. */
@Command(
    name = "key",
    mixinStandardHelpOptions = true,
    description = "Lists, creates, rotates and revokes access keys.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      KeyGroup.ListAll.class,
      KeyGroup.Show.class,
      KeyGroup.Create.class,
      KeyGroup.Rotate.class,
      KeyGroup.Update.class,
      KeyGroup.Deactivate.class,
      KeyGroup.Delete.class
    })
public final class KeyGroup implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** {@code aumbry admin key list}. */
  @Command(name = "list", description = "Lists access keys, without secrets.")
  static final class ListAll extends CatalogCommand {
    @Option(names = "--user", paramLabel = "USER", description = "Only keys of this user.")
    private @Nullable String user;

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      String userId = user == null ? "" : identities.userId(UserReference.parse(user));
      Map<String, String> names = isJson() ? Map.of() : identities.userNames();
      print(
          identities.keys(userId),
          IdentityApi.KEYS,
          new TextTable("access key", "user", "state", "created", "expires", "last used"),
          key ->
              new Object[] {
                key.text(IdentityApi.ACCESS_KEY_ID),
                names.getOrDefault(key.text(IdentityApi.USER_ID), key.text(IdentityApi.USER_ID)),
                UserGroup.state(key),
                FieldValue.shown(key, IdentityApi.CREATED),
                FieldValue.shown(key, IdentityApi.EXPIRES),
                FieldValue.shown(key, "lastUsedTime")
              });
      return ExitCode.OK;
    }
  }

  /** Base of the commands about one key. */
  abstract static class OfOne extends KeyCommand {
    @Parameters(paramLabel = "KEY", description = "The access key id.")
    private String key = "";

    final String key() {
      return key;
    }
  }

  /** {@code aumbry admin key show}. */
  @Command(name = "show", description = "Shows an access key, without its secret.")
  static final class Show extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      print(new IdentityApi(client).read(IdentityApi.KEYS, key()));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin key create}. */
  @Command(
      name = "create",
      description = {
        "Creates an access key and prints its id and its secret, one per line.",
        "The secret cannot be shown again. The output can be piped to 'aumbry login'."
      })
  static final class Create extends KeyCommand {
    @Option(names = "--user", paramLabel = "USER", required = true, description = "Its user.")
    private String user = "";

    @Option(
        names = "--expires-in",
        paramLabel = "SPAN",
        converter = SpanOption.class,
        description = "Its life, such as 90d (default: for ever).")
    private @Nullable Duration life;

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      String userId = identities.userId(UserReference.parse(user));
      printSecret(identities.create(IdentityApi.KEYS, withLife(keyOf(userId), life)));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin key rotate}. */
  @Command(
      name = "rotate",
      description = {
        "Creates another key for the user of a key, prints it, and lets the old one expire.",
        "Output as of 'key create'."
      })
  static final class Rotate extends OfOne {
    @Option(
        names = "--grace",
        paramLabel = "SPAN",
        converter = SpanOption.class,
        defaultValue = "1d",
        description = "How long the old key stays valid (default: ${DEFAULT-VALUE}).")
    private Duration grace = Duration.ofDays(1);

    @Option(
        names = "--expires-in",
        paramLabel = "SPAN",
        converter = SpanOption.class,
        description = "Life of the new key, such as 90d (default: for ever).")
    private @Nullable Duration life;

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      JsonObject old = identities.read(IdentityApi.KEYS, key());
      JsonObject draft = withLife(keyOf(old.text(IdentityApi.USER_ID)), life);
      printSecret(identities.create(IdentityApi.KEYS, draft));
      JsonObject expiring = earlier(old);
      identities.replace(IdentityApi.KEYS, key(), expiring);
      note(
          "the old key %s expires at %s"
              .formatted(key(), FieldValue.shown(expiring, IdentityApi.EXPIRES)));
      return ExitCode.OK;
    }

    /** The old key with the end of the grace period, unless it expires before. */
    private JsonObject earlier(JsonObject old) {
      long end = withLife(old, grace).number(IdentityApi.EXPIRES, 0);
      long before = old.number(IdentityApi.EXPIRES, Long.MAX_VALUE);
      return old.with(IdentityApi.EXPIRES, Math.min(end, before));
    }
  }

  /** {@code aumbry admin key update}. */
  @Command(name = "update", description = "Changes the expiry or the state of a key.")
  static final class Update extends OfOne {
    @Option(
        names = "--expires-in",
        paramLabel = "SPAN",
        converter = SpanOption.class,
        description = "Its life from now, such as 90d.")
    private @Nullable Duration life;

    @Option(
        names = "--active",
        paramLabel = "true|false",
        arity = "1",
        description = "Whether it is accepted.")
    private @Nullable Boolean active;

    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      JsonObject key = withLife(identities.read(IdentityApi.KEYS, key()), life);
      print(
          identities.replace(
              IdentityApi.KEYS,
              key(),
              active == null ? key : key.with(IdentityApi.ACTIVE, active)));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin key deactivate}. */
  @Command(
      name = "deactivate",
      description = "Refuses a key from now on. 'key update --active true' reverses this.")
  static final class Deactivate extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      IdentityApi identities = new IdentityApi(client);
      JsonObject key = identities.read(IdentityApi.KEYS, key());
      print(identities.replace(IdentityApi.KEYS, key(), key.with(IdentityApi.ACTIVE, false)));
      return ExitCode.OK;
    }
  }

  /** {@code aumbry admin key delete}. */
  @Command(name = "delete", description = "Deletes a key for good.")
  static final class Delete extends OfOne {
    @Override
    protected ExitCode act(FrontendClient client) throws IOException {
      new IdentityApi(client).delete(IdentityApi.KEYS, key());
      return ExitCode.OK;
    }
  }
}
