package io.aumbry.frontend.access;

import io.aumbry.frontend.access.policy.Policy;
import io.aumbry.frontend.access.policy.PolicyAction;
import io.aumbry.frontend.access.policy.PolicyRequest;
import io.aumbry.frontend.access.policy.PolicyResource;
import io.aumbry.frontend.access.policy.Verdict;
import io.aumbry.protocol.runtime.Time;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The one place that decides about access, for all doors.
 *
 * <ul>
 *   <li>A denial by any policy of the user, a role, the container or a token wins.
 *   <li>A policy of a user allows only within the account of the user, because owners of that
 *       account wrote it. A user of account 0 has no such limit.
 *   <li>A role allows only within the account of its grant.
 *   <li>A policy of a container allows anyone that it names.
 *   <li>A limit of a token must allow the request too.
 *   <li>Everything else is denied.
 * </ul>
 *
 * <p>The policy of a container does not decide about itself for those whose role for all accounts
 * lets them change it. Nobody else could repair a policy that denies everything.
 */
public final class Access {
  private static final AccessDecision OFF = new AccessDecision.Allowed("authentication is off");
  private static final Set<PolicyAction> REPAIRS =
      EnumSet.of(
          PolicyAction.GET_CONTAINER_POLICY,
          PolicyAction.PUT_CONTAINER_POLICY,
          PolicyAction.DELETE_CONTAINER_POLICY);
  private static final String DEFAULT = "no statement allows it";
  private static final String OPEN_CONTAINER = "public container of a development cluster";

  /**
   * The mode of an installation.
   *
   * @param openContainer the container that everyone may use if authentication is optional
   */
  public record Mode(
      AuthenticationMode authentication, Optional<PolicyResource.Place> openContainer) {
    public static final Mode REQUIRED = new Mode(AuthenticationMode.REQUIRED, Optional.empty());
  }

  private final Mode mode;
  private final Supplier<? extends Identities> identities;
  private final Time time;

  public Access(Mode mode, Supplier<? extends Identities> identities, Time time) {
    this.mode = mode;
    this.identities = identities;
    this.time = time;
  }

  /** Decides whether {@code identity} may perform {@code action} on {@code resource}. */
  public AccessDecision decide(
      AccessIdentity identity, PolicyAction action, PolicyResource resource, RequestFacts facts) {
    if (mode.authentication() == AuthenticationMode.OFF) {
      return OFF;
    }
    PolicyRequest request =
        new PolicyRequest(
            identity.principal(),
            action,
            resource,
            new AccessAttributes(identity, facts, time.wallMillis()));
    return decision(withinBoundary(identity, request, verdict(identity, request)), identity);
  }

  /** Whether strangers may use an open container, and see which requests are malformed. */
  public boolean isLenient() {
    return mode.authentication() != AuthenticationMode.REQUIRED;
  }

  /**
   * Whether everyone may perform {@code action} on {@code resource}, with or without credentials
   * and under all conditions.
   */
  public boolean isForEveryone(PolicyAction action, PolicyResource resource) {
    if (mode.authentication() == AuthenticationMode.OFF) {
      return true;
    }
    int account = resource.account();
    int container = resource.container();
    Identities snapshot = identities.get();
    Optional<Policy> policy = snapshot.containerPolicy(account, container);
    boolean isAllowed =
        policy.filter(own -> own.allowsEveryone(action, resource)).isPresent()
            || (snapshot.isPublic(account, container)
                && ReadyRoles.PUBLIC_READING.allowsEveryone(action, resource))
            || (isOpen(account, container)
                && ReadyRoles.policy(ReadyRoles.WRITER)
                    .filter(writer -> writer.allowsEveryone(action, resource))
                    .isPresent());
    return isAllowed && policy.filter(own -> own.mayDenyStrangers(action, resource)).isEmpty();
  }

  private Verdict verdict(AccessIdentity identity, PolicyRequest request) {
    PolicyResource resource = request.resource();
    boolean isOwn =
        identity.name().account() == 0 || identity.name().account() == resource.account();
    Verdict verdict = Verdict.silent();
    for (Policy policy : identity.policies()) {
      Verdict next = policy.evaluate(request);
      verdict = verdict.and(isOwn ? next : next.withoutPermission());
    }
    for (AccessIdentity.GrantedRole role : identity.roles()) {
      if (role.account() == 0 || role.account() == resource.account()) {
        verdict = verdict.and(role.policy().evaluate(request));
      }
    }
    boolean isDecided = resource.container() == 0 || isRepair(identity, request, verdict);
    return isDecided ? verdict : verdict.and(ofContainer(request));
  }

  private static boolean isRepair(AccessIdentity identity, PolicyRequest request, Verdict verdict) {
    return verdict.isAllowed()
        && REPAIRS.contains(request.action())
        && identity.roles().stream()
            .filter(role -> role.account() == 0)
            .anyMatch(role -> role.policy().evaluate(request).isAllowed());
  }

  private Verdict ofContainer(PolicyRequest request) {
    int account = request.resource().account();
    int container = request.resource().container();
    Identities snapshot = identities.get();
    Verdict verdict = Verdict.silent();
    Optional<Policy> policy = snapshot.containerPolicy(account, container);
    if (policy.isPresent()) {
      verdict = policy.get().evaluate(request);
    }
    if (snapshot.isPublic(account, container)) {
      verdict = verdict.and(ReadyRoles.PUBLIC_READING.evaluate(request));
    }
    return isOpen(account, container) ? verdict.and(openVerdict(request)) : verdict;
  }

  private boolean isOpen(int account, int container) {
    return mode.authentication() == AuthenticationMode.OPTIONAL
        && mode.openContainer()
            .filter(open -> open.account() == account && open.container() == container)
            .isPresent();
  }

  private static Verdict openVerdict(PolicyRequest request) {
    Verdict asWriter = ReadyRoles.policy(ReadyRoles.WRITER).orElseThrow().evaluate(request);
    return asWriter.isAllowed()
        ? new Verdict.Allowed(new Verdict.StatementName(OPEN_CONTAINER, 0, Optional.empty()))
        : Verdict.silent();
  }

  private static Verdict withinBoundary(
      AccessIdentity identity, PolicyRequest request, Verdict verdict) {
    Verdict limited = verdict;
    for (Policy limit : identity.boundary()) {
      limited = limited.within(limit.evaluate(request));
    }
    return limited;
  }

  private static AccessDecision decision(Verdict verdict, AccessIdentity identity) {
    return switch (verdict) {
      case Verdict.Allowed(Verdict.StatementName by) -> new AccessDecision.Allowed(by.text());
      case Verdict.Denied(Verdict.StatementName by) ->
          new AccessDecision.Denied(
              by.text(), AccessDecision.Ground.STATEMENT, identity.isAnonymous());
      case Verdict.Silent _ ->
          new AccessDecision.Denied(
              DEFAULT, AccessDecision.Ground.NO_PERMISSION, identity.isAnonymous());
    };
  }
}
