package io.aumbry.frontend.rest.identity;

import io.aumbry.config.json.JsonReader;
import io.aumbry.frontend.access.policy.MalformedPolicyException;
import io.aumbry.frontend.access.policy.PolicyParser;
import io.aumbry.frontend.access.token.BearerTokens;
import io.aumbry.frontend.access.token.MintedToken;
import io.aumbry.frontend.gate.Caller;
import io.aumbry.frontend.gate.Resource;
import io.aumbry.frontend.rest.Answer;
import io.aumbry.frontend.rest.Call;
import io.aumbry.frontend.rest.Refusal;
import io.aumbry.frontend.rest.RestError;
import io.aumbry.frontend.rest.body.JsonBody;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/**
 * {@code /tokens}. A request must be signed with an access key, because a token that could be
 * exchanged for another one would never end.
 */
final class TokenOperations {
  private final IdentityDirectory store;
  private final JsonBody body;
  private final JsonReader<Draft> drafts = new JsonReader<>(Draft.class, JsonBody.OBJECT_LIMIT);

  /**
   * The wishes of the client.
   *
   * @param role limits the token to the rights of a role
   * @param policy limits the token by a policy document, which is a JSON document in a text
   */
  private record Draft(
      Optional<Long> lifetimeSeconds, Optional<String> role, Optional<String> policy) {
    static final Draft EMPTY = new Draft(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * A new token.
   *
   * @param expiresTime in milliseconds since 1970
   */
  private record Minted(String token, String accessKeyId, String userId, long expiresTime) {
    static Minted of(MintedToken minted) {
      return new Minted(
          minted.text(),
          minted.claims().accessKey(),
          minted.claims().user(),
          minted.claims().expiresMillis());
    }

    /** The token stays hidden. */
    @Override
    public String toString() {
      return "Minted for " + accessKeyId;
    }
  }

  TokenOperations(IdentityDirectory store, JsonBody body) {
    this.store = store;
    this.body = body;
  }

  Answer create(Call call) {
    Resource.OfUser user = signer(call);
    call.trail().concerns(user);
    Draft draft = call.request().contentLength() == 0 ? Draft.EMPTY : body.read(drafts, call);
    // The signature may cover the body.
    call.trail().admission().requireVerified();
    draft.role().ifPresent(store::requireRole);
    draft.policy().ifPresent(TokenOperations::requirePolicy);
    MintedToken minted =
        store
            .mint()
            .tokens()
            .mint(
                call.trail().caller().credential(),
                user.user().id(),
                limits(draft),
                store.time().wallMillis());
    call.trail().decidedBy("minted " + minted.claims().credential());
    return Answer.created(Minted.of(minted), call.headers());
  }

  /** The user of the access key that signed the request. */
  private Resource.OfUser signer(Call call) {
    if (!(call.trail().caller() instanceof Caller.Known known)
        || !call.trail().admission().isSigned()) {
      throw Refusal.forbidden(
          "POST /tokens must be signed with an access key; other credentials get no token",
          "not signed with an access key");
    }
    return store
        .registry()
        .user(known.id())
        .orElseThrow(() -> new Refusal(RestError.NOT_FOUND, "There is no user " + known.id()));
  }

  private static BearerTokens.Limits limits(Draft draft) {
    long seconds = draft.lifetimeSeconds().orElse(BearerTokens.DEFAULT.toSeconds());
    if (seconds < BearerTokens.SHORTEST.toSeconds() || seconds > BearerTokens.LONGEST.toSeconds()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "lifetimeSeconds is %d, must be %d to %d"
              .formatted(
                  seconds, BearerTokens.SHORTEST.toSeconds(), BearerTokens.LONGEST.toSeconds()));
    }
    return new BearerTokens.Limits(Duration.ofSeconds(seconds), draft.role(), draft.policy());
  }

  private static void requirePolicy(String document) {
    byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > BearerTokens.POLICY_LIMIT.bytes()) {
      throw new Refusal(
          RestError.BAD_REQUEST,
          "policy has %d bytes, may have %d"
              .formatted(bytes.length, BearerTokens.POLICY_LIMIT.bytes()));
    }
    try {
      PolicyParser.parse(bytes, PolicyParser.Kind.IDENTITY, "token");
    } catch (MalformedPolicyException e) {
      throw new Refusal(RestError.BAD_REQUEST, "The policy is refused: " + e.getMessage());
    }
  }
}
