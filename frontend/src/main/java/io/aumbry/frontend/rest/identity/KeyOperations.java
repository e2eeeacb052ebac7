package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.AccessKey;
import io.aumbry.catalog.identity.KeyDraft;
import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code /keys}. */
final class KeyOperations {
  private final IdentityDirectory store;
  private final JsonBody body;
  private final JsonReader<KeyDocument.Draft> drafts =
      new JsonReader<>(KeyDocument.Draft.class, JsonBody.OBJECT_LIMIT);
  private final JsonReader<KeyDocument.Change> changes =
      new JsonReader<>(KeyDocument.Change.class, JsonBody.OBJECT_LIMIT);

  KeyOperations(IdentityDirectory store, JsonBody body) {
    this.store = store;
    this.body = body;
  }

  Answer list(Optional<Resource.OfUser> only, Call call) {
    Stream<AccessKey> keys =
        store.registry().snapshot().content().keys().stream()
            .filter(key -> only.isEmpty() || only.get().user().id().equals(key.user()));
    IdentityPage<AccessKey> page =
        IdentityPage.of(keys, AccessKey::id, key -> isReadable(key, call), call);
    List<String> ids = page.entries().stream().map(AccessKey::id).toList();
    Map<String, Long> uses = store.keyUses(ids, call);
    List<KeyDocument> documents = page.entries().stream().map(key -> document(key, uses)).toList();
    return Answer.json(new KeyDocument.All(documents, page.next()), call.headers());
  }

  private boolean isReadable(AccessKey key, Call call) {
    return store
        .registry()
        .user(key.user())
        .filter(user -> call.trail().admission().permits(Action.LIST_KEYS, user))
        .isPresent();
  }

  private static KeyDocument document(AccessKey key, Map<String, Long> uses) {
    return KeyDocument.of(key, Optional.ofNullable(uses.get(key.id())), Optional.empty());
  }

  Answer create(Call call) {
    KeyDocument.Draft draft = body.read(drafts, call);
    Resource assumed = store.registry().assuming().requireUser(draft.userId());
    call.trail().concerns(assumed);
    call.trail().admission().authorise(Action.CREATE_KEY, assumed);
    Resource.OfUser user = store.registry().requireUser(draft.userId());
    KeyDraft drawn = store.mint().key();
    AccessKey key =
        new AccessKey(
            drawn.id(),
            user.user().id(),
            store.mint().seal(drawn),
            true,
            store.time().wallMillis(),
            end(draft.expiresTime()));
    store.apply(new IdentityCommand.CreateKey(key), call);
    note(key.id(), call);
    return Answer.created(
        KeyDocument.of(key, Optional.empty(), Optional.of(drawn.secret())), call.headers());
  }

  /** The object in the audit log is the user, who may have several keys. */
  private static void note(String key, Call call) {
    call.trail().decidedBy(call.trail().decision() + "; key " + key);
  }

  private static long end(Optional<Long> expiresTime) {
    long end = expiresTime.orElse(Long.MAX_VALUE);
    if (end < 0) {
      throw new Refusal(
          RestError.BAD_REQUEST, "expiresTime is " + end + ", must be milliseconds since 1970");
    }
    return end;
  }

  Answer read(AccessKey key, Call call) {
    return Answer.json(document(key, store.keyUses(List.of(key.id()), call)), call.headers());
  }

  Answer change(AccessKey key, Resource.OfUser user, Call call) {
    KeyDocument.Change change = body.read(changes, call);
    long end = end(change.expiresTime());
    boolean givesRights = key.gainsFrom(change.active(), end);
    if (givesRights) {
      call.trail().admission().authorise(Action.UPDATE_KEY, user);
    }
    AccessKey changed =
        store.apply(
            new IdentityCommand.UpdateKey(key.id(), change.active(), end, givesRights), call);
    note(key.id(), call);
    return read(changed, call);
  }

  Answer delete(AccessKey key, Call call) {
    store.apply(new IdentityCommand.DeleteKey(key.id()), call);
    note(key.id(), call);
    return Answer.empty(202, call.headers());
  }
}
