package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.account.Account;
import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.User;
import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.gate.Action;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Owners;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.Registry;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code /users}. */
final class UserOperations {
  /** As in AWS; none of them has a meaning in policies. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9+=,.@_-]{1,64}");

  private final IdentityDirectory store;
  private final JsonBody body;
  private final JsonReader<UserDocument.Draft> drafts =
      new JsonReader<>(UserDocument.Draft.class, JsonBody.OBJECT_LIMIT);
  private final JsonReader<UserDocument.Change> changes =
      new JsonReader<>(UserDocument.Change.class, JsonBody.OBJECT_LIMIT);

  UserOperations(IdentityDirectory store, JsonBody body) {
    this.store = store;
    this.body = body;
  }

  Answer self(Call call) {
    if (call.trail().caller() instanceof Caller.Known known) {
      Optional<Resource.OfUser> user = store.registry().user(known.id());
      if (user.isPresent()) {
        return read(user.get(), call);
      }
    }
    throw new Refusal(RestError.NOT_FOUND, "The sender is no user of the catalog");
  }

  Answer list(Optional<Account> only, Call call) {
    Registry registry = store.registry();
    Stream<User> users =
        registry.snapshot().content().users().stream()
            .filter(user -> only.isEmpty() || only.get().id() == user.account());
    IdentityPage<User> page =
        IdentityPage.of(
            users,
            User::id,
            user -> call.trail().admission().permits(Action.READ_USER, registry.resource(user)),
            call);
    List<UserDocument> documents =
        page.entries().stream().map(registry::resource).map(UserDocument::of).toList();
    return Answer.json(new UserDocument.All(documents, page.next()), call.headers());
  }

  Answer create(Call call) {
    UserDocument.Draft draft = body.read(drafts, call);
    Owners owners = store.registry().owners();
    Resource assumed = user(draft, owners.assuming());
    call.trail().concerns(assumed);
    call.trail().admission().authorise(Action.PUT_USER, assumed);
    Resource.OfUser created = user(draft, owners);
    store.apply(new IdentityCommand.CreateUser(created.user()), call);
    return Answer.created(UserDocument.of(created), call.headers());
  }

  private Resource.OfUser user(UserDocument.Draft draft, Owners owners) {
    String name = name(draft.userName());
    int account = draft.accountName().map(owners::account).map(Account::id).orElse(0);
    User user = new User(store.mint().userId(), account, name, true, store.time().wallMillis());
    return new Resource.OfUser(user, draft.accountName().orElse(""), List.of());
  }

  private static String name(String text) {
    if (!NAME.matcher(text).matches()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "userName is '" + text + "', must have 1 to 64 letters, digits or +=,.@_-");
    }
    return text;
  }

  Answer read(Resource.OfUser user, Call call) {
    return Answer.json(UserDocument.of(user), call.headers());
  }

  Answer change(Resource.OfUser user, Call call) {
    UserDocument.Change change = body.read(changes, call);
    String name = name(change.userName());
    User old = user.user();
    boolean renames = !name.equals(old.name());
    boolean givesRights = old.gainsFrom(name, change.active());
    if (givesRights) {
      call.trail().admission().authorise(Action.PUT_USER, user);
    }
    if (renames) {
      User named = new User(old.id(), old.account(), name, change.active(), old.createdMillis());
      call.trail()
          .admission()
          .authorise(Action.PUT_USER, new Resource.OfUser(named, user.accountName(), List.of()));
    }
    User changed =
        store.apply(
            new IdentityCommand.UpdateUser(old.id(), name, change.active(), givesRights), call);
    return read(new Resource.OfUser(changed, user.accountName(), user.reach()), call);
  }

  Answer delete(Resource.OfUser user, Call call) {
    store.apply(new IdentityCommand.DeleteUser(user.user().id()), call);
    return Answer.empty(202, call.headers());
  }
}
