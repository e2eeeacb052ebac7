package io.aumbry.deploy.operator.catalog;

import io.aumbry.deploy.client.ClientException;
import io.aumbry.deploy.client.ExitCode;
import io.aumbry.deploy.client.JsonObject;
import io.aumbry.deploy.client.StandardOutput;
import io.aumbry.deploy.client.Terminal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Base of the commands about access keys. */
abstract class KeyCommand extends CatalogCommand {
  static JsonObject keyOf(String userId) {
    return JsonObject.of(IdentityApi.USER_ID, userId);
  }

  /** A key with an expiry after {@code life}, if given. */
  final JsonObject withLife(JsonObject key, @Nullable Duration life) {
    return life == null
        ? key
        : key.with(IdentityApi.EXPIRES, time().wallMillis() + life.toMillis());
  }

  /** Prints the id and the secret of a new key, which no other place ever shows. */
  final void printSecret(JsonObject key) {
    String id = key.text(IdentityApi.ACCESS_KEY_ID);
    String secret = key.text(IdentityApi.SECRET_KEY);
    if (id.isEmpty() || secret.isEmpty()) {
      throw new ClientException(ExitCode.FAILED, "the frontend returned no key with a secret");
    }
    if (isJson()) {
      print(key);
    } else {
      out().println(id);
      out().println(secret);
    }
    StandardOutput.require(out());
    if (Terminal.standardError(time()).watched()) {
      note("the secret of " + id + " cannot be shown again; keep it safe");
    }
  }

  final void note(String line) {
    err().println("aumbry: " + line);
  }
}
