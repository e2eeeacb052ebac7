package io.aumbry.frontend.rest.identity;

import io.aumbry.catalog.command.IdentityCommand;
import io.aumbry.catalog.identity.StoredPolicy;
import io.aumbry.frontend.access.ReadyRoles;
import io.aumbry.frontend.access.policy.MalformedPolicyException;
import io.aumbry.frontend.access.policy.PolicyParser;
import io.aumbry.frontend.gate.Owner;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.IdentityRoute;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import io.aumbry.protocol.buffer.HeapBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code /policies}. */
final class PolicyOperations {
  private static final String ANY = "*";

  private final IdentityDirectory store;
  private final JsonBody body;

  /**
   * The bearer of a policy in JSON.
   *
   * @param targetName of a user and of a container with its account
   */
  private record Bearer(String targetKind, String targetName) {}

  /** A policy's place, and its bearer when the list was begun. */
  private record Held(StoredPolicy.Target target, Resource bearer) {}

  /**
   * A page of policies.
   *
   * @param nextPageToken absent on the last one
   */
  private record All(List<Bearer> policies, Optional<String> nextPageToken) {}

  PolicyOperations(IdentityDirectory store, JsonBody body) {
    this.store = store;
    this.body = body;
  }

  /** Policies of deleted bearers are not shown. */
  Answer list(Call call) {
    IdentityPage<Held> page =
        IdentityPage.of(
            store.registry().snapshot().content().policies().stream()
                .map(StoredPolicy::target)
                .flatMap(target ->
                    store.registry().bearer(target).map(held -> new Held(target, held)).stream()),
            held -> kind(held.target()) + "/" + held.target().id(),
            held ->
                call.trail()
                    .admission()
                    .permits(IdentityRoute.read(held.target().kind()).action(), held.bearer()),
            call);
    List<Bearer> shown =
        page.entries().stream()
            .map(held -> new Bearer(kind(held.target()), name(held.bearer())))
            .toList();
    return Answer.json(new All(shown, page.next()), call.headers());
  }

  private static String kind(StoredPolicy.Target target) {
    return target.kind().name().toLowerCase(Locale.ROOT);
  }

  private static String name(Resource bearer) {
    return switch (bearer) {
      case Resource.OfUser user ->
          user.accountName().isEmpty()
              ? user.user().name()
              : user.accountName() + "/" + user.user().name();
      case Resource.OfRole(String role) -> role;
      case Resource.OfContainer(var owner) -> owner.toString();
      default -> bearer.label();
    };
  }

  Answer read(StoredPolicy.Target target, Call call) {
    byte[] document =
        isReady(target)
            ? ReadyRoles.document(target.id())
            : store
                .registry()
                .policy(target)
                .orElseThrow(() -> new Refusal(RestError.NOT_FOUND, "There is no such policy"))
                .document()
                .getBytes(StandardCharsets.UTF_8);
    return Answer.json(HeapBuffer.copyOf(document), call.headers());
  }

  private static boolean isReady(StoredPolicy.Target target) {
    return target.kind() == StoredPolicy.Kind.ROLE && ReadyRoles.NAMES.contains(target.id());
  }

  static void requireChangeable(String role) {
    if (ReadyRoles.NAMES.contains(role)) {
      throw Refusal.readyMade(role);
    }
  }

  Answer put(StoredPolicy.Target target, Call call) {
    if (target.kind() == StoredPolicy.Kind.ROLE) {
      requireChangeable(target.id());
    }
    IdentityCommand.Existence before = before(call);
    byte[] document = body.read(call);
    check(document, target);
    StoredPolicy policy = new StoredPolicy(target, new String(document, StandardCharsets.UTF_8));
    store.apply(new IdentityCommand.PutPolicy(policy, before), call);
    return Answer.empty(200, call.headers());
  }

  private void check(byte[] document, StoredPolicy.Target target) {
    try {
      if (bearer(target) instanceof Resource.OfContainer(Owner owner)) {
        PolicyParser.parse(document, owner.place(), target.id());
      } else {
        PolicyParser.parse(document, PolicyParser.Kind.IDENTITY, target.id());
      }
    } catch (MalformedPolicyException e) {
      throw new Refusal(RestError.BAD_REQUEST, "The policy is refused: " + e.getMessage());
    }
  }

  private Resource bearer(StoredPolicy.Target target) {
    return store
        .registry()
        .bearer(target)
        .orElseThrow(
            () -> new Refusal(RestError.NOT_FOUND, "The bearer of the policy was deleted"));
  }

  /** The conditions of the request. A policy has no entity tag, so that no other one matches. */
  private static IdentityCommand.Existence before(Call call) {
    Optional<String> match = call.request().headers().first("if-match");
    boolean mustExist = match.isPresent();
    boolean mustBeNew =
        call.request().headers().first("if-none-match").filter(ANY::equals).isPresent();
    if (match.filter(tag -> !tag.equals(ANY)).isPresent() || (mustExist && mustBeNew)) {
      throw new Refusal(
          RestError.PRECONDITION_FAILED, "A policy has no entity tag; only * is a condition");
    }
    if (mustExist) {
      return IdentityCommand.Existence.PRESENT;
    }
    return mustBeNew ? IdentityCommand.Existence.ABSENT : IdentityCommand.Existence.ANY;
  }

  Answer delete(StoredPolicy.Target target, Call call) {
    if (target.kind() == StoredPolicy.Kind.ROLE) {
      requireChangeable(target.id());
    }
    store.apply(new IdentityCommand.DeletePolicy(target), call);
    return Answer.empty(202, call.headers());
  }
}
