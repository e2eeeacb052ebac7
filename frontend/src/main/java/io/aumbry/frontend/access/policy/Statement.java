package io.aumbry.frontend.access.policy;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** A compiled statement. An evaluation without conditions and variables allocates nothing. */
final class Statement {
  /** The resources to which a statement applies, or does not. */
  record ResourceRule(List<TextPattern> patterns, boolean isInverted) {
    ResourceRule {
      patterns = List.copyOf(patterns);
    }

    boolean appliesTo(PolicyResource resource, RequestAttributes attributes) {
      return isListed(resource, attributes) != isInverted;
    }

    /** Whether the rule is the same for each request. */
    boolean isConstant() {
      return patterns.stream().allMatch(TextPattern::isConstant);
    }

    private boolean isListed(PolicyResource resource, RequestAttributes attributes) {
      for (int i = 0; i < patterns.size(); i++) {
        TextPattern pattern = patterns.get(i);
        if (pattern.matches(resource.name(), attributes)
            || (!resource.s3Name().isEmpty() && pattern.matches(resource.s3Name(), attributes))) {
          return true;
        }
      }
      return false;
    }
  }

  private final Verdict verdict;
  private final PrincipalRule principals;
  private final EnumSet<PolicyAction> actions;
  private final ResourceRule resources;
  private final List<Condition> conditions;

  Statement(
      Verdict verdict,
      PrincipalRule principals,
      EnumSet<PolicyAction> actions,
      ResourceRule resources,
      List<Condition> conditions) {
    this.verdict = verdict;
    this.principals = principals;
    this.actions = actions;
    this.resources = resources;
    this.conditions = List.copyOf(conditions);
  }

  /** The verdict of this statement if it applies. */
  Verdict verdict() {
    return verdict;
  }

  Optional<String> sid() {
    return switch (verdict) {
      case Verdict.Allowed(Verdict.StatementName name) -> name.sid();
      case Verdict.Denied(Verdict.StatementName name) -> name.sid();
      case Verdict.Silent _ -> Optional.empty();
    };
  }

  boolean appliesTo(PolicyRequest request) {
    return actions.contains(request.action())
        && principals.appliesTo(request.principal())
        && resources.appliesTo(request.resource(), request.attributes())
        && holds(request.attributes());
  }

  /** Whether the statement applies to everyone, whatever else the request is. */
  boolean alwaysApplies(PolicyAction action, PolicyResource resource) {
    return principals instanceof PrincipalRule.Everyone
        && actions.contains(action)
        && conditions.isEmpty()
        && resources.isConstant()
        && resources.appliesTo(resource, _ -> List.of());
  }

  /** Whether the statement applies to some requests without credentials. */
  boolean mayApplyToStrangers(PolicyAction action, PolicyResource resource) {
    return principals.appliesTo(PolicyPrincipal.ANONYMOUS)
        && actions.contains(action)
        && (!resources.isConstant() || resources.appliesTo(resource, _ -> List.of()));
  }

  private boolean holds(RequestAttributes attributes) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).holds(attributes)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the statement gives everyone access, without a condition on the origin. */
  boolean isPublic() {
    return verdict.isAllowed()
        && principals instanceof PrincipalRule.Everyone
        && conditions.stream().noneMatch(Condition::limitsTheOrigin);
  }
}
